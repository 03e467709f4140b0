"""What buckets say of themselves, where most have a resource of its own for it."""

from __future__ import annotations

from typing import Any

from pulumi_aws import cloudtrail, s3
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard_policies.outcome import Outcome

ON = dict.fromkeys(("block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets"), True)
LOGS: Any = {"target_bucket": "logs", "target_prefix": "p"}


def locked(mode: str, **time: int) -> Any:
    retention = {"mode": mode, **time}
    return {
        "object_lock_configuration": {"object_lock_enabled": "Enabled", "rule": {"default_retention": retention}},
    }


def test_a_lock_of_the_bucket_s_own_is_judged_as_any() -> None:
    kept: dict[str, Any] = {
        "days": locked("COMPLIANCE", days=365),
        "years": locked("GOVERNANCE", years=6),
        "short": locked("COMPLIANCE", days=364),
        "open": locked("NONE", days=365),
        "empty": {"object_lock_configuration": {"object_lock_enabled": "Enabled"}},
    }

    def program() -> None:
        for name, given in kept.items():
            cloudtrail.Trail(f"of-{name}", s3_bucket_name=s3.Bucket(name, **given).id)
        s3.Bucket("no-evidence", **kept["short"])

    graph = graph_of(program)
    retention = "objectLockConfiguration.rule.defaultRetention"
    assert findings(graph, "s3-object-lock") == {
        "short": [f"{retention}.days"],
        "open": [f"{retention}.mode"],
        "empty": [f"{retention}.mode", f"{retention}.days"],
    }
    assert outcomes(graph, "s3-object-lock", Outcome.COMPLIANT).keys() == {"days", "years"}


def test_a_copy_of_the_bucket_s_own_is_judged_as_any() -> None:
    def copied(name: str, *statuses: str) -> None:
        rules: Any = [{"id": str(at), "status": status} for at, status in enumerate(statuses)]
        configuration: Any = {"role": "arn", "rules": rules}
        s3.Bucket(name, tags={"criticality": "critical"}, replication_configuration=configuration)

    def program() -> None:
        copied("copied", "Enabled", "Enabled")
        copied("half", "Enabled", "Disabled")

    graph = graph_of(program)
    assert findings(graph, "s3-replication") == {"half": ["replicationConfiguration.rules[1].status"]}
    assert outcomes(graph, "s3-replication", Outcome.COMPLIANT).keys() == {"copied"}


def test_a_trail_s_bucket_may_log_by_itself() -> None:
    def program() -> None:
        silent, loud = (
            s3.Bucket("silent", **locked("COMPLIANCE", days=365)),
            s3.Bucket("loud", logging=LOGS, **locked("COMPLIANCE", days=365)),
        )
        older = s3.BucketV2("older", loggings=[LOGS], object_lock_configuration={"rules": []})
        for name, bucket in (("silent", silent), ("loud", loud), ("older", older)):
            s3.BucketPublicAccessBlock(f"{name}-block", bucket=bucket.id, **ON)
            cloudtrail.Trail(f"of-{name}", s3_bucket_name=bucket.id)
        lock: Any = {"default_retention": {"mode": "COMPLIANCE", "days": 365}}
        s3.BucketObjectLockConfiguration("older-lock", bucket=older.id, rule=lock)

    assert findings(graph_of(program), "stk-trail-bucket") == {"silent": [""]}
