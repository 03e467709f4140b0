"""Access to buckets is stated by resources of its own."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import BUCKETS
from rackguard_policies.vocabulary import both, every

RULE = Rule(
    id="s3-no-inline-acl",
    title="A bucket states neither access lists nor a policy inline",
    severity="low",
    why="What is stated inline and by a resource of its own too is written by turns: the last one wins.",
    fix="Use BucketPolicy, and leave acl and grants out.",
    types=BUCKETS,
    judge=both(*(every(key).must_be_left_out() for key in ("acl", "grants", "policy"))),
    before='Bucket("data", policy=json.dumps(policy))',
    after='BucketPolicy("data", bucket=bucket.id, policy=json.dumps(policy))',
)
