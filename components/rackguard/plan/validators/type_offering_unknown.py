"""It is known where every instance type is offered."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for _, _, path, instance_type in typed_pools(context):
        catalog, type_name = context.catalog, instance_type.name
        if not (catalog.offering(type_name, context.stack.region) or catalog.offerings(None, type_name)):
            yield found(path, f"is {type_name}; no published list says which regions and zones offer it")


VALIDATOR = Validator(
    id="type-offering-unknown",
    level="warning",
    summary="The catalogue knows where every instance type is offered.",
    why="Some types are only sold to those who ask, and AWS's public list of offerings leaves them out"
    " (AWS DescribeInstanceTypeOfferings, 2026-10): the zone can't be checked.",
    hint="Check the zone in your account, or in what AWS sold you.",
    check=_check,
)
