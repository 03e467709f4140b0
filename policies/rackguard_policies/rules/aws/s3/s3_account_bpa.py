"""All four switches against public access of an account are on."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import ACCOUNT_PUBLIC_ACCESS_BLOCK
from rackguard_policies.vocabulary import both, every

SWITCHES = ("blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets")


RULE = Rule(
    id="s3-account-bpa",
    title="A public-access block of an account has all four switches on",
    severity="high",
    why="Two of the four leave a way open: one that is off lets in what a policy or an access list says of everybody.",
    fix="Set block_public_acls, block_public_policy, ignore_public_acls and restrict_public_buckets to true.",
    types=(ACCOUNT_PUBLIC_ACCESS_BLOCK,),
    judge=both(*(every(switch).must_be_on() for switch in SWITCHES)),
    before='AccountPublicAccessBlock("account", block_public_acls=True)',
    after='AccountPublicAccessBlock("account", **all_four)',
)
