"""Whoever uses a Lustre file system is in its zone."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, listed, lustre_uses
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for path, name, lustre, zones in lustre_uses(context.stack.cluster):
        others = [zone for zone in zones if zone != lustre.zone_id]
        if others:
            yield found(path, f"is {name}, a Lustre file system in {lustre.zone_id}, used from {listed(others)}")


VALIDATOR = Validator(
    id="lustre-other-zone",
    level="warning",
    summary="Nodes that use a Lustre file system are in its zone.",
    why="FSx for Lustre lives in one zone; from another one every byte crosses zones, which costs time and money"
    " (AWS FSx for Lustre user guide; EC2 data transfer prices).",
    hint="Put the file system in the zone of the pool that reads it most, or mount EFS there.",
    check=_check,
)
