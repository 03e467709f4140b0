"""The checkpoint store of a pool is declared."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import checkpoint_place, found, listed
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.spec.suggest import did_you_mean

    known = sorted({*context.stack.cluster.storage, *context.stack.declared_stores})
    for name, pool in context.stack.cluster.pools.items():
        store = pool.purchase.checkpoint
        if store is not None and store not in known:
            path = ("pools", name, *checkpoint_place(pool))
            message = f"is {store}, which isn't declared under `storage`; declared: {listed(known)}"
            yield found(path, message, did_you_mean(store, known))


VALIDATOR = Validator(
    id="checkpoint-unknown",
    level="error",
    summary="The checkpoint store of a pool is declared under `storage`.",
    why="Without the store there is nowhere to save interrupted work to.",
    hint="Declare the store under `storage`, or name one that is there.",
    check=_check,
    rests_on=(("storage",),),
)
