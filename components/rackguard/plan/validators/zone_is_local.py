"""Zones are Availability Zones, not Local Zones."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, zones_named
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for path, zone in zones_named(context.stack.cluster):
        # `usw2-lax1-az1` is a Local Zone, `usw2-az1` an Availability Zone.
        if zone.count("-") > 1:
            yield found(path, f"is {zone}, a Local Zone; allowed: an Availability Zone such as {_parent(zone)}")


def _parent(zone: str) -> str:
    return f"{zone.partition('-')[0]}-az1"


VALIDATOR = Validator(
    id="zone-is-local",
    level="error",
    summary="Every zone is an Availability Zone, not a Local Zone.",
    why="Local Zones have no EFA, EFS, FSx for Lustre or capacity blocks, and the catalogue knows no GPU type there"
    " (AWS Local Zones features, 2026).",
    hint="Choose an Availability Zone of the region.",
    check=_check,
)
