"""What is reserved can be used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

if TYPE_CHECKING:
    from rackguard.spec.pool import Pool


def _check(context: Context) -> Iterator[Found]:
    pools = context.stack.cluster.pools
    # Several pools may share what exists already.
    most: dict[str | None, int] = {}
    for pool in pools.values():
        most[_existing(pool)] = most.get(_existing(pool), 0) + pool.nodes.max
    for name, pool in pools.items():
        reservation, block = pool.purchase.reservation, pool.purchase.capacity_block
        path = ("pools", name, "purchase", pool.purchase.option.value)
        together = most[_existing(pool)]
        if reservation and reservation.create and pool.nodes.max < reservation.create:
            yield found((*path, "create"), _words(reservation.create, pool.nodes.max))
        if reservation and reservation.id and reservation.count and together < reservation.count:
            yield found((*path, "count"), _words(reservation.count, together))
        if block and block.count and together < block.count:
            yield found((*path, "count"), _words(block.count, together))


def _existing(pool: Pool) -> str | None:
    reservation, block = pool.purchase.reservation, pool.purchase.capacity_block
    return reservation.id if reservation else block.id if block else None


def _words(held: int, most: int) -> str:
    return f"is {held}, but at most {most} nodes run; the others are paid for and stay empty"


VALIDATOR = Validator(
    id="reservation-partly-unused",
    level="warning",
    summary="A reservation or capacity block holds no more nodes than may run.",
    why="Reserved capacity is billed whether nodes run in it or not (AWS EC2 user guide, Capacity Reservations).",
    hint="Raise `nodes.max` or reserve less.",
    check=_check,
)
