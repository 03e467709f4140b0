"""Trails, the bucket that takes them, alarms and copies, on a stack under tests."""

from __future__ import annotations

from functools import partial

from tests.policies.mutations.change import gone, left_out, put
from tests.policies.mutations.documents import allowed, no_statement, statement
from tests.policies.mutations.mutation import Also, Mutation
from tests.policies.rules.documents import NO_TLS, allow, deny, text

row = partial(Mutation, stack="audit")
TRAIL = "acme"
OBJECTS = "eventSelectors[0].dataResources[0]"
TOPIC = "arn:aws:sns:us-east-2:123456789012:acme-alarms"
FOREIGN = {"AWS": "arn:aws:iam::999999999999:role/reader"}

OF_ALL_BUCKETS = Also("s3-bpa-all", "every bucket is held to it")
UNLOCKED = Also("s3-object-lock", "every bucket that takes evidence is held to it", on="trail")
UNSEEN = Also("stk-trail-covers-data", "nothing that the trail doesn't select is recorded", path="", on="records")
OPEN = text(allow("sns:Publish", TOPIC, "*"), deny("sns:Publish", TOPIC, condition=NO_TLS))

ROWS = (
    row("trail-on", TRAIL, put("enableLogging", False)),
    row("trail-on", TRAIL, put("includeGlobalServiceEvents", False)),
    row("trail-multi-region", TRAIL, put("isMultiRegionTrail", False)),
    row("trail-multi-region", TRAIL, gone("isMultiRegionTrail")),
    row("trail-validation", TRAIL, gone("enableLogFileValidation")),
    row("trail-kms", TRAIL, gone("kmsKeyId")),
    row("trail-cwl", TRAIL, gone("cloudWatchLogsGroupArn")),
    row("trail-cwl", TRAIL, gone("cloudWatchLogsRoleArn")),
    row("trail-data-events", TRAIL, gone("eventSelectors"), path="advancedEventSelectors", also=(UNSEEN,)),
    row(
        "trail-data-events",
        TRAIL,
        put("eventSelectors[0].readWriteType", "WriteOnly"),
        path="advancedEventSelectors",
        also=(UNSEEN,),
    ),
    row("stk-trail-covers-data", TRAIL, put(f"{OBJECTS}.values[0]", "arn:aws:s3:::acme-other/"), on="records", path=""),
    row("s3-object-lock", "trail-lock", put("rule.defaultRetention.days", 364)),
    row("s3-object-lock", "trail-lock", put("rule.defaultRetention.mode", "NONE")),
    row("stk-trail-bucket", "trail-logging", left_out(), on="trail"),
    row("stk-trail-bucket", "trail-public", put("blockPublicPolicy", False), also=(OF_ALL_BUCKETS,)),
    row("stk-trail-bucket", "trail-lock", left_out(), on="trail", also=(UNLOCKED,)),
    row("s3-replication", "records-copies", put("rules[0].status", "Disabled")),
    row("s3-replication", "records-copies", left_out(), on="records"),
    row("alarm-actions", "trail-changes", put("actionsEnabled", False)),
    row("alarm-actions", "trail-changes", gone("alarmActions")),
    row("alarm-actions", "tampering", gone("alarmActions")),
    row("sns-kms", "alarms", gone("kmsMasterKeyId")),
    row("sns-policy", "alarms-policy", no_statement("policy", "DenyPlainHttp")),
    row(
        "sns-policy",
        "alarms-policy",
        statement("policy", "Alarms", Principal="*", Condition=None),
        path="policy.Statement[0]",
    ),
    row(
        "sns-policy",
        "alarms-policy",
        allowed("policy", Action="sns:Subscribe", Resource=TOPIC, Principal=FOREIGN),
        path="policy.Statement[3]",
    ),
    row("sns-policy", "alarms", put("policy", OPEN), path="policy.Statement[0]"),
    row("s3-replication", "readers", put("tags.criticality", "high"), path=""),
)
