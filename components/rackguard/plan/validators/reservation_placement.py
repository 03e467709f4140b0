"""A reservation is used with its own placement group or with none."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        reservation = pool.purchase.reservation
        if reservation is None or pool.placement == "auto":
            continue
        path = ("pools", name, "placement")
        if pool.placement in {"spread", "partition"}:
            yield found(path, f"is {pool.placement}; a reservation only goes with a cluster group or none")
        elif pool.placement == "cluster" and reservation.id and not reservation.placement_group_arn:
            message = "is cluster; the existing reservation was made outside any placement group, as far as you say"
            yield found(path, message, "Say `auto`, or give the `placement_group_arn` that it was made in.")
        elif pool.placement == "none" and reservation.placement_group_arn:
            message = "is none, but the reservation was made in a placement group and can only be used inside it"
            yield found(path, message, "Say `auto`: then the reservation's own group is used.")


VALIDATOR = Validator(
    id="reservation-placement",
    level="error",
    summary="A reservation is used with the placement group that it was made in, or with none.",
    why="With an unrelated placement group AWS answers InsufficientInstanceCapacity while the reservation has room"
    " (AWS EC2 user guide, Capacity Reservations in cluster placement groups, 2026).",
    hint="Say `placement: auto`.",
    check=_check,
)
