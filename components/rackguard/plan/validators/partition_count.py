"""A number of partitions is given for partition placement alone."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        if pool.partition_count is not None and pool.placement != "partition":
            message = f"is {pool.partition_count}, but `placement` is {pool.placement}; allowed with partition alone"
            yield found(("pools", name, "partition_count"), message)


VALIDATOR = Validator(
    id="partition-count",
    level="error",
    summary="`partition_count` is only given with `placement: partition`.",
    why="Other placement groups have no partitions, and AWS refuses a count for them"
    " (AWS EC2 API, CreatePlacementGroup).",
    hint="Say `placement: partition`, or take the count out.",
    check=_check,
)
