"""Zones are Availability Zones; a Local Zone is for the types that are sold there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.plan.places import found, local_pools, sold_in, zones_named
from rackguard.plan.validators.interface import Context, Found, Validator

if TYPE_CHECKING:
    from rackguard.spec.problem import Path


def _check(context: Context) -> Iterator[Found]:
    from rackguard.catalog.zones import is_local

    allowed = {path for path, _ in local_pools(context)}
    used = {zone.zone_id for _, zone in local_pools(context)}
    for path, zone in zones_named(context.stack.cluster):
        of_subnet = path[0] == "network" and zone in used
        if is_local(zone) and path not in allowed and not of_subnet:
            sold = next(filter(is_local, _sold(context, path)), None)
            instead = sold or f"an Availability Zone such as {zone.partition('-')[0]}-az1"
            yield found(path, f"is {zone}, a Local Zone; allowed: {instead}", f"Use {sold}." if sold else "")


def _sold(context: Context, path: Path) -> tuple[str, ...]:
    return sold_in(context, context.stack.cluster.pools[str(path[1])]) if path[0] == "pools" else ()


VALIDATOR = Validator(
    id="zone-is-local",
    level="error",
    summary="Every zone is an Availability Zone, but for pools of a type that is sold in a Local Zone.",
    why="Only few services are in Local Zones: no EFS, no FSx for Lustre, and of the catalogue's GPU types p6e-gb200 in"
    " Dallas (AWS Local Zones features; AWS EC2 user guide, launch instances using Capacity Blocks, 2026).",
    hint="Choose an Availability Zone of the region.",
    check=_check,
)
