"""The layout for the most IP bandwidth is asked for where it does something."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool, _, instance_type in typed_pools(context):
        cards = len(instance_type.network_cards.cards)
        if pool.network_layout == "max_ip_bandwidth" and cards == 1:
            message = f"is max_ip_bandwidth, but {instance_type.name} has one network card"
            yield found(("pools", name, "network_layout"), message)


VALIDATOR = Validator(
    id="network-layout-unused",
    level="warning",
    summary="The layout for the most IP bandwidth is asked for types with several network cards.",
    why="More interfaces on the same card share its bandwidth (AWS EC2 user guide, multiple network cards).",
    hint="Leave `network_layout` out.",
    check=_check,
)
