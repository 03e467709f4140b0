"""The type can be placed as its pool asks."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, listed, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool, _, instance_type in typed_pools(context):
        supported = sorted(instance_type.placement_strategies)
        # An empty set means that no source says; blocks have their own check.
        asked = pool.placement not in {"auto", "none", *supported}
        if asked and supported and not pool.purchase.capacity_block:
            message = f"is {pool.placement}, which {instance_type.name} can't have; allowed: {listed(supported, 'or')}"
            yield found(("pools", name, "placement"), message)


VALIDATOR = Validator(
    id="placement-unsupported",
    level="error",
    summary="Every instance type supports the placement strategy of its pool.",
    why="AWS refuses the launch (AWS DescribeInstanceTypes, SupportedStrategies, 2026-10).",
    hint="Choose another strategy, or leave `placement` out.",
    check=_check,
)
