"""A pool has no more nodes than its reservation or block holds."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        reservation, block = pool.purchase.reservation, pool.purchase.capacity_block
        held = (reservation.create or reservation.count) if reservation else block.count if block else None
        if held is not None and pool.nodes.max > held:
            what = "reservation" if reservation else "capacity block"
            message = f"is {pool.nodes.max}, but the {what} holds {held}; allowed: at most {held}"
            yield found(("pools", name, "nodes", "max"), message)


VALIDATOR = Validator(
    id="reservation-too-small",
    level="error",
    summary="A pool has at most as many nodes as its reservation or capacity block.",
    why="Nodes may only use the reserved capacity, so those beyond it never start"
    " (AWS EC2 user guide, Capacity Reservations).",
    hint="Lower `nodes.max`, reserve more, or put the others in a pool of their own.",
    check=_check,
)
