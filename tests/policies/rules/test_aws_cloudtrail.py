"""Trails, what they record, and the buckets that they write to."""

from __future__ import annotations

from typing import Any

import pytest
from pulumi_aws import cloudtrail, cloudwatch, iam, kms, s3
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard_policies.outcome import Outcome

OBJECTS = "AWS::S3::Object"
PHI = {"classification": "phi"}


def trails() -> None:
    logs = s3.Bucket("logs").id
    good: dict[str, Any] = {"s3_bucket_name": logs, "is_multi_region_trail": True, "enable_log_file_validation": True}
    good["kms_key_id"] = kms.Key("key").arn
    good["cloud_watch_logs_group_arn"] = cloudwatch.LogGroup("group").arn
    good["cloud_watch_logs_role_arn"] = iam.Role("role", assume_role_policy="{}").arn
    cloudtrail.Trail("good", **good)
    cloudtrail.Trail("silent", s3_bucket_name=logs)
    off = dict.fromkeys(("is_multi_region_trail", "enable_log_file_validation", "enable_logging"), False)
    cloudtrail.Trail("off", **{**good, **off, "kms_key_id": "alias/aws/cloudtrail"})
    cloudtrail.Trail("one-region-services", **good, include_global_service_events=False)
    cloudtrail.Trail("half", **{key: value for key, value in good.items() if key != "cloud_watch_logs_role_arn"})


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("trail-multi-region", {"silent": ["isMultiRegionTrail"], "off": ["isMultiRegionTrail"]}),
        ("trail-validation", {"silent": ["enableLogFileValidation"], "off": ["enableLogFileValidation"]}),
        ("trail-kms", {"silent": ["kmsKeyId"], "off": ["kmsKeyId"]}),
        (
            "trail-cwl",
            {"silent": ["cloudWatchLogsGroupArn", "cloudWatchLogsRoleArn"], "half": ["cloudWatchLogsRoleArn"]},
        ),
        ("trail-on", {"off": ["enableLogging"], "one-region-services": ["includeGlobalServiceEvents"]}),
        (
            "trail-data-events",
            {name: ["advancedEventSelectors"] for name in ("good", "silent", "off", "one-region-services", "half")},
        ),
    ],
)
def test_trails(rule: str, expected: dict[str, list[str]]) -> None:
    assert findings(graph_of(trails), rule) == expected


def basic(*values: Any, **given: Any) -> Any:
    return {"event_selectors": [{**given, "data_resources": [{"type": OBJECTS, "values": list(values)}]}]}


def advanced(*fields: Any, category: str = "Data", kind: str = OBJECTS) -> Any:
    common = [{"field": "eventCategory", "equals": [category]}, {"field": "resources.type", "equals": [kind]}]
    return {"advanced_event_selectors": [{"name": "objects", "field_selectors": [*common, *fields]}]}


RECORDING: dict[str, Any] = {
    "every-bucket": basic("arn:aws:s3"),
    "all-of-it": basic("arn:aws:s3:::records/", read_write_type="All"),
    "advanced-every": advanced(),
    "advanced-one": advanced({"field": "resources.ARN", "starts_withs": ["arn:aws:s3:::records/"]}),
}
BLIND: dict[str, Any] = {
    "nothing": {},
    "writes-only": basic("arn:aws:s3", read_write_type="WriteOnly"),
    "of-functions": {"event_selectors": [{"data_resources": [{"type": "AWS::Lambda::Function", "values": ["arn"]}]}]},
    "reads-only": advanced({"field": "readOnly", "equals": ["true"]}),
    "management": advanced(category="Management"),
    "tables": advanced(kind="AWS::DynamoDB::Table"),
    "but-one": advanced({"field": "resources.ARN", "not_starts_withs": ["arn:aws:s3:::records/"]}),
}


