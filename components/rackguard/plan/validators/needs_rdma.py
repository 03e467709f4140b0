"""The type has RDMA where the pool needs it."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool, _, instance_type in typed_pools(context):
        if pool.needs.rdma and not instance_type.rdma:
            lack = "EFA without RDMA" if instance_type.efa_supported else "no EFA"
            yield found(("pools", name, "needs", "rdma"), f"is true, but {instance_type.name} has {lack}")


VALIDATOR = Validator(
    id="needs-rdma",
    level="error",
    summary="Every type has RDMA where its pool needs it.",
    why="Without RDMA, traffic between nodes passes through the CPU, at a fraction of the speed"
    " (AWS EC2 user guide, Elastic Fabric Adapter: g4dn, g5 and p3dn have EFA without RDMA).",
    hint="Choose a type with EFA: `rackguard list types --efa`.",
    check=_check,
)
