"""Auto Scaling groups and single instances: how many nodes of what, and how they are bought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.from_graph import setting
from rackguard.economics.from_graph.bought import RESERVATION, bought, commitments_of, hours_of, in_nodes, split
from rackguard.economics.from_graph.inputs import mapping, number, sequence
from rackguard.economics.from_graph.templates import template_inputs, template_of, with_volumes
from rackguard.economics.items import HOURS_PER_MONTH, CommitmentShare
from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rackguard.economics.from_graph.bought import Size
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

GROUP, INSTANCE = "aws:autoscaling/group:Group", "aws:ec2/instance:Instance"
SCHEDULE = "aws:autoscaling/schedule:Schedule"
__all__ = ["GROUP", "INSTANCE", "RESERVATION", "SCHEDULE", "Nodes", "nodes_of_group", "nodes_of_instance"]


@record
class Nodes:
    """What a group or an instance is made of, as far as its inputs tell."""

    resource: Resource
    subject: str
    region: str
    zone_ids: tuple[str, ...]
    types: tuple[str, ...]
    least: float | None
    most: float | None
    purchase: PurchaseOption
    capacity: str | None
    """What names the reservation or block that the nodes run in."""
    held: float | None
    """Nodes that it holds, where that is known."""
    made: bool
    """True where the reservation is a resource of the graph."""
    hours: float
    commitments: tuple[CommitmentShare, ...]
    template: dict[str, Any]
    mounts: tuple[str, ...] = ()
    """Where the volumes after the root volume are mounted, as far as that is declared."""


def nodes_of_group(graph: Graph, group: Resource) -> Iterator[Nodes]:
    """An Auto Scaling group with its template and overrides, once for each way in which its nodes are bought."""
    template = template_of(graph, group)
    inputs = template_inputs(template)
    pool, declared = setting.pool_of(graph, group)
    policy = mapping(group.inputs.get("mixedInstancesPolicy"))
    how = bought(graph, template, inputs)
    sizes = _sizes(graph, group, block=how.purchase is PurchaseOption.CAPACITY_BLOCK)
    parts = split(policy, *sizes) if policy and how.purchase is PurchaseOption.ON_DEMAND else {how.purchase: sizes}
    for purchase, (least, most) in parts.items():
        certain, largest = _in_nodes(group, policy, least, most)
        yield Nodes(
            resource=group,
            subject=setting.subject_of(graph, group, f"pools.{pool}"),
            region=setting.region_of(graph, group),
            zone_ids=setting.zones_of(graph, group, "vpcZoneIdentifiers"),
            types=_types(policy, inputs),
            least=certain,
            most=largest,
            purchase=purchase,
            capacity=how.capacity,
            held=_held(how.made, declared),
            made=how.made is not None,
            hours=hours_of(mapping(mapping(declared.get("purchase")).get("capacity_block"))),
            commitments=commitments_of(mapping(declared.get("commitment"))),
            template=inputs,
            mounts=setting.texts(mapping(volume).get("mount") for volume in sequence(declared.get("data_volumes"))),
        )


def _in_nodes(group: Resource, policy: dict[str, Any], least: Size, most: Size) -> tuple[Size, Size]:
    counted_in = group.inputs.get("desiredCapacityType", "units")
    return in_nodes(policy, least, most) if counted_in == "units" else (None, None)


def _types(policy: dict[str, Any], template: dict[str, Any]) -> tuple[str, ...]:
    """The types that nodes may be of; none where any of them isn't known, or where AWS picks them by needs."""
    overrides = sequence(mapping(policy.get("launchTemplate")).get("overrides"))
    named = [mapping(item).get("instanceType") for item in overrides] or [template.get("instanceType")]
    return setting.texts(named) if all(isinstance(name, str) for name in named) else ()


def _sizes(graph: Graph, group: Resource, *, block: bool) -> tuple[Size, Size]:
    """The nodes that are certain and the most there can be; those of a block come and go by schedule."""
    least, most = (number(group.inputs.get(key), 0) for key in ("minSize", "maxSize"))
    wanted = group.inputs.get("desiredCapacity")
    desired = number(wanted)
    if not block:
        return (least if wanted is None else desired), most
    actions = [action.inputs for action in graph.dependents(group.urn, SCHEDULE)]
    sizes = [desired or least or 0, *(number(action.get("desiredCapacity"), 0) or 0 for action in actions)]
    return max(sizes), max([most or 0, *(number(action.get("maxSize"), 0) or 0 for action in actions)])


def _held(made: Resource | None, declared: dict[str, Any]) -> float | None:
    if made:
        return number(made.inputs.get("instanceCount"))
    purchase = mapping(declared.get("purchase"))
    given = mapping(purchase.get("reservation")) or mapping(purchase.get("capacity_block"))
    return number(given.get("count"))


def nodes_of_instance(graph: Graph, instance: Resource) -> Nodes:
    """A single instance, with what its template adds; the login node of a cluster of rackguard's is one."""
    template = template_of(graph, instance)
    own = {key: value for key, value in instance.inputs.items() if value is not None}
    inputs = {**template_inputs(template), **own, **with_volumes(own)}
    how = bought(graph, instance if "capacityReservationSpecification" in own else template, inputs)
    return Nodes(
        resource=instance,
        subject=setting.subject_of(graph, instance, "access.login_node"),
        region=setting.region_of(graph, instance),
        zone_ids=setting.zones_of(graph, instance, "subnetId"),
        types=_types({}, inputs),
        least=1,
        most=1,
        purchase=how.purchase,
        capacity=how.capacity,
        held=_held(how.made, {}),
        made=how.made is not None,
        hours=HOURS_PER_MONTH,
        commitments=(),
        template=inputs,
    )
