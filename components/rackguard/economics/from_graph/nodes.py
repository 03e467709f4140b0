"""Auto Scaling groups and single instances: how many nodes of what, and how they are bought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard.catalog.types import Commitment, PurchaseOption
from rackguard.economics.from_graph import setting
from rackguard.economics.from_graph.inputs import mapping, number, sequence, text
from rackguard.economics.items import HOURS_PER_MONTH, CommitmentShare
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

GROUP, INSTANCE = "aws:autoscaling/group:Group", "aws:ec2/instance:Instance"
TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
RESERVATION = "aws:ec2/capacityReservation:CapacityReservation"
SCHEDULE = "aws:autoscaling/schedule:Schedule"
ROOT = "root"
"""Stands for the root volume's device, which an instance doesn't name."""


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


def nodes_of_group(graph: Graph, group: Resource) -> Nodes:
    """An Auto Scaling group with its template and overrides."""
    template = _template(graph, group)
    pool, declared = setting.pool_of(graph, group)
    purchase, capacity, made = _purchase(graph, group, template)
    least, most = _sizes(graph, group, block=purchase is PurchaseOption.CAPACITY_BLOCK)
    block = mapping(mapping(declared.get("purchase")).get("capacity_block"))
    inputs = template.inputs if template else {}
    return Nodes(
        resource=group,
        subject=setting.subject_of(graph, group, f"pools.{pool}"),
        region=setting.region_of(graph, group),
        zone_ids=setting.zones_of(graph, group, "vpcZoneIdentifiers"),
        types=_types(group, inputs),
        least=least,
        most=most,
        purchase=purchase,
        capacity=capacity,
        held=_held(made, declared),
        made=made is not None,
        hours=_hours(text(block.get("start")), text(block.get("end"))),
        commitments=_commitments(mapping(declared.get("commitment"))),
        template=inputs,
        mounts=setting.texts(mapping(volume).get("mount") for volume in sequence(declared.get("data_volumes"))),
    )


def _template(graph: Graph, group: Resource) -> Resource | None:
    found = [
        *graph.sources(group, "launchTemplate", TEMPLATE),
        *graph.sources(group, "mixedInstancesPolicy", TEMPLATE),
    ]
    return found[0] if found else None


def _types(group: Resource, template: dict[str, Any]) -> tuple[str, ...]:
    policy = mapping(mapping(group.inputs.get("mixedInstancesPolicy")).get("launchTemplate"))
    overrides = setting.texts(mapping(item).get("instanceType") for item in sequence(policy.get("overrides")))
    return overrides or setting.texts([template.get("instanceType")])


def _purchase(
    graph: Graph, group: Resource, template: Resource | None
) -> tuple[PurchaseOption, str | None, Resource | None]:
    """How nodes are bought, what names the capacity that they run in, and the reservation where the graph makes it."""
    inputs = template.inputs if template else {}
    market = text(mapping(inputs.get("instanceMarketOptions")).get("marketType"))
    specification = mapping(inputs.get("capacityReservationSpecification"))
    target = mapping(specification.get("capacityReservationTarget"))
    made = next(
        iter(graph.sources(template, "capacityReservationSpecification", RESERVATION)) if template else iter(()), None
    )
    capacity = text(target.get("capacityReservationId")) or (made.urn if made else None)
    if market == "capacity-block":
        return PurchaseOption.CAPACITY_BLOCK, capacity, made
    if capacity:
        return PurchaseOption.RESERVATION, capacity, made
    return (PurchaseOption.SPOT if market == "spot" or _all_spot(group) else PurchaseOption.ON_DEMAND), None, None


def _all_spot(group: Resource) -> bool:
    policy = mapping(group.inputs.get("mixedInstancesPolicy"))
    share = mapping(policy.get("instancesDistribution"))
    return bool(policy) and number(share.get("onDemandPercentageAboveBaseCapacity"), 100) == 0


def _sizes(graph: Graph, group: Resource, *, block: bool) -> tuple[float | None, float | None]:
    """The nodes that are certain and the most there can be; those of a block come and go by schedule."""
    least, most = (number(group.inputs.get(key), 0) for key in ("minSize", "maxSize"))
    desired = number(group.inputs.get("desiredCapacity"))
    if not block:
        return (desired if desired is not None else least), most
    actions = [action.inputs for action in graph.dependents(group.urn, SCHEDULE)]
    wanted = [desired or least or 0, *(number(action.get("desiredCapacity"), 0) or 0 for action in actions)]
    return max(wanted), max([most or 0, *(number(action.get("maxSize"), 0) or 0 for action in actions)])


def _held(made: Resource | None, declared: dict[str, Any]) -> float | None:
    if made:
        return number(made.inputs.get("instanceCount"))
    purchase = mapping(declared.get("purchase"))
    bought = mapping(purchase.get("reservation")) or mapping(purchase.get("capacity_block"))
    return number(bought.get("count"))


def _hours(start: str, end: str) -> float:
    from datetime import datetime

    if not (start and end):
        return HOURS_PER_MONTH
    return max(0.0, (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds() / 3600)


def _commitments(given: dict[str, Any]) -> tuple[CommitmentShare, ...]:
    if not given:
        return ()
    return (
        CommitmentShare(
            Commitment(given["kind"]),
            number(given.get("share_percent"), 100) or 100,
            text(given.get("source")),
            number(given.get("rate_usd_per_hour")),
            number(given.get("discount_percent")),
        ),
    )


def nodes_of_instance(graph: Graph, instance: Resource) -> Nodes:
    """A single instance; the login node of a cluster of rackguard's is one."""
    market = text(mapping(instance.inputs.get("instanceMarketOptions")).get("marketType"))
    zone = setting.zones_of(graph, instance, "subnetId")
    return Nodes(
        resource=instance,
        subject=setting.subject_of(graph, instance, "access.login_node"),
        region=setting.region_of(graph, instance),
        zone_ids=zone,
        types=setting.texts([instance.inputs.get("instanceType")]),
        least=1,
        most=1,
        purchase=PurchaseOption.SPOT if market == "spot" else PurchaseOption.ON_DEMAND,
        capacity=None,
        held=None,
        made=False,
        hours=HOURS_PER_MONTH,
        commitments=(),
        template=_instance_as_template(instance.inputs),
    )


def _instance_as_template(inputs: dict[str, Any]) -> dict[str, Any]:
    """An instance's volumes in the shape of a template's."""
    root = mapping(inputs.get("rootBlockDevice"))
    others = [mapping(device) for device in sequence(inputs.get("ebsBlockDevices"))]
    return {
        "blockDeviceMappings": [
            *([{"deviceName": ROOT, "ebs": root}] if root else []),
            *({"deviceName": device.get("deviceName"), "ebs": device} for device in others),
        ]
    }
