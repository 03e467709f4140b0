"""What a bucket says itself, where most have a resource of their own for it; a BucketV2 has each block in a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.types import BUCKET_V2
from rackguard_policies.values import leaf

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource

_LISTED = frozenset(
    (
        "applyServerSideEncryptionByDefault",
        "defaultRetention",
        "logging",
        "replicationConfiguration",
        "rule",
        "serverSideEncryptionConfiguration",
        "versioning",
        "website",
    )
)
"""Blocks of a Bucket that a BucketV2 has under the plural."""


def inline_path(bucket: Resource, path: str) -> str:
    """Where this bucket says what a Bucket says at `path`: `versioning.enabled`, `versionings.enabled`."""
    if bucket.type != BUCKET_V2:
        return path
    return ".".join(f"{key}s" if key in _LISTED else key for key in path.split("."))


def stated(bucket: Resource, path: str) -> bool:
    """True where a bucket says something itself at the path of a Bucket; an empty list says nothing."""
    place = leaf(bucket.inputs, inline_path(bucket, path))
    return not place.absent and place.value != []
