"""Where access logs of a bucket go: by a resource of its own, or by what the bucket says itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.bucket_companions import bucket_at, companions
from rackguard_policies.bucket_inline import inline_path
from rackguard_policies.types import BUCKET_LOGGINGS, BUCKETS

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

INLINE = "logging"
"""The input of a bucket that says what a BucketLogging does."""


def target_path(resource: Resource) -> str:
    """The property of a bucket, or of a BucketLogging, that names the bucket which takes the logs."""
    return inline_path(resource, f"{INLINE}.targetBucket") if resource.type in BUCKETS else "targetBucket"


def target_of(graph: Graph, resource: Resource) -> Resource | None:
    """The stack's bucket that takes the logs of a bucket, or of a BucketLogging; None where it is none."""
    return bucket_at(graph, resource, target_path(resource))


def targets_of(graph: Graph, bucket: Resource) -> Iterator[Resource]:
    """The stack's buckets that take a bucket's logs, however it says so."""
    for resource in (bucket, *companions(graph, bucket, *BUCKET_LOGGINGS)):
        if target := target_of(graph, resource):
            yield target
