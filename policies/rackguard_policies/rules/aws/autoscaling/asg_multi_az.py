"""Groups of services span zones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from rackguard_policies.launch_templates import templates_of
from rackguard_policies.launched_from import is_seen
from rackguard_policies.nodes import is_gpu_node
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.types import GROUP, SUBNETS
from rackguard_policies.values import leaf, leaves
from rackguard_policies.vocabulary import is_given

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


_WANTED = "has subnets in two zones or more"
_TIED = ("placementGroup", "placement.groupName", "placement.groupId", "capacityReservationSpecification")
_NAMES = ("availabilityZoneId", "availabilityZone")


def _judge(subject: Subject) -> Iterator[Verdict]:
    if reason := _tightly_coupled(subject):
        yield NotApplicable(reason)
    elif (subnets := leaf(subject.resource.inputs, "vpcZoneIdentifiers")).unknown:
        yield Unproven(subnets.path, _WANTED)
    elif max(_zones(subject), len(_list(leaf(subject.resource.inputs, "availabilityZones").value))) <= 1:
        # What nodes are made from tells whether they are tightly coupled.
        yield (Finding if is_seen(subject) else Unproven)("vpcZoneIdentifiers", _WANTED)


def _tightly_coupled(subject: Subject) -> str:
    """GPU nodes stand where their capacity is, and close together."""
    if is_gpu_node(subject):
        return "GPU nodes stand together in the zone that has them"
    owners = (subject.resource, *templates_of(subject.graph, subject.resource))
    subjects = (replace(subject, resource=owner) for owner in owners)
    tied = any(is_given(each, leaf(each.resource.inputs, path)) for each in subjects for path in _TIED)
    return "its nodes are tied to a placement group or a reservation" if tied else ""


def _zones(subject: Subject) -> int:
    """Zones of the group's subnets; each of those that don't tell theirs counts for one."""
    count = len([each for each in leaves(subject.resource.inputs, "vpcZoneIdentifiers[*]") if not each.absent])
    subnets = subject.graph.sources(subject.resource, "vpcZoneIdentifiers", *SUBNETS)
    told = [next((zone for key in _NAMES if isinstance(zone := each.inputs.get(key), str)), "") for each in subnets]
    return len(set(told)) if len(told) == count and all(told) else count


def _list(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


RULE = Rule(
    id="asg-multi-az",
    title="An Auto Scaling group that isn't tightly coupled has subnets in two zones or more",
    severity="low",
    why="A zone's failure takes the whole service with it.",
    fix="Give subnets of two zones or more as vpc_zone_identifiers.",
    types=(GROUP,),
    judge=_judge,
    before='Group("g", vpc_zone_identifiers=[a.id])',
    after='Group("g", vpc_zone_identifiers=[a.id, b.id])',
)
