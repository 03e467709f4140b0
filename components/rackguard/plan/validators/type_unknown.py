"""Every instance type is in the catalogue."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, type_places
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        for path, type_name in type_places(name, pool):
            if context.catalog.find_instance_type(type_name) is None:
                yield found(path, *_words(context, type_name))


def _words(context: Context, type_name: str) -> tuple[str, str]:
    from rackguard.catalog.unknown_name import UnknownName

    if any(cpu.name == type_name for cpu in context.catalog.cpu_types()):
        return f"is {type_name}, a type without GPU; allowed: a GPU type", "CPU types are for the login node."
    if lacks := context.catalog.lacks(type_name):
        return f"is {type_name}, which AWS has and no plan can use yet: {lacks}", ""
    try:
        context.catalog.instance_type(type_name)
    except UnknownName as error:
        names = " or ".join(error.suggestions)
        return f"is {type_name}, which is no GPU type of AWS", f"Did you mean {names}?" if names else ""
    return f"is {type_name}, which can't be planned", ""


VALIDATOR = Validator(
    id="type-unknown",
    level="error",
    summary="Every instance type of a pool is a GPU type of the catalogue.",
    why="AWS refuses an unknown type only when the first node is to start; the pool can't be planned or priced.",
    hint="`rackguard list types` shows all GPU types.",
    check=_check,
)
