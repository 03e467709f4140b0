"""Vaults are encrypted with a key of your own, and not emptied by force."""

from __future__ import annotations

from rackguard_policies.customer_key import WANTED, is_own_key, key_at
from rackguard_policies.rule import Rule
from rackguard_policies.types import BACKUP_VAULT
from rackguard_policies.vocabulary import both, every

RULE = Rule(
    id="backup-vault-kms",
    title="A backup vault has a key of your own, and is not deleted with what is in it",
    severity="medium",
    why="Backups hold all the data; with force_destroy one command takes every copy along.",
    fix="Set kms_key_arn, and leave force_destroy off.",
    types=(BACKUP_VAULT,),
    judge=both(key_at("kmsKeyArn").must(is_own_key, WANTED), every("forceDestroy").must_be_off()),
    before='Vault("backups", force_destroy=True)',
    after='Vault("backups", kms_key_arn=key.arn)',
)
