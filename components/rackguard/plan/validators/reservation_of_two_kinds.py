"""Pools that share a reservation agree on what it holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

if TYPE_CHECKING:
    from rackguard.spec.pool import Pool


def _check(context: Context) -> Iterator[Found]:
    first: dict[str, tuple[str, Pool]] = {}
    for name, pool in context.stack.cluster.pools.items():
        option = pool.purchase.option.value
        bought = pool.purchase.reservation or pool.purchase.capacity_block
        if bought is None or bought.id is None:
            continue
        other_name, other = first.setdefault(bought.id, (name, pool))
        if _kind(other) != _kind(pool):
            message = (
                f"is {bought.id} for {_kind(pool)}, but pool {other_name} uses it for {_kind(other)};"
                " a reservation holds one type in one zone"
            )
            yield found(("pools", name, "purchase", option, "id"), message)


def _kind(pool: Pool) -> str:
    words = "a capacity block of " if pool.purchase.capacity_block else ""
    return f"{words}{'/'.join(pool.types)} in {'/'.join(pool.zones)}"


VALIDATOR = Validator(
    id="reservation-of-two-kinds",
    level="error",
    summary="Pools with the same reservation or block have the same type and zone.",
    why="A reservation's type, zone, platform and tenancy never change (AWS EC2 user guide, Capacity Reservations):"
    " the nodes of one of the pools can't start.",
    hint="Check the id; each pool that differs in type or zone needs its own reservation.",
    check=_check,
)
