"""A reservation's placement group belongs to the stack's account and region."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.arn import placement_group_arn

    wanted = placement_group_arn(context.stack.region, context.stack.cluster.account_id, "")
    for name, pool in context.stack.cluster.pools.items():
        reservation = pool.purchase.reservation
        arn = reservation.placement_group_arn if reservation else None
        if arn and not arn.startswith(wanted):
            path = ("pools", name, "purchase", "reservation", "placement_group_arn")
            yield found(path, f"is {arn}; allowed in this stack: {wanted}…")


VALIDATOR = Validator(
    id="placement-group-elsewhere",
    level="error",
    summary="The placement group's ARN names the stack's account and region.",
    why="A placement group belongs to one account and region (AWS EC2 user guide, placement groups).",
    hint="Check the ARN, `aws:region` and `account_id`.",
    check=_check,
    rests_on=(("account_id",),),
)
