"""Stores, and the KMS keys that they name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.bucket_companions import bucket_at
from rackguard_policies.customer_key import KEYS
from rackguard_policies.types import (
    BACKUP_VAULT,
    BUCKET_ENCRYPTIONS,
    FILE_SYSTEM,
    IMAGE_COPY,
    INSTANCE,
    KEY_ALIAS,
    LAUNCH_TEMPLATE,
    LOG_GROUP,
    LUSTRE,
    PARAMETER,
    QUEUE,
    SECRET,
    SNAPSHOT_COPY,
    TOPIC,
    TRAIL,
    VOLUME,
)
from rackguard_policies.values import Leaf, leaves

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

KEY_PATHS: dict[str, tuple[str, ...]] = {
    VOLUME: ("kmsKeyId",),
    SNAPSHOT_COPY: ("kmsKeyId",),
    IMAGE_COPY: ("kmsKeyId",),
    INSTANCE: ("rootBlockDevice.kmsKeyId", "ebsBlockDevices[*].kmsKeyId"),
    LAUNCH_TEMPLATE: ("blockDeviceMappings[*].ebs.kmsKeyId",),
    FILE_SYSTEM: ("kmsKeyId",),
    LUSTRE: ("kmsKeyId",),
    **dict.fromkeys(BUCKET_ENCRYPTIONS, ("rules[*].applyServerSideEncryptionByDefault.kmsMasterKeyId",)),
    LOG_GROUP: ("kmsKeyId",),
    TRAIL: ("kmsKeyId",),
    BACKUP_VAULT: ("kmsKeyArn",),
    SECRET: ("kmsKeyId",),
    PARAMETER: ("keyId",),
    TOPIC: ("kmsMasterKeyId",),
    QUEUE: ("kmsMasterKeyId",),
}
"""For each type of store the properties that name a key."""


def keys_named(store: Resource) -> Iterator[Leaf]:
    """The places where a store names a key; none where it leaves it to a default."""
    for path in KEY_PATHS.get(store.type, ()):
        yield from (place for place in leaves(store.inputs, path) if not place.absent and place.value != "")


def is_of_stack(graph: Graph, store: Resource, place: Leaf) -> bool:
    """True where a key that the stack itself makes is named, by dependency or by the ARN or id that it has."""
    named = graph.sources(store, place.path.partition(".")[0].partition("[")[0], *KEYS)
    own = [key for key in named if not key.external]
    return bool(own) if place.unknown else any(_is(place, key) for key in own)


def stores_under(graph: Graph, key: Resource) -> tuple[Resource, ...]:
    """What is encrypted with a key, directly or by its alias; of a bucket's encryption the bucket, if the stack's."""
    names = (key, *graph.dependents(key.urn, KEY_ALIAS))
    stores = [store for name in names for store in graph.dependents(name.urn, *KEY_PATHS) if _uses(store, name)]
    holders = (bucket_at(graph, each) or each if each.type in BUCKET_ENCRYPTIONS else each for each in stores)
    return tuple({each.urn: each for each in holders}.values())


def _uses(store: Resource, name: Resource) -> bool:
    """True where the key is what a property for keys takes its value from, and not an explicit dependency alone."""
    keys = {path.partition(".")[0].partition("[")[0] for path in KEY_PATHS[store.type]}
    return any(name.urn in store.property_dependencies.get(each, ()) for each in keys)


def _is(place: Leaf, key: Resource) -> bool:
    known = (key.id, key.inputs.get("name"), key.outputs.get("arn"), key.outputs.get("keyId"))
    return place.value in [each for each in known if isinstance(each, str)]
