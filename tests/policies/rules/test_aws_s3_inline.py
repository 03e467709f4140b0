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


def test_logs_that_a_bucket_sends_by_itself_go_to_another() -> None:
    def program() -> None:
        logs = s3.Bucket("logs", bucket="logs")
        s3.Bucket("good", logging={"target_bucket": logs.id})
        s3.Bucket("elsewhere", bucket="elsewhere", logging=LOGS | {"target_bucket": "theirs"})
        s3.Bucket("itself", bucket="itself", logging={"target_bucket": "itself"})
        s3.Bucket("nowhere", logging={"target_bucket": ""})

    graph = graph_of(program)
    path = ["logging.targetBucket"]
    assert findings(graph, "s3-access-logging") == {"itself": path, "nowhere": path}
    assert outcomes(graph, "s3-access-logging", Outcome.COMPLIANT).keys() == {"good", "elsewhere"}


def test_buckets_that_take_such_logs_are_guarded_and_log_in_no_circle() -> None:
    encryption: Any = {"rule": {"apply_server_side_encryption_by_default": {"sse_algorithm": "AES256"}}}

    def program() -> None:
        guarded = s3.Bucket("guarded", server_side_encryption_configuration=encryption)
        s3.BucketPublicAccessBlock("guarded-block", bucket=guarded.id, **ON)
        s3.Bucket("good", logging={"target_bucket": guarded.id})
        bare = s3.Bucket("bare", **locked("COMPLIANCE", days=1))
        s3.Bucket("to-bare", logging={"target_bucket": bare.id})
        for name, other in (("one", "two"), ("two", "one")):
            s3.Bucket(
                name, bucket=name, logging={"target_bucket": other}, server_side_encryption_configuration=encryption
            )
            s3.BucketPublicAccessBlock(f"{name}-block", bucket=name, **ON)

    graph = graph_of(program)
    circle = ["logging.targetBucket"]
    assert findings(graph, "stk-s3-log-bucket") == {
        "bare": ["", "", "objectLockConfiguration"],
        "one": circle,
        "two": circle,
    }
    assert outcomes(graph, "stk-s3-log-bucket", Outcome.COMPLIANT).keys() == {"good"}


def test_a_bucket_that_takes_such_logs_needs_no_key_of_its_own() -> None:
    def program() -> None:
        takers = {name: s3.Bucket(name, bucket=name) for name in ("taker", "taker-by-name", "other")}
        s3.Bucket("sender", logging={"target_bucket": takers["taker"].id})
        s3.Bucket("sender-by-name", logging={"target_bucket": "taker-by-name"})
        for name, bucket in takers.items():
            rule: Any = {"apply_server_side_encryption_by_default": {"sse_algorithm": "AES256"}}
            s3.BucketServerSideEncryptionConfiguration(f"{name}-encryption", bucket=bucket.id, rules=[rule])

    assert findings(graph_of(program), "s3-sse-kms").keys() == {"other-encryption"}
