"""A spread placement group has at most seven nodes in a zone."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

MOST_IN_A_ZONE = 7


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        most = MOST_IN_A_ZONE * len(pool.zones)
        if pool.placement == "spread" and pool.nodes.max > most:
            where = "its zone" if len(pool.zones) == 1 else f"its {len(pool.zones)} zones"
            message = f"is {pool.nodes.max}, but `placement` is spread; allowed in {where}: at most {most}"
            yield found(("pools", name, "nodes", "max"), message)


VALIDATOR = Validator(
    id="spread-too-large",
    level="error",
    summary="A pool with spread placement has at most 7 nodes in each zone.",
    why="A spread placement group takes 7 running instances a zone (AWS EC2 user guide, placement strategies).",
    hint="Use partition placement, more zones, or fewer nodes.",
    check=_check,
)
