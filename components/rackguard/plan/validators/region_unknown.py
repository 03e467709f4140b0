"""The region is one that offers GPU types."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import REGION, found, listed
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.spec.suggest import did_you_mean

    region, known = context.stack.region, context.catalog.regions()
    if region not in known:
        message = f"is {region}, where the catalogue knows no GPU type; allowed: {listed(known, 'or', 40)}"
        yield found(REGION, message, did_you_mean(region, known))


VALIDATOR = Validator(
    id="region-unknown",
    level="error",
    summary="The region offers GPU types.",
    why="In another region no node can start (AWS DescribeInstanceTypeOfferings, 2026-10).",
    hint="Choose a region that offers your type: `rackguard list types --region REGION`.",
    check=_check,
)
