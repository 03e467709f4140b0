"""Every interface of a launch template names its security groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.named_network import named
from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.types import DEFAULT_SECURITY_GROUP, LAUNCH_TEMPLATE
from rackguard_policies.values import Leaf, leaf, leaves, seen
from rackguard_policies.vocabulary import is_given

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


_WANTED = "names security groups"


def _judge(subject: Subject) -> Iterator[Verdict]:
    resource = subject.resource
    interfaces = [each for each in leaves(resource.inputs, "networkInterfaces[*]") if not each.absent]
    if not interfaces:
        yield from named("vpcSecurityGroupIds", DEFAULT_SECURITY_GROUP, ("securityGroupNames",))(subject)
        return
    if any(subject.graph.sources(resource, "networkInterfaces", DEFAULT_SECURITY_GROUP)):
        yield Finding("networkInterfaces", "has groups of your own, not the default one")
    for each in interfaces:
        if each.unknown:
            yield Unproven(each.path, _WANTED)
        elif leaf(each.value, "networkInterfaceId").absent:
            yield from _named(subject, each)


def _named(subject: Subject, interface: Leaf) -> Iterator[Verdict]:
    groups = leaf(interface.value, "securityGroups")
    path = f"{interface.path}.{groups.path}"
    given = is_given(subject, Leaf(path, groups.value))
    if not given:
        yield Unproven(path, _WANTED) if given is None else Finding(path, _WANTED, seen(groups.value))


RULE = Rule(
    id="lt-nic-sg",
    title=(
        "Every interface of a launch template, on every network card, names its security groups, none of"
        " them a VPC's default one"
    ),
    severity="high",
    why="An interface that names none joins the VPC's default group, whose members all reach each other.",
    fix="Set security_groups on each of network_interfaces, or vpc_security_group_ids where there are none.",
    types=(LAUNCH_TEMPLATE,),
    judge=_judge,
    before=(
        'LaunchTemplate("t", network_interfaces=[{"network_card_index": 0, "security_groups": [nodes.id]},'
        ' {"network_card_index": 1}])'
    ),
    after=(
        'LaunchTemplate("t", network_interfaces=[{"network_card_index": n, "security_groups": [nodes.id]}'
        " for n in (0, 1)])"
    ),
)
