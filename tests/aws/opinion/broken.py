"""Resources of the example stacks, broken on purpose, and what AWS says then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from tests.aws.opinion.before import stack_account, things
from tests.aws.opinion.opinion import refusals

if TYPE_CHECKING:
    from tests.aws.opinion.existing import Lookup, Thing

Changes = Mapping[str, Any]
"""Values by their places, `networkInterfaces.0.deviceIndex`; `...` takes one out."""
Others = Mapping[str, Changes | None]
"""Changes of things that are there, by a resource's name in the stack or a thing's id; None where one is gone."""

MALFORMED = "ValidationError: You must use a valid fully-formed launch template. "


def says(
    stack: str,
    name: str,
    changes: Changes,
    others: Others | None = None,
    also: Mapping[str, Sequence[Thing]] | None = None,
) -> list[str]:
    """What AWS says to the resource `name` of a stack with these changes; `also` are further things, by their type."""
    token, state = stack_account(stack).made[name]
    by_id = {_place(stack, key): value for key, value in (others or {}).items()}
    by_id[token, state["id"]] = None  # it isn't there yet
    return refusals(token, changed(state, changes), _lookup(stack, by_id, also or {}))


def launch_says(
    pool: str,
    template: Changes,
    group: Changes | None = None,
    others: Others | None = None,
    also: Mapping[str, Sequence[Thing]] | None = None,
) -> list[str]:
    """What AWS says to the group of a pool, `prod-train`, whose template has these changes.

    Each line must be about the template; it is given without the frame that Auto Scaling puts around it.
    """
    stack, name = pool.split("-")
    parts = f"llm-{stack}-pool-{name}"
    lines = says(stack, f"{parts}-group", group or {}, {**(others or {}), f"{parts}-template": template}, also)
    assert all(line.startswith(MALFORMED) for line in lines), lines
    return [line.removeprefix(MALFORMED) for line in lines]


def state_of(stack: str, name: str) -> Thing:
    """A resource of a stack as it is there."""
    return stack_account(stack).made[name][1]


def changed(value: Thing, changes: Changes) -> dict[str, Any]:
    """A copy with values put in at their places."""
    made = deepcopy(dict(value))
    for path, new in changes.items():
        *above, last = path.split(".")
        inside: Any = made
        for key in above:
            inside = inside[int(key)] if isinstance(inside, list) else inside.setdefault(key, {})
        place: Any = int(last) if isinstance(inside, list) else last
        if new is ...:
            del inside[place]
        elif isinstance(inside, list) and place == len(inside):
            inside.append(new)
        else:
            inside[place] = new
    return made


def _place(stack: str, key: str) -> tuple[str, str]:
    """Type and id of a thing that a stack made, or that was there before it."""
    if key in (made := stack_account(stack).made):
        token, state = made[key]
        return token, state["id"]
    before = things(stack).items()
    (token,) = (token for token, known in before if any(thing.get("id") == key for thing in known))
    return token, key


def _lookup(stack: str, by_id: Mapping[tuple[str, str], Changes | None], also: Mapping[str, Sequence[Thing]]) -> Lookup:
    def look(token: str) -> Iterable[Thing]:
        for thing in stack_account(stack).lookup(token):
            changes = by_id.get((token, thing.get("id", "")), {})
            if changes is not None:
                yield changed(thing, changes) if changes else thing
        yield from also.get(token, [])

    return look
