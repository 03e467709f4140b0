"""There are no more pools than a region takes groups."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

DEFAULT_QUOTA = 500


def _check(context: Context) -> Iterator[Found]:
    count = len(context.stack.cluster.pools)
    if count > DEFAULT_QUOTA:
        yield found(("pools",), f"has {count} pools; a region takes {DEFAULT_QUOTA} Auto Scaling groups by default")


VALIDATOR = Validator(
    id="pools-limit",
    level="warning",
    summary="A cluster has at most 500 pools.",
    why="Each pool is an Auto Scaling group, and a region takes 500 groups and 500 placement groups by default"
    " (AWS EC2 Auto Scaling quotas; AWS EC2 user guide, placement groups, 2026).",
    hint="Ask AWS for a higher quota, or divide the cluster.",
    check=_check,
)
