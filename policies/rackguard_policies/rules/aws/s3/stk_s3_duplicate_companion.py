"""Each thing is said once of a bucket."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.bucket_companions import companions
from rackguard_policies.bucket_inline import stated
from rackguard_policies.rule import Finding, Rule
from rackguard_policies.types import (
    BUCKET_ACLS,
    BUCKET_ENCRYPTIONS,
    BUCKET_LIFECYCLES,
    BUCKET_LOGGINGS,
    BUCKET_OBJECT_LOCKS,
    BUCKET_OWNERSHIP,
    BUCKET_POLICY,
    BUCKET_PUBLIC_ACCESS_BLOCK,
    BUCKET_REPLICATION,
    BUCKET_VERSIONINGS,
    BUCKET_WEBSITES,
    BUCKETS,
)

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

KINDS = {
    (BUCKET_PUBLIC_ACCESS_BLOCK,): "",
    (BUCKET_POLICY,): "policy",
    (BUCKET_OWNERSHIP,): "",
    (BUCKET_REPLICATION,): "replicationConfiguration",
    BUCKET_ENCRYPTIONS: "serverSideEncryptionConfiguration",
    BUCKET_VERSIONINGS: "versioning",
    BUCKET_LIFECYCLES: "lifecycleRules",
    BUCKET_LOGGINGS: "logging",
    BUCKET_ACLS: "acl",
    BUCKET_OBJECT_LOCKS: "objectLockConfiguration",
    BUCKET_WEBSITES: "website",
}


def _judge(subject: Subject) -> Iterator[Verdict]:
    for types, key in KINDS.items():
        found = sorted(companions(subject.graph, subject.resource, *types), key=lambda each: each.urn)
        inline = bool(key) and stated(subject.resource, key)
        for each in found if inline else found[1:]:
            first = "the bucket's own" if inline else found[0].name
            yield Finding("", "is the only one of its kind of the bucket", f"one beside {first}", each.urn)


RULE = Rule(
    id="stk-s3-duplicate-companion",
    title="A bucket has one policy, one encryption, one lifecycle and one of each other companion",
    severity="medium",
    why="S3 keeps one of each: two that are declared overwrite each other at every deployment, and the last one wins.",
    fix="Put both into one; take what is stated inline out of the bucket.",
    types=BUCKETS,
    judge=_judge,
    before='BucketPolicy("tls", bucket=bucket.id, policy=a); BucketPolicy("share", bucket=bucket.id, policy=b)',
    after='BucketPolicy("data", bucket=bucket.id, policy=a_and_b)',
)
