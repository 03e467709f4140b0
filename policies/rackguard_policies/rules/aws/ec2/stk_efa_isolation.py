"""Groups of EFA nodes hold nodes only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.attached_groups import MEMBERSHIPS, in_group
from rackguard_policies.efa import no_efa_group
from rackguard_policies.nodes import is_gpu_node
from rackguard_policies.rule import Finding, NotApplicable, Rule, Subject
from rackguard_policies.types import (
    INSTANCES,
    LAUNCH_CONFIGURATION,
    LAUNCH_TEMPLATE,
    NETWORK_INTERFACE,
    NETWORK_INTERFACE_GROUP,
    SECURITY_GROUP,
)
from rackguard_policies.values import leaf

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Verdict

WANTED = "is another group than the one of EFA nodes, whose members may send each other anything"
INTERFACES = (NETWORK_INTERFACE, NETWORK_INTERFACE_GROUP)


def _judge(subject: Subject) -> Iterator[Verdict]:
    group = subject.resource
    if reason := no_efa_group(subject.graph, group):
        yield NotApplicable(reason)
        return
    for member in in_group(subject.graph, group):
        if not _is_node(subject, member):
            yield Finding(_property(member, group), WANTED, urn=member.urn)


def _is_node(subject: Subject, member: Resource) -> bool:
    """Nodes without EFA are nodes too; a template that leaves the type to its group is one."""
    if member.type in INTERFACES:
        return True
    gpus = is_gpu_node(Subject(subject.graph, member, subject.parameters, subject.catalog))
    if member.type in (LAUNCH_TEMPLATE, LAUNCH_CONFIGURATION):
        return gpus or not isinstance(leaf(member.inputs, "instanceType").value, str)
    return member.type in INSTANCES and gpus


def _property(member: Resource, group: Resource) -> str:
    return next(key for key in MEMBERSHIPS if group.urn in member.property_dependencies.get(key, ()))


RULE = Rule(
    id="stk-efa-isolation",
    title="Login nodes, file systems, endpoints and load balancers aren't in the group of EFA nodes",
    severity="high",
    why="Members of this group reach each other on every port: whoever takes the login node has all the nodes'.",
    fix="Give each its own group, and list the ports between that and the nodes' group.",
    types=(SECURITY_GROUP,),
    judge=_judge,
    before='Instance("login", instance_type="m7i.xlarge", vpc_security_group_ids=[nodes.id])',
    after='Instance("login", instance_type="m7i.xlarge", vpc_security_group_ids=[login.id])',
)
