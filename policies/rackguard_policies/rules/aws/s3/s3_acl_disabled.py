"""Access lists of buckets are off."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import BUCKET_OWNERSHIP
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="s3-acl-disabled",
    title="A bucket's owner owns all objects, and access lists are off",
    severity="medium",
    why="An access list on a single object opens it past every policy, and whoever uploads may set one.",
    fix='Set rule.object_ownership to "BucketOwnerEnforced".',
    types=(BUCKET_OWNERSHIP,),
    judge=every("rule.objectOwnership").must_be("BucketOwnerEnforced"),
    before='BucketOwnershipControls("data", bucket=bucket.id, rule={"object_ownership": "ObjectWriter"})',
    after='BucketOwnershipControls("data", bucket=bucket.id, rule={"object_ownership": "BucketOwnerEnforced"})',
)
