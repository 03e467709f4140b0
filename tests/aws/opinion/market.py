"""How a launch is bought: on demand, on spot, in a capacity block or in a reservation.

Sources: EC2 user guide, "Spot Instances", "Capacity Blocks for ML" and "On-Demand Capacity Reservations", 2026.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_CLASS = {None: "on-demand", "on-demand": "on-demand", "spot": "spot", "capacity-block": "capacity-block"}


def market_type(data: dict[str, Any]) -> str | None:
    """`spot`, `capacity-block`, or None for on demand."""
    return data.get("InstanceMarketOptions", {}).get("MarketType")


def target(data: dict[str, Any]) -> str | None:
    """The reservation or block that a launch must run in."""
    specification = data.get("CapacityReservationSpecification", {})
    return specification.get("CapacityReservationTarget", {}).get("CapacityReservationId")


def refused(data: dict[str, Any], described: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the ways in which a launch asks to be bought."""
    options, market = data.get("InstanceMarketOptions", {}), market_type(data)
    name, sold = described["InstanceType"], described["SupportedUsageClasses"]
    if market in _CLASS and _CLASS[market] not in sold and (market is not None or target(data) is None):
        yield f"Unsupported: The instance type '{name}' isn't sold as {_CLASS[market]}, only as {', '.join(sold)}"
    spot = options.get("SpotOptions")
    if market == "capacity-block":
        if target(data) is None:
            yield "InvalidParameterCombination: The market type capacity-block needs a targeted Capacity Reservation ID"
        if spot is not None:
            yield "InvalidParameterCombination: SpotOptions can't be specified with the market type capacity-block"
    if market == "spot":
        yield from _spot(spot or {})
        if "CapacityReservationTarget" in data.get("CapacityReservationSpecification", {}):
            yield "InvalidParameterCombination: Spot Instances can't run in a Capacity Reservation"
    specification = data.get("CapacityReservationSpecification", {})
    if "CapacityReservationTarget" in specification and "CapacityReservationPreference" in specification:
        both = "CapacityReservationPreference and CapacityReservationTarget"
        if specification["CapacityReservationPreference"] != "capacity-reservations-only":
            yield f"InvalidParameterCombination: {both} can't be specified together"


def _spot(options: dict[str, Any]) -> Iterator[str]:
    behavior = options.get("InstanceInterruptionBehavior", "terminate")
    if behavior != "terminate" and options.get("SpotInstanceType", "one-time") == "one-time":
        yield f"InvalidParameterCombination: The interruption behavior {behavior} needs a persistent Spot request"
    price = options.get("MaxPrice")
    if price is not None and not _is_price(price):
        yield f"InvalidParameterValue: Invalid value '{price}' for maxPrice; USD an hour, above 0.001"


def _is_price(text: str) -> bool:
    try:
        return float(text) > 0.001
    except ValueError:
        return False
