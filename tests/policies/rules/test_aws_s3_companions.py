"""Buckets and the resources beside them: which are missing, which are there twice, and where logs go."""

from __future__ import annotations

from typing import Any

import pytest
from pulumi_aws import cloudtrail, ec2, s3
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome

RULES: Any = [{"apply_server_side_encryption_by_default": {"sse_algorithm": "AES256"}}]
ENABLED: Any = {"status": "Enabled"}


def guard(name: str, bucket: Any) -> None:
    """A public-access block and encryption."""
    s3.BucketPublicAccessBlock(f"{name}-block", bucket=bucket)
    s3.BucketServerSideEncryptionConfiguration(f"{name}-encryption", bucket=bucket, rules=RULES)


def complete(name: str, bucket: Any, logs: Any) -> None:
    """Every companion."""
    guard(name, bucket)
    s3.BucketVersioning(f"{name}-versioning", bucket=bucket, versioning_configuration=ENABLED)
    s3.BucketPolicy(f"{name}-policy", bucket=bucket, policy="{}")
    s3.BucketOwnershipControls(f"{name}-ownership", bucket=bucket, rule={"object_ownership": "BucketOwnerEnforced"})
    s3.BucketLogging(f"{name}-logging", bucket=bucket, target_bucket=logs, target_prefix="")


def lifecycle(name: str, bucket: Any, **expiration: Any) -> None:
    rule: Any = {"id": "all", "status": "Enabled", "expiration": expiration}
    s3.BucketLifecycleConfiguration(name, bucket=bucket, rules=[rule])


def logged() -> None:
    """Where access logs go."""
    first, second = s3.Bucket("first", bucket="first"), s3.Bucket("second", bucket="second")
    for name, bucket, target in (
        ("to-self", first.id, first.id),
        ("to-self-by-name", "second", "second"),
        ("to-second", first.id, second.id),
        ("back", second.id, "first"),
        ("to-elsewhere", first.id, "made-by-hand"),
        ("to-nowhere", first.id, ""),
    ):
        s3.BucketLogging(name, bucket=bucket, target_bucket=target, target_prefix="")
    locked = s3.Bucket("locked-logs", object_lock_enabled=True)
    guard("locked", locked.id)
    retention: Any = {"default_retention": {"mode": "COMPLIANCE", "days": 400}}
    s3.BucketObjectLockConfiguration("lock-of-logs", bucket=locked.id, rule=retention)
    more = s3.Bucket("more-logs")
    guard("more", more.id)
    s3.BucketObjectLockConfiguration("lock-of-more", bucket=more.id, rule=retention)
    s3.BucketLogging("to-more", bucket="made-by-hand-too", target_bucket=more.id, target_prefix="")
    s3.BucketLogging("to-locked", bucket=second.id, target_bucket=locked.id, target_prefix="")


def evidence() -> None:
    """Buckets of trails and flow logs."""
    trail = s3.Bucket("trail", bucket="trail")
    cloudtrail.Trail("t", s3_bucket_name=trail.id)
    flows, years = s3.Bucket("flows", bucket="flows"), s3.Bucket("years")
    ec2.FlowLog("f", log_destination="arn:aws:s3:::flows", log_destination_type="s3", traffic_type="ALL")
    cloudtrail.Trail("u", s3_bucket_name=years.bucket)
    for name, bucket, retention in (
        ("lock-short", flows.id, {"mode": "COMPLIANCE", "days": 30}),
        ("lock-years", years.id, {"mode": "GOVERNANCE", "years": 6}),
        ("lock-of-data", "elsewhere", {"mode": "COMPLIANCE", "days": 30}),
        ("lock-open", "elsewhere-too", {"days": 30}),
    ):
        rule: Any = {"default_retention": retention}
        s3.BucketObjectLockConfiguration(name, bucket=bucket, rule=rule)
    lifecycle("keep", years.id, days=2192)
    lifecycle("drop", trail.id, days=30)
    lifecycle("drop-flows", "flows", date="2027-01-01T00:00:00Z")
    lifecycle("drop-data", "elsewhere", days=1)
    unknown = ec2.Vpc("vpc").arn
    lifecycle("drop-unknown", unknown, days=1)
    s3.BucketLogging("to-unknown", bucket="elsewhere", target_bucket=unknown, target_prefix="")


