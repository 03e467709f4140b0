"""A checkpoint store that is a file system is mounted by the pool that saves to it."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        checkpoint = pool.purchase.spot.checkpoint if pool.purchase.spot else None
        store = context.stack.cluster.storage.get(checkpoint or "")
        if checkpoint and store and store.kind != "s3" and checkpoint not in pool.mounts:
            path = ("pools", name, "purchase", "spot", "checkpoint")
            message = f"is {checkpoint}, a file system that this pool doesn't mount"
            yield found(path, message, f"Add {checkpoint} to the pool's `mounts`, or save to a bucket.")


VALIDATOR = Validator(
    id="checkpoint-not-mounted",
    level="error",
    summary="A checkpoint store that is a file system is mounted by the spot pool.",
    why="In the two minutes that are left, a node can only save to what it reaches already: a mount, or a bucket.",
    hint="Mount the store, or save to a bucket.",
    check=_check,
)
