"""File caches are encrypted with a key of your own."""

from __future__ import annotations

from rackguard_policies.customer_key import WANTED, is_own_key, key_at
from rackguard_policies.rule import Rule
from rackguard_policies.types import FILE_CACHE

RULE = Rule(
    id="fsx-cache-cmk",
    title="A file cache is encrypted with a key of your own",
    severity="medium",
    why="A cache holds copies of the data behind it; the key that AWS keeps can be neither limited nor withdrawn.",
    fix="Set kms_key_id to the ARN of a KMS key of your own.",
    types=(FILE_CACHE,),
    judge=key_at("kmsKeyId").must(is_own_key, WANTED),
    before='FileCache("cache", file_cache_type="LUSTRE")',
    after='FileCache("cache", file_cache_type="LUSTRE", kms_key_id=key.arn)',
)
