"""Every zone belongs to the stack's region."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, listed, zones_named
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    known = context.catalog.zone_ids(context.stack.region)
    prefixes = {zone.rpartition("-")[0] for zone in known}
    for path, zone in zones_named(context.stack.cluster, context.further_zones):
        if known and zone.partition("-")[0] not in prefixes:
            message = f"is {zone}, which isn't in {context.stack.region}; allowed: {listed(known, 'or')}"
            yield found(path, message)


VALIDATOR = Validator(
    id="zone-outside-region",
    level="error",
    summary="Every zone belongs to the region of the stack.",
    why="Subnets, nodes and file systems can't be made in another region's zone (AWS EC2 user guide, zones).",
    hint="Use a zone id of the region in `aws:region`, or change the region.",
    check=_check,
)
