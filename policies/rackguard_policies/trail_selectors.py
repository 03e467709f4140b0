"""Which objects of buckets a trail records, by its event selectors of either kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard.record import record
from rackguard_policies.types import TRAIL
from rackguard_policies.values import ABSENT, Leaf, leaf, leaves

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

OBJECTS = "AWS::S3::Object"
BASIC, ADVANCED = "eventSelectors", "advancedEventSelectors"
_EVERY_BUCKET = ("arn:aws:s3", "arn:aws:s3:::")


@record
class Selected:
    """Objects that are recorded when they are read and when they are written."""

    key: str
    """The input that says so."""
    prefix: Leaf
    """The beginning of their ARNs; absent for those of every bucket."""


def selected(trail: Resource) -> Iterator[Selected]:
    """What a trail's selectors take, of objects read and written alike."""
    for each in leaves(trail.inputs, f"{BASIC}[*]"):
        if not each.unknown and leaf(each.value, "readWriteType").value in (ABSENT, None, "All"):
            for data in leaves(each.value, "dataResources[*]"):
                if leaf(data.value, "type").value == OBJECTS:
                    yield from (Selected(BASIC, found) for found in leaves(data.value, "values[*]"))
    for each in leaves(trail.inputs, f"{ADVANCED}[*]"):
        fields = {leaf(field.value, "field").value: field.value for field in leaves(each.value, "fieldSelectors[*]")}
        if _is_of_objects(fields):
            yield from (Selected(ADVANCED, found) for found in _prefixes(fields.get("resources.ARN", ABSENT)))


def unknown_selectors(trail: Resource) -> Leaf | None:
    """Selectors of which nothing is known yet; None where all are."""
    found = (place for key in (BASIC, ADVANCED) for place in leaves(trail.inputs, f"{key}[*]"))
    return next((place for place in found if place.unknown), None)


def records(graph: Graph, bucket: Resource) -> bool:
    """True where a trail of the stack surely records every object of a bucket."""
    return any(_covers(trail, each, bucket) for trail in graph.of_type(TRAIL) for each in selected(trail))


def _covers(trail: Resource, of: Selected, bucket: Resource) -> bool:
    if of.prefix.absent:
        return True
    if of.prefix.unknown:
        return bucket.urn in trail.property_dependencies.get(of.key, ())
    name = bucket.inputs.get("bucket")
    prefix = str(of.prefix.value)
    return prefix in _EVERY_BUCKET or (isinstance(name, str) and f"arn:aws:s3:::{name}/".startswith(prefix))


def _is_of_objects(fields: dict[Any, Any]) -> bool:
    """True where nothing but a bucket's ARN narrows the objects down."""
    if set(fields) - {"eventCategory", "resources.type", "resources.ARN"}:
        return False
    kinds = leaves(fields.get("resources.type", {}), "equals[*]")
    categories = leaves(fields.get("eventCategory", {}), "equals[*]")
    return any(kind.value == OBJECTS for kind in kinds) and any(each.value == "Data" for each in categories)


def _prefixes(field: Any) -> Iterator[Leaf]:
    if field is ABSENT:
        yield Leaf("", ABSENT)
    elif not any(not leaf(field, key).absent for key in ("endsWiths", "notEndsWiths", "notEquals", "notStartsWiths")):
        yield from (found for found in leaves(field, "startsWiths[*]") if not found.absent)
