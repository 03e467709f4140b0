"""Nodes with EFA that mount an EFA-enabled Lustre file system have a type whose Lustre client can use it."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, known_types, lustre_uses, uses_efa
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.lustre_efa import reaches_lustre_over_efa

    pools = context.stack.cluster.pools
    for path, name, lustre, _ in lustre_uses(context.stack.cluster):
        pool = pools.get(str(path[1])) if path[0] == "pools" else None
        if not (pool and lustre.efa and uses_efa(context, str(path[1]), pool)):
            continue
        for _, kind in known_types(context, str(path[1]), pool):
            if not reaches_lustre_over_efa(kind):
                yield found(path, f"is {name}, with EFA, but a {kind.name} reaches it over TCP only")


VALIDATOR = Validator(
    id="lustre-efa-client",
    level="warning",
    summary="Nodes with EFA that mount an EFA-enabled Lustre file system can reach it over EFA.",
    why="Lustre's client uses EFA on version 4 of the Nitro System and later, under Amazon Linux 2023 or Ubuntu with"
    " kernel 6.8 and later (AWS FSx for Lustre user guide, configuring EFA clients, 2026); others fall back to TCP.",
    hint="Choose a newer type, or make the file system without `efa`.",
    check=_check,
)
