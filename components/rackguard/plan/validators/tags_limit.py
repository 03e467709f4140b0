"""No resource has more tags than AWS allows."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

MOST_TAGS = 50


def _check(context: Context) -> Iterator[Found]:
    if context.plan is None:
        return
    # Beside these, a resource has a Name.
    shared = len({*context.plan.tags, "Name"})
    if shared > MOST_TAGS:
        yield found(("tags",), f"makes {shared} tags with Rackguard's own; allowed: {MOST_TAGS}")
        return
    for pool in context.plan.pools:
        if len(pool.tags) > MOST_TAGS:
            message = f"makes {len(pool.tags)} tags of a node with the cluster's; allowed: {MOST_TAGS}"
            yield found(("pools", pool.name, "labels"), message)


VALIDATOR = Validator(
    id="tags-limit",
    level="error",
    summary="A resource has at most 50 tags, labels and Rackguard's own included.",
    why="AWS refuses the resource (AWS EC2 user guide, tag restrictions).",
    hint="Use fewer tags or labels.",
    check=_check,
)
