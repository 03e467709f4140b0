"""Nothing is mounted inside something else that is mounted."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, mount_points
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    seen: set[Found] = set()
    for _, points in mount_points(context.stack.cluster):
        for path, directory, what in points:
            for _, outer, other in points:
                if directory.startswith(f"{outer}/"):
                    problem = found(path, f"puts {what} at {directory}, inside {outer}, where {other} is mounted")
                    if problem not in seen:
                        yield problem
                    seen.add(problem)


VALIDATOR = Validator(
    id="mount-path-nested",
    level="error",
    summary="No mount is inside another mount.",
    why="The inner directory is made on whatever is mounted when the node gets there: on the root disk if the outer one"
    " is late, and then hidden by it.",
    hint="Mount them side by side: `/fsx` and `/data`.",
    check=_check,
)
