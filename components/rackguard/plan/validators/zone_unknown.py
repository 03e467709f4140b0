"""The login node's and Lustre's zones are among those that the catalogue knows."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, listed, zones_named
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    known = context.catalog.zone_ids(context.stack.region)
    prefixes = {zone.rpartition("-")[0] for zone in known}
    for path, zone in zones_named(context.stack.cluster):
        # Pools have their own, stricter check; an existing subnet may well be in a zone without GPUs.
        if path[0] in {"access", "storage"} and zone not in known and zone.rpartition("-")[0] in prefixes:
            yield found(path, f"is {zone}, a zone without GPU types; zones with GPU types: {listed(known)}")


VALIDATOR = Validator(
    id="zone-unknown",
    level="warning",
    summary="The login node and Lustre are in zones that offer GPU types.",
    why="The catalogue only knows zones that offer GPU types; another one is a mistake, or far from every node"
    " (AWS DescribeInstanceTypeOfferings, 2026-10).",
    hint="Use the zone of the pools that it serves.",
    check=_check,
)
