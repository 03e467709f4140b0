"""A spot pool says where interrupted work is saved."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        if pool.purchase.spot and pool.purchase.spot.checkpoint is None:
            message = "names no `checkpoint` store; work that isn't saved is lost when AWS takes a node back"
            yield found(("pools", name, "purchase", "spot"), message)


VALIDATOR = Validator(
    id="spot-without-checkpoint",
    level="warning",
    summary="A spot pool names the store where interrupted work is saved.",
    why="AWS takes a spot node back with two minutes' notice (AWS EC2 user guide, Spot interruptions).",
    hint="Add `checkpoint: STORE` with the name of a store under `storage`.",
    check=_check,
)
