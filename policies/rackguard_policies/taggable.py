"""Which resources of AWS take tags, and which of the tags that are asked for they lack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.data_class import tags_of
from rackguard_policies.packaged import lines
from rackguard_policies.tag_keys import CLASSIFICATION, plain, tag_value
from rackguard_policies.types import GROUP
from rackguard_policies.values import leaf, leaves

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

_ALSO = {
    "classification": CLASSIFICATION,
    "environment": ("environment", "env", "stage"),
    "owner": ("owner", "team", "contact"),
}
"""Other ways to write a key that is asked for, without case and separators."""


def is_taggable(token: str) -> bool:
    """True for a resource that takes tags."""
    return token in lines("aws_taggable.txt")


def missing_tags(graph: Graph, resource: Resource, keys: list[str]) -> list[str] | None:
    """Those of `keys` that a resource has no value for, its provider's for everything counted; None if not known."""
    tags = _of_group(resource) if resource.type == GROUP else tags_of(graph, resource)
    if tags is UNKNOWN:
        return None
    return [key for key in keys if tag_value(tags, _ALSO.get(key) or (plain(key),)) is None]


def _of_group(group: Resource) -> Any:
    """An Auto Scaling group lists its tags, and providers' tags for everything don't reach it."""
    found = [item for item in leaves(group.inputs, "tags[*]") if not item.absent]
    if any(item.unknown for item in found):
        return UNKNOWN
    return {str(leaf(item.value, "key").value): leaf(item.value, "value").value for item in found}
