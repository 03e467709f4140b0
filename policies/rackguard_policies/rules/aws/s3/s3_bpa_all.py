"""All four switches against public access of a bucket are on."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import BUCKET_PUBLIC_ACCESS_BLOCK
from rackguard_policies.vocabulary import both, every

SWITCHES = ("blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets")


RULE = Rule(
    id="s3-bpa-all",
    title="A public-access block of a bucket has all four switches on",
    severity="critical",
    why="Two of the four leave a way open: one that is off lets in what a policy or an access list says of everybody.",
    fix="Set block_public_acls, block_public_policy, ignore_public_acls and restrict_public_buckets to true.",
    types=(BUCKET_PUBLIC_ACCESS_BLOCK,),
    judge=both(*(every(switch).must_be_on() for switch in SWITCHES)),
    before='BucketPublicAccessBlock("data", bucket=bucket.id, block_public_acls=True)',
    after='BucketPublicAccessBlock("data", bucket=bucket.id, **all_four)',
)
