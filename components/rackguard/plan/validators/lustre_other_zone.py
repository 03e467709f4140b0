"""Whoever uses a Lustre file system is in its zone."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, listed, lustre_uses
from rackguard.plan.validators.interface import Context, Found, Validator

LOCAL_HINT = "There is no Lustre in a Local Zone: copy what is read most to the local NVMe (`local_nvme: raid0`)."


def _check(context: Context) -> Iterator[Found]:
    from rackguard.catalog.zones import is_local

    for path, name, lustre, zones in lustre_uses(context.stack.cluster):
        others = [zone for zone in zones if zone != lustre.zone_id]
        if others:
            hint = LOCAL_HINT if all(map(is_local, others)) else ""
            yield found(path, f"is {name}, a Lustre file system in {lustre.zone_id}, used from {listed(others)}", hint)


VALIDATOR = Validator(
    id="lustre-other-zone",
    level="warning",
    summary="Nodes that use a Lustre file system are in its zone.",
    why="FSx for Lustre lives in one zone; from another one every byte crosses zones, which costs time and money"
    " (AWS FSx for Lustre user guide; EC2 data transfer prices).",
    hint="Put the file system in the zone of the pool that reads it most, or mount EFS there.",
    check=_check,
)
