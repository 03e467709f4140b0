"""What buckets say of themselves, where most have a resource of its own for it."""

from __future__ import annotations

from typing import Any

from pulumi_aws import cloudtrail, kms, s3
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
        key = kms.Key("key")
        s3.Bucket("hidden", logging=key.arn.apply(lambda _: s3.BucketLoggingArgs(target_bucket="theirs")))
        s3.BucketV2("hidden-listed", loggings=key.arn.apply(lambda _: [LOGS]))

    graph = graph_of(program)
    path = ["logging.targetBucket"]
    assert findings(graph, "s3-access-logging") == {"itself": path, "nowhere": path}
    hidden = {"hidden": path, "hidden-listed": ["loggings.targetBucket"]}
    assert outcomes(graph, "s3-access-logging", Outcome.UNPROVEN) == hidden
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


def encrypted(algorithm: str, **key: Any) -> Any:
    by_default = {"sse_algorithm": algorithm, **key}
    return [{"rules": [{"apply_server_side_encryption_by_defaults": [by_default]}]}]


def test_a_bucket_by_its_older_name_has_the_same_blocks_in_lists() -> None:
    def program() -> None:
        own = kms.Key("key").arn
        s3.BucketV2(
            "good",
            versionings=[{"enabled": True}],
            loggings=[LOGS],
            server_side_encryption_configurations=encrypted("aws:kms", kms_master_key_id=own),
        )
        s3.BucketV2(
            "bad",
            versionings=[{"enabled": False}],
            loggings=[LOGS | {"target_bucket": ""}],
            server_side_encryption_configurations=encrypted("AES256"),
        )
        s3.BucketV2("hollow", versionings=[{}], server_side_encryption_configurations=[{"rules": []}])
        s3.BucketV2("nothing", versionings=[], loggings=[], server_side_encryption_configurations=[])

    graph = graph_of(program)
    by_default = "serverSideEncryptionConfigurations.rules.applyServerSideEncryptionByDefaults"
    expected = {
        "s3-versioning": {"bad": ["versionings.enabled"], "hollow": ["versionings.enabled"]},
        "s3-access-logging": {"bad": ["loggings.targetBucket"]},
        "s3-sse-kms": {"bad": [f"{by_default}.sseAlgorithm"], "hollow": [f"{by_default}.sseAlgorithm"]},
        "s3-sse-cmk": {"bad": [f"{by_default}.kmsMasterKeyId"], "hollow": [f"{by_default}.kmsMasterKeyId"]},
    }
    silent = {rule: {"nothing"} for rule in expected} | {"s3-access-logging": {"nothing", "hollow"}}
    for rule, found in expected.items():
        assert findings(graph, rule) == found
        assert outcomes(graph, rule, Outcome.COMPLIANT).keys() == {"good"}
        assert outcomes(graph, rule, Outcome.NOT_APPLICABLE).keys() == silent[rule]
    # Block, policy and ownership are missing everywhere; where nothing is stated, encryption, versions and logs too.
    assert {name: len(paths) for name, paths in findings(graph, "stk-s3-companions").items()} == {
        "good": 3,
        "bad": 3,
        "hollow": 4,
        "nothing": 6,
    }


def test_a_bucket_by_its_older_name_copies_and_locks_as_any() -> None:
    def copied(name: str, status: str) -> None:
        rule: Any = {"status": status, "destinations": [{"bucket": "arn:aws:s3:::copy"}]}
        copies: Any = [{"role": "arn", "rules": [rule]}]
        s3.BucketV2(name, tags={"criticality": "critical"}, replication_configurations=copies)

    def locks(days: int) -> Any:
        retention = {"default_retentions": [{"mode": "COMPLIANCE", "days": days}]}
        return {"object_lock_enabled": "Enabled", "rules": [retention]}

    def program() -> None:
        copied("copied", "Enabled")
        copied("paused", "Disabled")
        s3.BucketV2("alone", tags={"criticality": "critical"}, replication_configurations=[])
        for name, days in (("kept", 365), ("short", 30)):
            bucket = s3.BucketV2(name, object_lock_configuration=locks(days))
            cloudtrail.Trail(f"of-{name}", s3_bucket_name=bucket.id)
        bare = s3.BucketV2("bare", loggings=[], object_lock_configuration={"rules": []})
        cloudtrail.Trail("of-bare", s3_bucket_name=bare.id)

    graph = graph_of(program)
    assert findings(graph, "s3-replication") == {"paused": ["replicationConfigurations.rules[0].status"], "alone": [""]}
    retention = "objectLockConfiguration.rules.defaultRetentions"
    assert findings(graph, "s3-object-lock") == {
        "short": [f"{retention}.days"],
        "bare": [f"{retention}.mode", f"{retention}.days"],
    }
    # No block and no logs; the bare one has no retention either.
    assert {name: len(paths) for name, paths in findings(graph, "stk-trail-bucket").items()} == {
        "kept": 2,
        "short": 2,
        "bare": 3,
    }


def test_logs_of_a_bucket_by_its_older_name_are_followed() -> None:
    def program() -> None:
        for name, other in (("one", "two"), ("two", "one")):
            s3.BucketV2(
                name,
                bucket=name,
                loggings=[{"target_bucket": other}],
                server_side_encryption_configurations=encrypted("AES256"),
            )
            s3.BucketPublicAccessBlock(f"{name}-block", bucket=name, **ON)
        taker = s3.BucketV2("taker", server_side_encryption_configurations=encrypted("AES256"))
        s3.BucketV2("sender", loggings=[{"target_bucket": taker.id}])

    graph = graph_of(program)
    circle = ["loggings.targetBucket"]
    assert findings(graph, "stk-s3-log-bucket") == {"one": circle, "two": circle, "taker": [""]}
    assert findings(graph, "s3-sse-kms") == {}  # each takes access logs, which S3 delivers to its own key alone


def test_a_block_of_the_older_name_s_own_is_one_beside_a_companion() -> None:
    def program() -> None:
        bucket = s3.BucketV2("twice", versionings=[{"enabled": True}])
        s3.BucketVersioning("second", bucket=bucket.id, versioning_configuration={"status": "Enabled"})
        once = s3.BucketV2("once", versionings=[])
        s3.BucketVersioning("only", bucket=once.id, versioning_configuration={"status": "Enabled"})

    assert findings(graph_of(program), "stk-s3-duplicate-companion") == {"second": [""]}
