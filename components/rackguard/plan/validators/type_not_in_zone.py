"""Every instance type is offered in each zone of its pool."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, known_types, listed, zone_places
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        types = [instance_type.name for _, instance_type in known_types(context, name, pool)]
        offerings = [context.catalog.offering(type_name, context.stack.region) for type_name in types]
        for path, zone in zone_places(name, pool):
            for offering in offerings:
                if offering and zone not in offering.zone_ids and _in_region(context, zone):
                    allowed = listed(offering.zone_ids, "or")
                    yield found(path, f"is {zone}, which doesn't offer {offering.instance_type}; allowed: {allowed}")


def _in_region(context: Context, zone: str) -> bool:
    """Zones of other regions and Local Zones have their own checks."""
    prefixes = {known.rpartition("-")[0] for known in context.catalog.zone_ids(context.stack.region)}
    return zone.rpartition("-")[0] in prefixes


VALIDATOR = Validator(
    id="type-not-in-zone",
    level="error",
    summary="Every instance type is offered in each zone of its pool.",
    why="A zone of the region that doesn't have the type never gives a node, and the pool waits without an error"
    " (AWS DescribeInstanceTypeOfferings, 2026-10).",
    hint="Choose a zone id that offers the type. Zone names (us-east-2a) differ from account to account; ids don't.",
    check=_check,
)