def program() -> None:
    logs = s3.Bucket("logs", bucket="logs")
    complete("logs", logs.id, "elsewhere")
    data = s3.Bucket("data")
    complete("data", data.id, logs.id)
    s3.Bucket("named", bucket="by-name")
    complete("named", "by-name", "logs")
    s3.Bucket("inline", versioning={"enabled": True}, policy="{}")
    s3.BucketVersioning("data-again", bucket=data.id, versioning_configuration=ENABLED)
    mixed = s3.Bucket("mixed", policy="{}")
    s3.BucketPolicy("mixed-policy", bucket=mixed.id, policy="{}")
    s3.BucketPolicy("mixed-again", bucket=mixed.id, policy="{}")
    logged()
    evidence()


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(program)


def test_buckets_have_their_companions(graph: Graph) -> None:
    found = findings(graph, "stk-s3-companions")
    counts = {name: len(paths) for name, paths in found.items()}
    assert counts == {
        "inline": 4,
        "mixed": 5,
        "first": 5,
        "second": 5,
        "locked-logs": 3,
        "more-logs": 3,
        "trail": 5,
        "flows": 5,
        "years": 5,
    }


def test_no_companion_is_there_twice(graph: Graph) -> None:
    found = findings(graph, "stk-s3-duplicate-companion")
    assert found == {
        "data-versioning": [""],
        "mixed-policy": [""],
        "mixed-again": [""],
        "to-second": [""],
        "to-self": [""],
        "to-nowhere": [""],
        "to-locked": [""],
        "to-self-by-name": [""],
    }


def test_access_logs_go_to_another_bucket(graph: Graph) -> None:
    path = "targetBucket"
    assert findings(graph, "s3-access-logging") == {
        "to-self": [path],
        "to-self-by-name": [path],
        "to-nowhere": [path],
    }


def test_buckets_for_logs_are_guarded_and_log_in_no_circle(graph: Graph) -> None:
    found = findings(graph, "stk-s3-log-bucket")
    assert {name: set(paths) for name, paths in found.items()} == {
        "first": {""},
        "second": {""},
        "locked-logs": {"objectLockEnabled"},
        "lock-of-more": {""},
        "to-second": {"targetBucket"},
        "back": {"targetBucket"},
    }
    assert outcomes(graph, "stk-s3-log-bucket", Outcome.UNPROVEN) == {"to-unknown": ["targetBucket"]}
    assert outcomes(graph, "s3-access-logging", Outcome.UNPROVEN) == {"to-unknown": ["targetBucket"]}
    assert "to-elsewhere" in outcomes(graph, "stk-s3-log-bucket", Outcome.NOT_APPLICABLE)


def test_evidence_is_locked(graph: Graph) -> None:
    retention = "rule.defaultRetention"
    assert findings(graph, "s3-object-lock") == {
        "trail": [""],
        "lock-short": [f"{retention}.days"],
        "lock-open": [f"{retention}.mode"],
    }
    assert findings(graph, "s3-object-lock", days=2191) == {
        "trail": [""],
        "lock-short": [f"{retention}.days"],
        "lock-years": [f"{retention}.years"],
        "lock-open": [f"{retention}.mode"],
    }


def test_evidence_is_not_deleted_early(graph: Graph) -> None:
    assert findings(graph, "stk-lifecycle-vs-retention") == {
        "drop": ["rules[0].expiration.days"],
        "drop-flows": ["rules[0].expiration.date"],
    }
    assert set(outcomes(graph, "stk-lifecycle-vs-retention", Outcome.NOT_APPLICABLE)) == {"drop-data"}
    assert outcomes(graph, "stk-lifecycle-vs-retention", Outcome.UNPROVEN) == {"drop-unknown": ["bucket"]}
