"""Lustre file systems: what their kind can't have, and what they are linked to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard_policies.types import DATA_REPOSITORY
from rackguard_policies.values import leaf

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject

LINKS = ("importPath", "exportPath")
"""Inputs that link a file system to a bucket by themselves."""


def is_persistent(deployment_type: Any) -> bool:
    """True for PERSISTENT_1 and PERSISTENT_2; what isn't given is SCRATCH_1."""
    return isinstance(deployment_type, str) and deployment_type.startswith("PERSISTENT_")


def scratch(subject: Subject) -> str:
    """Why a rule of keys has nothing to say of a file system; empty where it has."""
    kind = leaf(subject.resource.inputs, "deploymentType")
    persistent = kind.unknown or is_persistent(kind.value)
    return "" if persistent else "a scratch file system takes no key of your own and no backups"


def without_backups(subject: Subject) -> str:
    """Why a rule of backups has nothing to say of a file system; empty where it has."""
    if is_linked(subject.graph, subject.resource):
        return "it is linked to a bucket, and such a file system takes no backups"
    return scratch(subject)


def is_linked(graph: Graph, lustre: Resource) -> bool:
    """True where a bucket stands behind a file system: FSx makes no backups of such a one."""
    if any(not leaf(lustre.inputs, key).absent for key in LINKS):
        return True
    linked = graph.dependents(lustre.urn, DATA_REPOSITORY)
    if any(lustre.urn in link.property_dependencies.get("fileSystemId", ()) for link in linked):
        return True
    return bool(lustre.id and graph.with_text(DATA_REPOSITORY, "fileSystemId", lustre.id))
