"""A commitment is for hours that would be billed on demand."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        option = pool.purchase.option.value
        if pool.commitment and option in {"spot", "capacity_block"}:
            kind = pool.commitment.kind.value
            message = f"is {kind} for a pool that buys {option}; allowed for on_demand and reservation"
            yield found(("pools", name, "commitment"), message)


VALIDATOR = Validator(
    id="commitment-needs-on-demand",
    level="error",
    summary="A commitment is only given for on-demand nodes and reservations.",
    why="Reserved Instances and Savings Plans don't apply to spot, and a capacity block is paid in advance"
    " (AWS Savings Plans user guide; AWS EC2 user guide, Capacity Blocks pricing).",
    hint="Take the commitment out, or give a price of your own under `prices`.",
    check=_check,
)
