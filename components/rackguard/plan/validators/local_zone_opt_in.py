"""A Local Zone is enabled in the account before anything is made in it."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, local_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for path, zone in local_pools(context):
        enable = f"aws ec2 modify-availability-zone-group --group-name {zone.group} --opt-in-status opted-in"
        message = f"is {zone.zone_id}, a Local Zone, which the account must have enabled ({zone.group})"
        yield found(path, message, f"Once in the account and its region: `{enable}`.")


VALIDATOR = Validator(
    id="local-zone-opt-in",
    level="info",
    summary="A Local Zone is enabled in the account.",
    why="No subnet can be made in a Local Zone that the account hasn't enabled; p6e-gb200 is sold in the one of Dallas"
    " alone (AWS EC2 user guide, launch instances using Capacity Blocks, 2026).",
    hint="Enable the zone's group in the account.",
    check=_check,
)