@pytest.mark.parametrize("name", [*RECORDING, *BLIND])
def test_one_trail_records_objects(name: str) -> None:
    def program() -> None:
        s3.Bucket("records", bucket="records", tags=PHI)
        s3.Bucket("notes", bucket="notes", tags={"classification": "internal"})
        cloudtrail.Trail(name, s3_bucket_name="elsewhere", **{**RECORDING, **BLIND}[name])

    graph = graph_of(program)
    blind = name in BLIND
    assert findings(graph, "trail-data-events") == ({name: ["advancedEventSelectors"]} if blind else {})
    assert findings(graph, "stk-trail-covers-data") == ({"records": [""]} if blind else {})
    assert set(outcomes(graph, "stk-trail-covers-data", Outcome.NOT_APPLICABLE)) == {"notes"}


def test_a_selector_of_another_bucket_covers_nothing_else() -> None:
    def program() -> None:
        s3.Bucket("records", bucket="records", tags=PHI)
        other = s3.Bucket("other", tags=PHI)
        s3.Bucket("unnamed", tags=PHI)
        part = "arn:aws:s3:::records/part/"
        cloudtrail.Trail("one", s3_bucket_name="elsewhere", **basic(other.arn.apply("{}/".format), part))
        cloudtrail.Trail("none", s3_bucket_name="elsewhere")

    graph = graph_of(program)
    assert findings(graph, "stk-trail-covers-data") == {"records": [""], "unnamed": [""]}
    assert set(outcomes(graph, "trail-data-events", Outcome.NOT_APPLICABLE)) == {"none"}


def test_a_stack_without_trails_has_the_accounts() -> None:
    graph = graph_of(lambda: s3.Bucket("records", tags=PHI))
    assert set(outcomes(graph, "stk-trail-covers-data", Outcome.NOT_APPLICABLE)) == {"records"}


def test_what_is_not_known_yet_is_unproven() -> None:
    def program() -> None:
        bucket = s3.Bucket("records", tags={"classification": s3.Bucket("other", tags=PHI).id})
        later: Any = bucket.arn.apply(lambda arn: basic(arn)["event_selectors"])
        cloudtrail.Trail("later", s3_bucket_name="elsewhere", event_selectors=later)

    graph = graph_of(program)
    assert outcomes(graph, "trail-data-events", Outcome.UNPROVEN) == {"later": ["eventSelectors"]}
    assert set(outcomes(graph, "stk-trail-covers-data", Outcome.UNPROVEN)) == {"records", "other"}


def test_buckets_of_trails_are_closed_logged_and_locked() -> None:
    def trail(name: str, bucket: Any) -> None:
        cloudtrail.Trail(f"trail-{name}", s3_bucket_name=bucket)

    def program() -> None:
        on = dict.fromkeys(
            ("block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets"), True
        )
        lock: Any = {"default_retention": {"mode": "GOVERNANCE", "days": 365}}
        good = s3.Bucket("good")
        s3.BucketPublicAccessBlock("good-block", bucket=good.id, **on)
        s3.BucketLogging("good-logs", bucket=good.id, target_bucket="logs", target_prefix="p")
        s3.BucketObjectLockConfiguration("good-lock", bucket=good.id, rule=lock)
        bare = s3.Bucket("bare", object_lock_enabled=True)
        two = s3.Bucket("two-switches", bucket="two-switches")
        s3.BucketPublicAccessBlock("two", bucket="two-switches", block_public_acls=True, ignore_public_acls=True)
        s3.BucketLogging("two-logs", bucket="two-switches", target_bucket="logs", target_prefix="p")
        s3.BucketObjectLockConfiguration("two-lock", bucket=two.id)
        for name, bucket in (("good", good.id), ("bare", bare.id), ("two", "two-switches"), ("elsewhere", "elsewhere")):
            trail(name, bucket)

    graph = graph_of(program)
    assert findings(graph, "stk-trail-bucket") == {
        "bare": ["", "", ""],
        "two": ["blockPublicPolicy", "restrictPublicBuckets"],
        "two-switches": [""],
    }
    assert set(outcomes(graph, "stk-trail-bucket", Outcome.NOT_APPLICABLE)) == {"trail-elsewhere"}
