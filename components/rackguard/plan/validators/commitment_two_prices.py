"""A commitment has a rate or a discount, not both."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        agreed = pool.commitment
        if agreed and agreed.rate_usd_per_hour is not None and agreed.discount_percent is not None:
            message = (
                f"has a rate of {agreed.rate_usd_per_hour:g} USD and a discount of {agreed.discount_percent:g} %;"
                " allowed: one of them"
            )
            yield found(("pools", name, "commitment"), message)


VALIDATOR = Validator(
    id="commitment-two-prices",
    level="error",
    summary="A commitment has either a rate or a discount.",
    why="Two prices for the same hours contradict each other, and the cost would depend on which is taken.",
    hint="Keep `rate_usd_per_hour` or `discount_percent`.",
    check=_check,
)
