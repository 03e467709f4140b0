"""Which objects of buckets a trail records, by its event selectors of either kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard.record import record
from rackguard_policies.once import once
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


@record
class _Recorded:
    """What the trails of a stack record together."""

    everything: bool
    prefixes: frozenset[str]
    """Beginnings of ARNs."""
    urns: frozenset[str]
    """Of resources that prefixes which aren't known yet come from."""


def records(graph: Graph, bucket: Resource) -> bool:
    """True where a trail of the stack surely records every object of a bucket."""
    recorded = _recorded(graph)
    if recorded.everything or bucket.urn in recorded.urns:
        return True
    name = bucket.inputs.get("bucket")
    arn = f"arn:aws:s3:::{name}/" if isinstance(name, str) else ""
    return bool(arn) and any(arn[:end] in recorded.prefixes for end in range(len(arn) + 1))


@once
def _recorded(graph: Graph) -> _Recorded:
    found = [(trail, each) for trail in graph.of_type(TRAIL) for each in selected(trail)]
    known = frozenset(str(each.prefix.value) for _, each in found if not (each.prefix.absent or each.prefix.unknown))
    unknown = [trail.property_dependencies.get(each.key, ()) for trail, each in found if each.prefix.unknown]
    everything = any(each.prefix.absent for _, each in found) or not known.isdisjoint(_EVERY_BUCKET)
    return _Recorded(everything, known, frozenset(urn for urns in unknown for urn in urns))


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
