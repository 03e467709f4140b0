"""Every store that is mounted is declared."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, listed, mounting
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.spec.suggest import did_you_mean

    cluster = context.stack.cluster
    known = sorted({*cluster.storage, *context.stack.declared_stores})
    for path, mounts in mounting(cluster):
        for index, store in enumerate(mounts):
            if store not in known:
                message = f"is {store}, which isn't declared under `storage`; declared: {listed(known)}"
                yield found((*path, index), message, did_you_mean(store, known))


VALIDATOR = Validator(
    id="mount-unknown",
    level="error",
    summary="Every name under `mounts` is declared under `storage`.",
    why="There is nothing to mount.",
    hint="Declare the store under `storage`, or take the name out.",
    check=_check,
    rests_on=(("storage",),),
)
