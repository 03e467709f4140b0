"""A pool that needs RDMA has EFA."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.plan.places import found, known_types, uses_efa
from rackguard.plan.validators.interface import Context, Found, Validator

if TYPE_CHECKING:
    from rackguard.spec.pool import Pool


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        types = [kind for _, kind in known_types(context, name, pool)]
        able = len(types) == len(pool.types) and all(kind.rdma for kind in types)
        if pool.needs.rdma and able and not uses_efa(context, name, pool):
            yield found(("pools", name, "needs", "rdma"), f"is true, but {_reason(pool)}, so its nodes get no EFA")


def _reason(pool: Pool) -> str:
    if pool.efa == "off":
        return "`efa` is off"
    if len(pool.types) > 1:
        return f"the pool has {len(pool.types)} types"
    return f"the pool has {len(pool.zones)} zones"


VALIDATOR = Validator(
    id="rdma-without-efa",
    level="error",
    summary="A pool that needs RDMA has EFA.",
    why="RDMA between nodes is EFA's (AWS EC2 user guide, EFA), and EFA needs one type and one zone.",
    hint="Give one `instance_type` and one `zone_id`, and leave `efa` out.",
    check=_check,
)
