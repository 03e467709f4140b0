"""EFA is only switched on for types that have it."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, known_types, listed
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        lacking = [kind for _, kind in known_types(context, name, pool) if not kind.efa_supported]
        if pool.efa == "on" and lacking:
            names = listed(kind.name for kind in lacking)
            message = f"is on, but {names} {'has' if len(lacking) == 1 else 'have'} no EFA; allowed: auto or off"
            yield found(("pools", name, "efa"), message, _siblings(context, lacking[0].family))


def _siblings(context: Context, family: str) -> str:
    names = [kind.name for kind in context.catalog.instance_types() if kind.family == family and kind.efa_supported]
    return f"In the family {family}, {listed(names)} {'has' if len(names) == 1 else 'have'} EFA." if names else ""


VALIDATOR = Validator(
    id="efa-unsupported",
    level="error",
    summary="`efa: on` is only given for types with Elastic Fabric Adapter.",
    why="AWS refuses a template with an EFA interface for another type (AWS EC2 user guide, Elastic Fabric Adapter).",
    hint="Say `auto`, or choose a type with EFA: `rackguard list types --efa`.",
    check=_check,
)
