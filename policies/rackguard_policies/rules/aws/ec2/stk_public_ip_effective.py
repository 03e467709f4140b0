"""No machine gets a public address from its subnet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.exposure import gives_addresses, places
from rackguard_policies.launch_templates import elsewhere, templates_of
from rackguard_policies.launched_from import is_seen
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.types import GROUP, INSTANCES
from rackguard_policies.values import leaf, leaves

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

WANTED = "is in a subnet that gives no public addresses, or refuses one itself"
KNOWN = "is a subnet of this stack, or a public address is refused"


def _judge(subject: Subject) -> Iterator[Verdict]:
    graph, machine = subject.graph, subject.resource
    if any(not leaf(machine.inputs, key).absent for key in ("networkInterfaces", "primaryNetworkInterface")):
        yield NotApplicable("its interfaces are resources of their own, which get no address from a subnet")
        return
    if _says(machine) or (_all_templates_say(templates_of(graph, machine)) and not elsewhere(graph, machine)):
        yield NotApplicable("it says itself whether it has a public address, and other rules judge that")
        return
    yield from _by_subnet(subject)


def _all_templates_say(templates: tuple[Resource, ...]) -> bool:
    return bool(templates) and all(_says(template) for template in templates)


def _says(machine: Resource) -> bool:
    """True where a machine or template gives or refuses public addresses; one interface's word holds for all."""
    paths = ("associatePublicIpAddress", "networkInterfaces[*].associatePublicIpAddress")
    return any(not found.absent for path in paths for found in leaves(machine.inputs, path))


def _by_subnet(subject: Subject) -> Iterator[Verdict]:
    graph, machine = subject.graph, subject.resource
    path = "vpcZoneIdentifiers" if machine.type == GROUP else "subnetId"
    subnets, beyond = places(graph, machine, f"{path}[*]")
    for template in templates_of(graph, machine):
        inner, further = places(graph, template, "networkInterfaces[*].subnetId")
        subnets, beyond = (*subnets, *inner), (*beyond, *further)
    if not subnets and not beyond:
        wanted = "names a subnet: those of the default VPC give public addresses"
        yield Finding(path, wanted, "nothing") if is_seen(subject) else Unproven(path, wanted)
    for place in beyond:
        yield Unproven(place.path, KNOWN)
    for gives in {gives_addresses(subnet) for subnet in subnets} - {False}:
        yield Finding(path, WANTED) if gives else Unproven(path, WANTED)


RULE = Rule(
    id="stk-public-ip-effective",
    title="No instance or group is left to a subnet that gives public addresses",
    severity="high",
    why="A machine that says nothing of public addresses does as its subnet says, which is declared elsewhere.",
    fix="Place it in a subnet without public addresses, and set associate_public_ip_address to False.",
    types=(*INSTANCES, GROUP),
    judge=_judge,
    before='Instance("node", instance_type="g6.xlarge", subnet_id=public.id)',
    after='Instance("node", instance_type="g6.xlarge", subnet_id=nodes.id, associate_public_ip_address=False)',
)
