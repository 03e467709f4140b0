"""An EFA-enabled Lustre file system is mounted by nodes with EFA."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, uses_efa
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    cluster = context.stack.cluster
    with_efa = [pool for name, pool in cluster.pools.items() if uses_efa(context, name, pool)]
    for name, store in cluster.storage.items():
        if store.lustre and store.lustre.efa and not any(name in pool.mounts for pool in with_efa):
            yield found(("storage", name, "lustre", "efa"), "is true, but no pool with EFA mounts it")


VALIDATOR = Validator(
    id="lustre-efa-unused",
    level="warning",
    summary="An EFA-enabled Lustre file system is mounted by a pool with EFA.",
    why="It must be larger than one without, and can't be switched back (AWS FSx for Lustre user guide, EFA-enabled"
    " file systems); clients without EFA gain nothing from it.",
    hint="Leave `efa` out, or mount it in a pool with EFA.",
    check=_check,
    rests_on=(("pools", "*"),),
)
