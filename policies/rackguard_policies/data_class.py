"""The class of data that a resource holds, by its tags or those that its provider gives to everything."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.once import once
from rackguard_policies.rule import Parameter
from rackguard_policies.tag_keys import CLASSIFICATION, ENVIRONMENT, tag_value
from rackguard_policies.values import leaf

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject

_TEXTS = {"type": "array", "items": {"type": "string"}}
DISPOSABLE = {"disposable": Parameter(["public", "internal"], _TEXTS, "classes of data that may go with their stack")}
REGULATED = {
    "regulated": Parameter(
        ["phi", "pii", "confidential"], _TEXTS, "classes of data that are guarded by law or contract"
    )
}


def tags_of(graph: Graph, resource: Resource) -> Any:
    """A resource's tags, and those of its provider for everything; `UNKNOWN` where some aren't known yet."""
    own, given = resource.inputs.get("tags"), _default_tags(graph, resource)
    if own is UNKNOWN or given is UNKNOWN:
        return UNKNOWN
    return {**given, **cast("dict[str, Any]", own or {})} if isinstance(own, dict) or not own else given


def data_class(graph: Graph, resource: Resource) -> Any:
    """The class in lower case; None without one, `UNKNOWN` where it isn't known yet."""
    found = tag_value(tags_of(graph, resource), CLASSIFICATION)
    return found.lower() if isinstance(found, str) else found


def environment(graph: Graph, resource: Resource) -> Any:
    """The environment that tags tell, in lower case; None without one, `UNKNOWN` where it isn't known yet."""
    found = tag_value(tags_of(graph, resource), ENVIRONMENT)
    return found.lower() if isinstance(found, str) else found


def disposable(subject: Subject) -> str:
    """Why nothing that holds data of this class need be kept; empty where it must be. Has parameter `disposable`."""
    found = data_class(subject.graph, subject.resource)
    return f"data of class {found} may go" if found in subject.parameters["disposable"] else ""


def _default_tags(graph: Graph, resource: Resource) -> Any:
    provider = graph.by_urn.get((resource.provider or "").rpartition("::")[0]) or graph.by_urn.get(
        resource.provider or ""
    )
    return _given_to_all(provider) if provider else {}


@once
def _given_to_all(provider: Resource) -> Any:
    found = provider.inputs.get("defaultTags")
    if isinstance(found, str):
        # A provider's inputs are JSON texts.
        try:
            found = json.loads(found)
        except ValueError:
            return {}
    tags = leaf(found, "tags")
    if tags.unknown:
        return UNKNOWN
    given: Any = tags.value
    return cast("dict[str, Any]", given) if isinstance(given, dict) else {}
