"""Buckets and the resources beside them that say how each is used, found by dependency or by the bucket's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.bucket_inline import stated
from rackguard_policies.once import once
from rackguard_policies.rule import Parameter
from rackguard_policies.types import (
    BUCKET,
    BUCKET_LOGGINGS,
    BUCKET_V2,
    BUCKETS,
    FLOW_LOG,
    LOAD_BALANCERS,
    TRAIL,
)
from rackguard_policies.values import leaf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject

EVIDENCE_DAYS = {"days": Parameter(365, {"type": "integer", "minimum": 1}, "days for which evidence is kept at least")}
_ARN_PARTS = 6


def companions(graph: Graph, bucket: Resource, *types: str) -> tuple[Resource, ...]:
    """The companions of a bucket of these types, in the order of the types."""
    found = [each for each in graph.dependents(bucket.urn, *types) if _is_of(bucket, each, "bucket")]
    name = bucket.inputs.get("bucket")
    if isinstance(name, str):
        found += [each for type_ in types for each in graph.with_text(type_, "bucket", name)]
    once = {each.urn: each for each in found if not each.external}
    return tuple(once.values())


def bucket_at(graph: Graph, resource: Resource, path: str = "bucket") -> Resource | None:
    """The stack's bucket that a property names, by its dependency, its name or its ARN; None where it is none."""
    place = leaf(resource.inputs, path)
    if isinstance(place.value, str):
        found = named(graph, place.value)
        if found:
            return found
    sources = [each for each in graph.sources(resource, path.partition(".")[0], *BUCKETS) if not each.external]
    return sources[0] if len(sources) == 1 else None


def named(graph: Graph, text: str) -> Resource | None:
    """The stack's bucket of a name, an ARN (`arn:aws:s3:::name/prefix`) or an address (`s3://name/prefix`)."""
    name = text.removeprefix("s3://")
    parts = name.split(":", 5)
    name = (parts[5] if len(parts) == _ARN_PARTS and parts[2] == "s3" else name).partition("/")[0]
    found = (each for type_ in BUCKETS for each in graph.with_text(type_, "bucket", name) if not each.external)
    return next(found, None)


def takes_access_logs(graph: Graph, bucket: Resource) -> bool:
    """True for a bucket to which S3 or a load balancer delivers: they know no encryption with a key of your own."""
    return any(_receives(graph, bucket, _ACCESS_LOGS))


def takes_evidence(graph: Graph, bucket: Resource) -> bool:
    """True for a bucket to which a trail or flow logs are delivered."""
    return any(_receives(graph, bucket, _EVIDENCE))


def for_access_logs(subject: Subject) -> str:
    """Why a rule of data under a key has nothing to say of a companion or bucket; empty where it has."""
    bucket = own_bucket(subject.graph, subject.resource)
    logs = bucket is not None and takes_access_logs(subject.graph, bucket)
    return "access logs are delivered to it, which S3 encrypts with its own key only" if logs else ""


def not_encrypted_here(subject: Subject) -> str:
    """Why a rule of a bucket's key has nothing to say of a companion or bucket; empty where it has."""
    return for_access_logs(subject) or says_inline("serverSideEncryptionConfiguration")(subject)


def own_bucket(graph: Graph, resource: Resource) -> Resource | None:
    """A bucket itself, or the stack's bucket that a companion belongs to."""
    return resource if resource.type in BUCKETS else bucket_at(graph, resource)


def says_inline(key: str) -> Callable[[Subject], str]:
    """A reason not to judge a bucket for a block that it doesn't have; companions are judged in any case."""

    def reason(subject: Subject) -> str:
        bucket = subject.resource.type in BUCKETS
        silent = bucket and not stated(subject.resource, key)
        return "a resource of its own says it, or none" if silent else ""

    return reason


_ACCESS_LOGS = {
    **dict.fromkeys(BUCKET_LOGGINGS, "targetBucket"),
    **dict.fromkeys(LOAD_BALANCERS, "accessLogs.bucket"),
    BUCKET: "logging.targetBucket",
    BUCKET_V2: "loggings.targetBucket",
}
_EVIDENCE = {TRAIL: "s3BucketName", FLOW_LOG: "logDestination"}


def _receives(graph: Graph, bucket: Resource, paths: dict[str, str]) -> Iterator[bool]:
    name = bucket.inputs.get("bucket")
    for type_, path in paths.items():
        key = path.partition(".")[0]
        for each in graph.dependents(bucket.urn, type_):
            yield _is_of(bucket, each, key)
        if isinstance(name, str):
            texts = (name, f"arn:aws:s3:::{name}")
            yield any(graph.with_text(type_, key, text) for text in texts)
            if key != path:
                yield name in _delivered_to(graph).get(type_, ())


@once
def _delivered_to(graph: Graph) -> dict[str, set[str]]:
    """By type of what delivers access logs from a property inside another, the buckets that it names."""
    return {
        type_: {value for each in graph.of_type(type_) if isinstance(value := leaf(each.inputs, path).value, str)}
        for type_, path in _ACCESS_LOGS.items()
    }


def _is_of(bucket: Resource, companion: Resource, key: str) -> bool:
    """True where a dependent names the bucket there; two buckets in one property are told apart by their names."""
    return bucket.urn in companion.property_dependencies.get(key, ())
