"""Backup plans, vaults and their locks, and which stores are backed up."""

from __future__ import annotations

from typing import Any

from pulumi_aws import backup, ebs, efs, kms
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard_policies.outcome import Outcome


def rule(**lifecycle: Any) -> Any:
    return {"rule_name": "r", "target_vault_name": "v", **({"lifecycle": lifecycle} if lifecycle else {})}


def plans() -> None:
    backup.Plan("good", rules=[rule(delete_after=35), rule()])
    backup.Plan("second-short", rules=[rule(delete_after=365), rule(delete_after=7), rule(cold_storage_after=30)])
    backup.Plan("later", rules=[rule(delete_after=kms.Key("key").key_id.apply(int))])
    key = kms.Key("vault-key").arn
    backup.Vault("vault", kms_key_arn=key)
    backup.Vault("silent")
    backup.Vault("forced", kms_key_arn=key, force_destroy=True)
    backup.VaultLockConfiguration("lock", backup_vault_name="v", min_retention_days=7)
    backup.VaultLockConfiguration("short-lock", backup_vault_name="v", min_retention_days=1)
    backup.VaultLockConfiguration("open-lock", backup_vault_name="v", max_retention_days=365)


def test_plans_keep_backups_for_long() -> None:
    graph = graph_of(plans)
    path = "rules[{}].lifecycle.deleteAfter"
    assert findings(graph, "backup-retention") == {"second-short": [path.format(1)]}
    assert findings(graph, "backup-retention", days=7) == {}
    assert outcomes(graph, "backup-retention", Outcome.UNPROVEN) == {"later": [path.format(0)]}


def test_vaults_and_locks() -> None:
    graph = graph_of(plans)
    assert findings(graph, "backup-vault-kms") == {"silent": ["kmsKeyArn"], "forced": ["forceDestroy"]}
    days = ["minRetentionDays"]
    assert findings(graph, "backup-vault-lock") == {"short-lock": days, "open-lock": days}
    assert findings(graph, "backup-vault-lock", days=1) == {"open-lock": days}


def volume(name: str, **tags: str) -> ebs.Volume:
    return ebs.Volume(name, availability_zone="us-east-2a", tags=tags)


def selection(name: str, **given: Any) -> None:
    backup.Selection(name, plan_id="plan", iam_role_arn="role", **given)


def equal(key: str, value: str) -> Any:
    return {"string_equals": [{"key": f"aws:ResourceTag/{key}", "value": value}]}


def stores() -> None:
    own_policy = efs.FileSystem("own-policy")
    efs.BackupPolicy("policy", file_system_id=own_policy.id, backup_policy={"status": "DISABLED"})
    efs.FileSystem("nothing")
    volume("disposable", classification="internal")
    by_arn, left_out = volume("by-arn"), volume("left-out", backup="daily")
    volume("by-tag", backup="daily")
    volume("other-tag", backup="weekly")
    volume("by-condition", team="a", stage="prod")
    volume("half-a-condition", team="a")
    tag: Any = {"type": "STRINGEQUALS", "key": "backup", "value": "daily"}
    selection("of-arns", resources=[by_arn.arn])
    selection("of-tags", selection_tags=[tag], not_resources=[left_out.arn])
    both: Any = {"string_equals": [*equal("team", "a")["string_equals"], *equal("stage", "prod")["string_equals"]]}
    selection("of-conditions", resources=["*"], conditions=[both])
    unlike: Any = {"string_not_likes": [{"key": "aws:ResourceTag/x", "value": "y*"}]}
    selection("of-other-conditions", resources=["*"], conditions=[unlike])
    selection("of-nothing-known", resources=["arn:aws:s3:::*", "arn:aws:ec2:*:*:instance/*"])


def test_stores_that_must_last_are_backed_up() -> None:
    graph = graph_of(stores)
    expected = ("nothing", "left-out", "other-tag", "half-a-condition")
    assert findings(graph, "stk-backup-coverage") == {name: [""] for name in expected}
    assert set(outcomes(graph, "stk-backup-coverage", Outcome.NOT_APPLICABLE)) == {"disposable"}


def test_a_selection_of_every_volume_takes_volumes_alone() -> None:
    def program() -> None:
        volume("volume")
        efs.FileSystem("files")
        selection("volumes", resources=["arn:aws:ec2:*:*:volume/*"])

    assert findings(graph_of(program), "stk-backup-coverage") == {"files": [""]}
