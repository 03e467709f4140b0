"""No two tags differ in case alone."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    first: dict[str, str] = {}
    for key in context.stack.cluster.tags.as_dict():
        other = first.setdefault(key.lower(), key)
        if other != key:
            yield found(("tags", key), f"differs from {other} in case alone")


VALIDATOR = Validator(
    id="tags-differ-in-case",
    level="error",
    summary="No two tags differ in case alone.",
    why="IAM takes them for the same and refuses the role (AWS IAM user guide, tagging rules).",
    hint="Keep one of them.",
    check=_check,
)
