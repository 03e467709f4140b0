"""No two things are mounted at the same place of a node."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, mount_points
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    seen: set[Found] = set()
    for _, points in mount_points(context.stack.cluster):
        first: dict[str, str] = {}
        for path, directory, what in points:
            if directory in first:
                problem = found(path, f"puts {what} at {directory}, where {first[directory]} is mounted already")
                if problem not in seen:
                    yield problem
                seen.add(problem)
            first.setdefault(directory, what)


VALIDATOR = Validator(
    id="mount-path-repeated",
    level="error",
    summary="Everything that a node mounts has a place of its own.",
    why="The second of two mounts hides the first, and data ends up where nobody expects it.",
    hint="Give each store and volume a `mount` of its own.",
    check=_check,
)
