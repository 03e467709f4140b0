"""A trail of all that happens in an account and to patients' records, the alarms on it, and a copy of the records."""

from __future__ import annotations

from typing import Any

import pulumi
from pulumi_aws import cloudtrail, cloudwatch, kms, s3, sns
from tests.policies.rules.documents import NO_TLS, allow, deny, text
from tests.policies.stacks.parts import buckets
from tests.policies.stacks.parts.keys import for_logs, for_service, key
from tests.policies.stacks.parts.names import ACCOUNT, REGION, tags
from tests.policies.stacks.parts.roles import role

EVIDENCE = tags("audit")
PATIENTS = tags("phi", criticality="critical")
GROUP = "/acme/trail"
TRAIL = f"arn:aws:cloudtrail:{REGION}:{ACCOUNT}:trail/acme"
TOPIC = f"arn:aws:sns:{REGION}:{ACCOUNT}:acme-alarms"
COPIES = "arn:aws:s3:::acme-records-copies"
"""A bucket of the account that keeps copies, in another region."""
COPIES_KEY = "arn:aws:kms:us-west-2:210987654321:key/1b9d7c52-7c37-4a0f-9d0e-0d6f5a3f8e11"


def program() -> None:
    evidence = key(
        "evidence", "audit", for_service("cloudtrail.amazonaws.com"), for_service("cloudwatch.amazonaws.com"),
        for_logs(GROUP),
    )  # fmt: skip
    readers = buckets.logs_bucket("readers", EVIDENCE, ["trail", "records"])
    _records(readers)
    _trail(evidence, readers)
    _alarms(evidence)


def _records(readers: s3.Bucket) -> None:
    """Patients' records, of which every version is copied to another account and region."""
    patients = key("patients", "phi")
    records = buckets.bucket("records", PATIENTS, patients, readers)
    own = buckets.arn("records")
    copier = role(
        "copier", "s3", "phi",
        allow(["s3:GetReplicationConfiguration", "s3:ListBucket"], own),
        allow([f"s3:GetObjectVersion{of}" for of in ("ForReplication", "Acl", "Tagging")], f"{own}/*"),
        allow(["s3:ReplicateObject", "s3:ReplicateDelete", "s3:ReplicateTags"], f"{COPIES}/*"),
    )  # fmt: skip
    destination: Any = {"bucket": COPIES, "account": "210987654321", "storage_class": "GLACIER_IR"}
    destination["encryption_configuration"] = {"replica_kms_key_id": COPIES_KEY}
    rule: Any = {"id": "everything", "status": "Enabled", "filter": {}, "destination": destination}
    rule["delete_marker_replication"] = {"status": "Enabled"}
    rule["source_selection_criteria"] = {"sse_kms_encrypted_objects": {"status": "Enabled"}}
    s3.BucketReplicationConfig("records-copies", bucket=records.id, role=copier.arn, rules=[rule])


def _trail(evidence: kms.Key, readers: s3.Bucket) -> None:
    own = {"StringEquals": {"aws:SourceArn": TRAIL}}
    service = {"Service": "cloudtrail.amazonaws.com"}
    written = [
        allow("s3:GetBucketAcl", buckets.arn("trail"), service, own),
        allow("s3:PutObject", f"{buckets.arn('trail')}/AWSLogs/{ACCOUNT}/*", service, own),
    ]
    bucket = buckets.bucket("trail", EVIDENCE, evidence, readers, statements=written, locked=True)
    group = cloudwatch.LogGroup(
        "trail-events", name=GROUP, retention_in_days=2192, kms_key_id=evidence.arn, skip_destroy=True, tags=EVIDENCE
    )
    stream = f"arn:aws:logs:{REGION}:{ACCOUNT}:log-group:{GROUP}:log-stream:{ACCOUNT}_CloudTrail_{REGION}*"
    writer = role("trail-writer", "cloudtrail", "audit", allow(["logs:CreateLogStream", "logs:PutLogEvents"], stream))
    objects: Any = {"type": "AWS::S3::Object", "values": [f"{buckets.arn('records')}/"]}
    cloudtrail.Trail(
        "acme",
        name="acme",
        s3_bucket_name=bucket.id,
        kms_key_id=evidence.arn,
        is_multi_region_trail=True,
        enable_log_file_validation=True,
        cloud_watch_logs_group_arn=group.arn.apply("{}:*".format),
        cloud_watch_logs_role_arn=writer.arn,
        event_selectors=[{"read_write_type": "All", "include_management_events": True, "data_resources": [objects]}],
        tags=EVIDENCE,
    )


def _alarms(evidence: kms.Key) -> None:
    """Whoever changes a trail is told of to the people on call."""
    topic = sns.Topic("alarms", name="acme-alarms", kms_master_key_id=evidence.id, tags=EVIDENCE)
    own = {"StringEquals": {"aws:SourceAccount": ACCOUNT}}
    statements = [
        allow("sns:Publish", TOPIC, {"Service": "cloudwatch.amazonaws.com"}, own) | {"Sid": "Alarms"},
        allow("sns:Subscribe", TOPIC, {"AWS": f"arn:aws:iam::{ACCOUNT}:role/on-call"}) | {"Sid": "OnCall"},
        deny("sns:Publish", TOPIC, condition=NO_TLS) | {"Sid": "DenyPlainHttp"},
    ]
    sns.TopicPolicy("alarms-policy", arn=topic.arn, policy=text(*statements))
    given: dict[str, Any] = {
        "namespace": "Acme",
        "statistic": "Sum",
        "period": 300,
        "evaluation_periods": 1,
        "threshold": 1,
        "comparison_operator": "GreaterThanOrEqualToThreshold",
        "treat_missing_data": "notBreaching",
        "tags": EVIDENCE,
    }
    _count("trail-changes", "TrailChanges", "StopLogging", "DeleteTrail", "UpdateTrail")
    cloudwatch.MetricAlarm("trail-changes", metric_name="TrailChanges", alarm_actions=[topic.arn], **given)
    _count("key-changes", "KeyChanges", "DisableKey", "ScheduleKeyDeletion")
    keys = cloudwatch.MetricAlarm("key-changes", metric_name="KeyChanges", **given)
    _count("bucket-changes", "BucketChanges", "DeleteBucketPolicy", "DeleteBucketEncryption")
    stores = cloudwatch.MetricAlarm("bucket-changes", metric_name="BucketChanges", **given)
    cloudwatch.CompositeAlarm(
        "tampering",
        alarm_name="tampering",
        alarm_rule=pulumi.Output.format('ALARM("{0}") AND ALARM("{1}")', keys.name, stores.name),
        alarm_actions=[topic.arn],
        tags=EVIDENCE,
    )


def _count(name: str, metric: str, *events: str) -> None:
    """How often the trail tells of one of these events."""
    cloudwatch.LogMetricFilter(
        f"{name}-count",
        log_group_name=GROUP,
        pattern=f"{{ {' || '.join(f'($.eventName = {event})' for event in events)} }}",
        metric_transformation={"name": metric, "namespace": "Acme", "value": "1"},
    )
