"""The output of `pulumi stack export`: a stack as it was deployed last."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any, cast

from rackguard.graph.document import refusal
from rackguard.graph.graph import Graph
from rackguard.graph.steps import graph_of, not_of_the_engine, resources_of
from rackguard.graph.untold import IN_OLD_STATES
from rackguard.spec.values import shown

LACKS = (
    "what the program declares now: this is what was deployed last",
    "what was changed outside of Pulumi since its last refresh",
    "the options aliases, deleteBeforeReplace and version",
)
_TELLS_IGNORE_CHANGES = (3, 120)
"""The version of Pulumi from which on states have it."""
VERSIONS = (3, 4)
"""Versions of the format that are read; 4 is 3 with a list of the features that are used."""
FEATURES = frozenset(
    {
        "byteString",
        "extensionParameterization",
        "hooks",
        "refreshBeforeUpdate",
        "replaceWith",
        "snippets-prototype",
        "taint",
        "views",
    }
)
"""Features of version 4 under which resources are still written as they are read here (Pulumi 3.274)."""


def read(document: dict[str, Any], name: str) -> Graph:
    """The resources that are there; `name` is the file's, for messages.

    What waits for its deletion, or was deleted to be made again, is left out, and said so.

    Raises:
        InvalidInput: another version, no resources, or not as the engine writes it.
    """
    _refuse_other_versions(document, name)
    deployment: Any = document["deployment"]
    if not isinstance(deployment, dict):
        raise not_of_the_engine([f"`deployment` is {shown(deployment)}; a mapping is needed"], name)
    fields = cast("dict[str, Any]", deployment)
    states = _listed(fields, "resources", name)
    kept = [(state, f"deployment.resources[{number}]") for number, state in enumerate(states) if not _is_leaving(state)]
    resources = resources_of(kept, name)
    _refuse_twice([resource.urn for resource in resources], name)
    unfinished = _unfinished(len(states) - len(kept), len(_listed(fields, "pending_operations", name)))
    graph = graph_of(resources, (*LACKS, *_left_out(fields), *unfinished), name, whole=not unfinished)
    return replace(graph, untold=frozenset({IN_OLD_STATES.option})) if _is_old(fields) else graph


def _refuse_other_versions(document: dict[str, Any], name: str) -> None:
    version = document["version"]
    if type(version) is not int:
        raise not_of_the_engine([f"`version` is {shown(version)}; a number is needed"], name)
    if version not in VERSIONS:
        hint = "Use a later Rackguard." if version > max(VERSIONS) else "Export it again with a current Pulumi."
        message = f"the state is of version {shown(version)}; 3 and 4 are read"
        raise refusal("graph-version", name, message, hint)
    features = _listed(document, "features", name)
    if unknown := [shown(feature) for feature in features if not isinstance(feature, str) or feature not in FEATURES]:
        message = f"the state uses what isn't known here: {', '.join(unknown[:5])}"
        raise refusal("graph-version", name, message, "Use a later Rackguard.")


def _listed(fields: dict[str, Any], key: str, name: str) -> list[Any]:
    found = fields.get(key)
    if found is not None and not isinstance(found, list):
        raise not_of_the_engine([f"`{key}` is {shown(found)}; a list is needed"], name)
    return cast("list[Any]", found or [])


def _is_leaving(state: Any) -> bool:
    fields = cast("dict[str, Any]", state) if isinstance(state, dict) else {}
    return fields.get("delete") is True or fields.get("pendingReplacement") is True


def _refuse_twice(urns: list[str], name: str) -> None:
    if twice := [urn for urn, count in Counter(urns).items() if count > 1]:
        raise not_of_the_engine([f"{urn} is there twice" for urn in twice], name)


def _left_out(deployment: dict[str, Any]) -> list[str]:
    words = "the option ignoreChanges: Pulumi before 3.120 kept it in no state; `pulumi up` with a later one does"
    return [words] if _is_old(deployment) else []


def _is_old(deployment: dict[str, Any]) -> bool:
    """True for the state of a Pulumi that is known to have kept less; a state made otherwise says no version."""
    manifest: Any = deployment.get("manifest")
    written = cast("dict[str, Any]", manifest).get("version") if isinstance(manifest, dict) else None
    found = re.match(r"v?(\d{1,6})\.(\d{1,6})\.", written) if isinstance(written, str) else None
    return found is not None and (int(found[1]), int(found[2])) < _TELLS_IGNORE_CHANGES


def _unfinished(leaving: int, interrupted: int) -> list[str]:
    said: list[str] = []
    if leaving:
        said.append(f"{leaving:,} resources that wait for their deletion or replacement: `pulumi up` ends it")
    if interrupted:
        said.append(f"what became of {interrupted:,} interrupted operations: `pulumi refresh` finds out")
    return said
