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
    for name, pool in pools.items():
        reservation, block = pool.purchase.reservation, pool.purchase.capacity_block
        if reservation and reservation.create and pool.nodes.max < reservation.create:
            path = ("pools", name, "purchase", "reservation", "create")
            yield found(path, _words(reservation.create, pool.nodes.max))
        # Several pools may share what exists already.
        most = sum(other.nodes.max for other in pools.values() if _existing(other) == _existing(pool))
        if reservation and reservation.id and reservation.count and most < reservation.count:
            yield found(("pools", name, "purchase", "reservation", "count"), _words(reservation.count, most))
        if block and block.count and most < block.count:
            yield found(("pools", name, "purchase", "capacity_block", "count"), _words(block.count, most))


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
