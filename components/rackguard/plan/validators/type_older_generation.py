"""No pool uses an instance type of an older generation."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for _, _, path, instance_type in typed_pools(context):
        if not instance_type.current_generation:
            yield found(path, f"is {instance_type.name}, which AWS no longer counts as current generation")


VALIDATOR = Validator(
    id="type-older-generation",
    level="warning",
    summary="Every instance type is of AWS's current generation.",
    why="Newer types usually do the same work for less, and older ones leave regions first"
    " (AWS DescribeInstanceTypes, CurrentGeneration, 2026-10).",
    hint="Compare with the newer family: `rackguard list types`.",
    check=_check,
)
