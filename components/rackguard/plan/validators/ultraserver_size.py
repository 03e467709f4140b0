"""A block of p6e-gb200 has the nodes of whole UltraServers."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator

SIZES = {9: "u-p6e-gb200x36", 18: "u-p6e-gb200x72"}


def _check(context: Context) -> Iterator[Found]:
    for name, pool, _, instance_type in typed_pools(context):
        block = pool.purchase.capacity_block
        if block is None or instance_type.family != "p6e-gb200":
            continue
        held = block.count or pool.nodes.max
        if held not in SIZES:
            path: tuple[str, ...] = ("pools", name, "nodes", "max")
            if block.count:
                path = ("pools", name, "purchase", "capacity_block", "count")
            sizes = " or ".join(f"{nodes} ({server})" for nodes, server in SIZES.items())
            yield found(path, f"is {held}; allowed for {instance_type.name}: {sizes}")


VALIDATOR = Validator(
    id="ultraserver-size",
    level="error",
    summary="A capacity block of p6e-gb200 has 9 or 18 nodes.",
    why="p6e-gb200 is sold as whole UltraServers, whose nodes share one NVLink domain"
    " (AWS EC2 user guide, EC2 UltraServers, 2026).",
    hint="Give the number of nodes of the UltraServer that you bought.",
    check=_check,
)
