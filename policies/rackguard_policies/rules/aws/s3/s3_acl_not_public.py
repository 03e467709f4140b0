"""No access list of a bucket or object is public."""

from __future__ import annotations

from typing import Any

from rackguard_policies.rule import Rule
from rackguard_policies.types import BUCKET_ACLS, BUCKET_OBJECTS, BUCKETS
from rackguard_policies.vocabulary import both, every

PUBLIC = ("public-read", "public-read-write", "authenticated-read")
GROUPS = ("/AllUsers", "/AuthenticatedUsers")
NO_GROUP = "is not everybody, nor everybody with an account"


def _is_no_group(uri: Any) -> bool:
    return isinstance(uri, str) and not uri.endswith(GROUPS)


RULE = Rule(
    id="s3-acl-not-public",
    title="No access list of a bucket or object lets everybody in",
    severity="critical",
    why="A public access list opens what is stored to everybody, or to everybody with any AWS account.",
    fix='Leave acl and grants out, or set acl to "private".',
    types=(*BUCKET_ACLS, *BUCKETS, *BUCKET_OBJECTS),
    judge=both(
        every("acl").fine_if_absent().must(lambda acl: acl not in PUBLIC, "isn't public"),
        every("accessControlPolicy.grants[*].grantee.uri").fine_if_absent().must(_is_no_group, NO_GROUP),
        every("grants[*].uri").fine_if_absent().must(_is_no_group, NO_GROUP),
    ),
    before='BucketAcl("data", bucket=bucket.id, acl="public-read")',
    after='BucketAcl("data", bucket=bucket.id, acl="private")',
)
