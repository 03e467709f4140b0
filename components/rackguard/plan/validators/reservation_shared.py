"""Pools that share a reservation fit in it together."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, listed
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    pools = context.stack.cluster.pools
    users: dict[str, list[str]] = {}
    for name, pool in pools.items():
        bought = pool.purchase.reservation or pool.purchase.capacity_block
        if bought and bought.id:
            users.setdefault(bought.id, []).append(name)
    for identifier, names in users.items():
        held = max((count for name in names if (count := _count(context, name))), default=None)
        most = sum(pools[name].nodes.max for name in names)
        if held is not None and len(names) > 1 and most > held:
            last = names[-1]
            message = f"is {identifier}, which holds {held} nodes, but pools {listed(names)} may run {most} together"
            yield found(("pools", last, "purchase", pools[last].purchase.option.value, "id"), message)


def _count(context: Context, name: str) -> int | None:
    bought = context.stack.cluster.pools[name].purchase
    chosen = bought.reservation or bought.capacity_block
    return chosen.count if chosen else None


VALIDATOR = Validator(
    id="reservation-shared",
    level="error",
    summary="Pools that share a reservation or block have together at most its nodes.",
    why="Whoever starts first takes the capacity, and the other pool's nodes never start"
    " (AWS EC2 user guide, Capacity Reservations).",
    hint="Divide the nodes between the pools, or give each a reservation of its own.",
    check=_check,
)
