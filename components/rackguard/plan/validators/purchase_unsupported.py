"""Every type can be bought in the way that its pool asks for."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, listed, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool, _, instance_type in typed_pools(context):
        option = pool.purchase.option
        if option not in instance_type.purchase_options:
            allowed = listed(sorted(instance_type.purchase_options), "or")
            message = f"is {option.value}, which {instance_type.name} isn't sold by; allowed: {allowed}"
            yield found(("pools", name, "purchase"), message)


VALIDATOR = Validator(
    id="purchase-unsupported",
    level="error",
    summary="Every instance type is sold by the pool's purchase option.",
    why="AWS refuses the launch (AWS DescribeInstanceTypes, SupportedUsageClasses, 2026-10).",
    hint="Choose another purchase option or another type.",
    check=_check,
)
