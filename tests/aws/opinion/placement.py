"""Where a launch is put: its placement group, and the zone of what it must run in.

Sources: EC2 user guide, "Placement strategies", "Capacity Blocks for ML" and "On-Demand Capacity Reservations", 2026.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.aws.opinion.existing import BLOCK, PLACEMENT_GROUP, RESERVATION, Lookup, Thing, found
from tests.aws.opinion.market import market_type, target


def refused(
    data: dict[str, Any], described: dict[str, Any], subnets: tuple[Thing, ...], lookup: Lookup
) -> Iterator[str]:
    """What is wrong with where a launch asks to be put."""
    name = data.get("Placement", {}).get("GroupName")
    group = found(lookup, PLACEMENT_GROUP, "name", name)
    if name is not None:
        yield from _group(name, group, data, described, subnets)
    if wanted := target(data):
        yield from _reserved(wanted, data, subnets, lookup)


def _group(
    name: str, group: Thing | None, data: dict[str, Any], described: dict[str, Any], subnets: tuple[Thing, ...]
) -> Iterator[str]:
    if market_type(data) == "capacity-block":
        yield f"InvalidParameterCombination: Capacity Blocks can't be used with a placement group: '{name}'"
    if group is None:
        yield f"InvalidPlacementGroup.Unknown: The placement group '{name}' is unknown."
        return
    strategy, of_type = group["strategy"], described["PlacementGroupInfo"]["SupportedStrategies"]
    if strategy not in of_type:
        yield (
            f"InvalidParameterCombination: Instances of type '{described['InstanceType']}' may not be used with"
            f" {strategy} placement groups"
        )
    zones = {subnet.get("availabilityZoneId") for subnet in subnets}
    if strategy == "cluster" and len(zones) > 1:
        yield (
            f"InvalidPlacementGroup.InUse: The placement group '{name}' can't be used in more than one Availability"
            f" Zone: {', '.join(sorted(map(str, zones)))}"
        )
    spot = data.get("InstanceMarketOptions", {}).get("SpotOptions", {})
    if strategy == "cluster" and spot.get("InstanceInterruptionBehavior", "terminate") != "terminate":
        yield "InvalidParameterCombination: Spot Instances that stop or hibernate can't be in a cluster placement group"


def _reserved(wanted: str, data: dict[str, Any], subnets: tuple[Thing, ...], lookup: Lookup) -> Iterator[str]:
    block = found(lookup, BLOCK, "id", wanted)
    reservation = block or found(lookup, RESERVATION, "id", wanted)
    if reservation is None:
        yield f"InvalidCapacityReservationId.NotFound: The capacity reservation ID '{wanted}' does not exist"
        return
    if (block is not None) != (market_type(data) == "capacity-block"):
        yield (
            "InvalidParameterValue: The market type (purchasing) option is not valid. Choose a different market type"
            f" and try again: {wanted} is {'a Capacity Block' if block else 'no Capacity Block'}"
        )
    for what, has, asks in _differences(reservation, data, subnets):
        yield (
            "ReservationCapacityExceeded: The requested reservation(s) do not have sufficient compatible and available"
            f" capacity for this request: {wanted} has {what} {has}, the launch {asks}"
        )


def _differences(
    reservation: Thing, data: dict[str, Any], subnets: tuple[Thing, ...]
) -> Iterator[tuple[str, object, object]]:
    """Attributes in which a launch must equal what is reserved, as far as it is known: name, reserved, asked for."""
    if reservation.get("instanceType") not in (None, data["InstanceType"]):
        yield "type", reservation["instanceType"], data["InstanceType"]
    zone = reservation.get("availabilityZone")
    for asked in dict.fromkeys(subnet.get("availabilityZone") for subnet in subnets):
        if zone and asked and asked != zone:
            yield "zone", zone, asked
    group = (reservation.get("placementGroupArn") or "").rpartition("/")[2]
    if group and group != data.get("Placement", {}).get("GroupName"):
        yield "placement group", group, data.get("Placement", {}).get("GroupName")
    if reservation.get("tenancy", "default") != data.get("Placement", {}).get("Tenancy", "default"):
        yield "tenancy", reservation["tenancy"], data.get("Placement", {}).get("Tenancy", "default")
