"""Every instance type is offered in the region."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, listed, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    region = context.stack.region
    if region not in context.catalog.regions():
        return
    for _, _, path, instance_type in typed_pools(context):
        if context.catalog.offering(instance_type.name, region) is None:
            regions = [offering.region for offering in context.catalog.offerings(None, instance_type.name)]
            if regions:
                allowed = f"regions that do: {listed(regions)}"
                yield found(path, f"is {instance_type.name}, which {region} doesn't offer; {allowed}")


VALIDATOR = Validator(
    id="type-not-in-region",
    level="error",
    summary="Every instance type is offered in the region of the stack.",
    why="No node could start: AWS answers InsufficientInstanceCapacity or Unsupported for ever"
    " (AWS DescribeInstanceTypeOfferings, 2026-10).",
    hint="Choose another type, or another region in `aws:region`.",
    check=_check,
)
