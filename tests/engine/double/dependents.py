"""What resources are to each other: one that is named must be there, and one that is held can't be deleted."""

from __future__ import annotations

from typing import Any

from tests.engine.double.cloud import Bond, Cloud, Reference
from tests.engine.double.difference import at
from tests.engine.double.store import Refused, Store, Thing


def check_named(cloud: Cloud, store: Store, type: str, properties: dict[str, Any]) -> None:
    """Refuse a resource that names another one which isn't there.

    Raises:
        Refused: as a cloud says it.
    """
    for reference in cloud.references.get(type, ()):
        for name in at(properties, reference.path):
            if not any(_name(thing, reference) == name for thing in store.list(reference.to)):
                raise Refused(f"{reference.path}: {reference.to} {name!r} does not exist")


def delete(cloud: Cloud, store: Store, thing: Thing) -> None:
    """Delete a resource with its parts, and keep what the cloud keeps of it.

    Raises:
        Refused: another resource holds it, or the cloud has a reason of its own.
    """
    for other, _ in _named_by(cloud, store, thing, Bond.HOLDS):
        raise Refused(f"DependencyViolation: {thing.type} {thing.id} is in use by {other.type} {other.id}")
    refusal = cloud.refusals.get(thing.type)
    if refusal and (message := refusal(thing, store)):
        raise Refused(message)
    if leaves := cloud.leaves.get(thing.type):
        store.kept.update(leaves(thing, store))
    for part, _ in _named_by(cloud, store, thing, Bond.OWNS):
        store.remove(part.type, part.id)
    store.remove(thing.type, thing.id)


def owner(cloud: Cloud, store: Store, part: Thing) -> Thing | None:
    """What a resource is a part of; None where it stands by itself, or what it was a part of is gone."""
    for reference in cloud.references.get(part.type, ()):
        if reference.bond is Bond.OWNS:
            names = at(part.properties, reference.path)
            for thing in store.list(reference.to):
                if _name(thing, reference) in names:
                    return thing
    return None


def _named_by(cloud: Cloud, store: Store, thing: Thing, bond: Bond) -> list[tuple[Thing, Reference]]:
    return [
        (other, reference)
        for other in store.list()
        for reference in cloud.references.get(other.type, ())
        if reference.to == thing.type and reference.bond is bond and other is not thing
        if _name(thing, reference) in at(other.properties, reference.path)
    ]


def _name(thing: Thing, reference: Reference) -> Any:
    return thing.id if reference.by == "id" else thing.properties.get(reference.by)
