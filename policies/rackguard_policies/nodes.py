"""What a machine is for, as far as its declaration tells: a GPU node, a host of containers, a router."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from rackguard_policies.launch_templates import templates_of
from rackguard_policies.launched_from import configurations
from rackguard_policies.types import GROUP, ROUTE, ROUTE_TABLE
from rackguard_policies.values import leaf, leaves, truth

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject

CONTAINER_TAG = "rackguard:containers"
"""`true` on machines whose containers may ask for the machine's credentials."""
_ORCHESTRATORS = re.compile(r"eks:cluster-name|kubernetes\.io/cluster/.+|karpenter\.sh/.+|ecs:cluster-name")
_HOSTED = ("aws:eks/nodeGroup:NodeGroup", "aws:ecs/capacityProvider:CapacityProvider")
ROUTED = "a route of the stack leads to it: it is a router"
_TARGETS = {ROUTE: "networkInterfaceId", ROUTE_TABLE: "routes"}
_OVERRIDES = "mixedInstancesPolicy.launchTemplate.overrides[*].instanceType"


def is_gpu_node(subject: Subject) -> bool:
    """True where a type that the instance, template or group names, or what it is made from, has GPUs."""
    return any(subject.catalog.find_instance_type(name) for name in _types(subject))


def hosts_containers(subject: Subject) -> bool:
    """True where tags of the machine say so, or a node group or capacity provider is made from it."""
    machine = subject.resource
    groups = subject.graph.dependents(machine.urn, GROUP)
    tags = [machine.inputs.get("tags"), *_launched_tags(machine), *map(_propagated_tags, groups)]
    if any(_says_containers(cast("dict[str, Any]", each)) for each in tags if isinstance(each, dict)):
        return True
    return any(subject.graph.dependents(each.urn, *_HOSTED) for each in (machine, *groups))


def is_router(subject: Subject) -> bool:
    """True where a route of the stack leads to the instance or interface."""
    graph, urn = subject.graph, subject.resource.urn
    dependents = graph.dependents(urn, ROUTE, ROUTE_TABLE)
    return any(urn in each.property_dependencies.get(_TARGETS[each.type], ()) for each in dependents)


def _types(subject: Subject) -> Iterator[str]:
    machine = subject.resource
    for resource in (machine, *templates_of(subject.graph, machine), *configurations(subject)):
        for path in ("instanceType", _OVERRIDES):
            yield from (each.value for each in leaves(resource.inputs, path) if isinstance(each.value, str))


def _propagated_tags(group: Resource) -> dict[str, Any]:
    tags = [each.value for each in leaves(group.inputs, "tags[*]") if not each.absent]
    launched = [each for each in tags if truth(leaf(each, "propagateAtLaunch").value) is True]
    return {key: leaf(each, "value").value for each in launched if isinstance(key := leaf(each, "key").value, str)}


def _launched_tags(template: Resource) -> Iterator[Any]:
    for each in leaves(template.inputs, "tagSpecifications[*]"):
        if leaf(each.value, "resourceType").value == "instance":
            yield leaf(each.value, "tags").value


def _says_containers(tags: dict[str, Any]) -> bool:
    return truth(tags.get(CONTAINER_TAG)) is True or any(_ORCHESTRATORS.fullmatch(key) for key in tags)
