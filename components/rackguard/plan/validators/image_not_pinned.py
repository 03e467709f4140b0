"""The images of nodes are pinned by their ids."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

_LATER = "the newest image is looked up at the first deployment"


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        if pool.image.id is None:
            yield found(("pools", name, "image"), f"has no `id`; {_LATER}")
    login = context.stack.cluster.access.login_node
    if login and login.image_id is None:
        yield found(("access", "login_node"), f"has no `image_id`; {_LATER}")


VALIDATOR = Validator(
    id="image-not-pinned",
    level="info",
    summary="Every image is pinned by its id.",
    why="AWS publishes a new image about every week: without an id, two stacks of the same file differ, and one that is"
    " made anew isn't what it was.",
    hint="Write down the deployed one's, or the newest's: `rackguard preflight --pin` does.",
    check=_check,
)
