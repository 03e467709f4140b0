"""No tag has the name that a label gets."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    tags = context.stack.cluster.tags.as_dict()
    for name, pool in context.stack.cluster.pools.items():
        for label in pool.labels:
            if f"label:{label}" in tags:
                yield found(
                    ("pools", name, "labels", label), f"becomes the tag label:{label}, which is under `tags` too"
                )


VALIDATOR = Validator(
    id="label-tag-clash",
    level="error",
    summary="No tag of the cluster is called like the tag of a label.",
    why="A node has one value for a tag, so one of the two would be lost.",
    hint="Rename the label or the tag.",
    check=_check,
)
