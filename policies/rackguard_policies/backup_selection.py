"""Which resources the backup selections of a stack take."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, cast

from rackguard_policies.data_class import tags_of
from rackguard_policies.types import BACKUP_SELECTION, FILE_SYSTEM, LUSTRE, VOLUME
from rackguard_policies.values import leaf, leaves

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

_ARNS = {FILE_SYSTEM: "elasticfilesystem:file-system/", LUSTRE: "fsx:file-system/", VOLUME: "ec2:volume/"}
"""Service and kind in a store's ARN."""
_PREFIX = "aws:ResourceTag/"


def is_selected(graph: Graph, store: Resource) -> bool:
    """True where a selection surely takes a store: by its tags, or by its ARN and all that its conditions ask."""
    return any(_selects(graph, selection, store) for selection in graph.of_type(BACKUP_SELECTION))


def _selects(graph: Graph, selection: Resource, store: Resource) -> bool:
    tags = tags_of(graph, store)
    known = cast("dict[str, Any]", tags) if isinstance(tags, dict) else {}
    if _names(selection, store, "notResources"):
        return False
    if any(_is_tag(known, tag.value) for tag in leaves(selection.inputs, "selectionTags[*]")):
        return True
    return _names(selection, store, "resources") and _meets(selection, known)


def _is_tag(tags: dict[str, Any], tag: Any) -> bool:
    key, value = leaf(tag, "key").value, leaf(tag, "value").value
    equals = leaf(tag, "type").value == "STRINGEQUALS"
    return equals and isinstance(key, str) and isinstance(value, str) and tags.get(key) == value


def _names(selection: Resource, store: Resource, key: str) -> bool:
    found = list(leaves(selection.inputs, f"{key}[*]"))
    if any(isinstance(place.value, str) and _fits(place.value, store) for place in found):
        return True
    return any(place.unknown for place in found) and store.urn in selection.property_dependencies.get(key, ())


def _fits(pattern: str, store: Resource) -> bool:
    """`*`, an ARN of the store's id, or one of every resource of its kind."""
    service, _, kind = _ARNS[store.type].partition(":")
    parts = pattern.split(":", 5)
    if len(parts) < 6:
        return pattern == "*"
    return fnmatchcase(service, parts[2]) and (
        fnmatchcase(kind, parts[5]) or bool(store.id and fnmatchcase(kind + store.id, parts[5]))
    )


def _meets(selection: Resource, tags: dict[str, Any]) -> bool:
    """True where every condition is one of equality that the tags meet."""
    for conditions in leaves(selection.inputs, "conditions[*]"):
        if conditions.absent:
            continue
        if set(_given(conditions.value)) != {"stringEquals"}:
            return False
        for each in leaves(conditions.value, "stringEquals[*]"):
            key = leaf(each.value, "key").value
            if not isinstance(key, str) or tags.get(key.removeprefix(_PREFIX)) != leaf(each.value, "value").value:
                return False
    return True


def _given(conditions: Any) -> list[str]:
    """Kinds of the conditions that are there; one without a name where they aren't known."""
    if not isinstance(conditions, dict):
        return [""]
    return [key for key, value in cast("dict[str, Any]", conditions).items() if value not in (None, [])]
