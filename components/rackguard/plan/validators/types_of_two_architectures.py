"""All instance types of a pool can boot one image."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, known_types, listed
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        by_architecture: dict[str, list[str]] = {}
        for _, instance_type in known_types(context, name, pool):
            by_architecture.setdefault(instance_type.architecture, []).append(instance_type.name)
        if len(by_architecture) > 1:
            parts = [f"{architecture} ({', '.join(types)})" for architecture, types in by_architecture.items()]
            message = f"mixes {listed(parts)}; one image can boot only one of them"
            yield found(("pools", name, "instance_types"), message)


VALIDATOR = Validator(
    id="types-of-two-architectures",
    level="error",
    summary="All instance types of a pool have one CPU architecture.",
    why="The pool has one image, and an image is made for one architecture (AWS EC2 user guide, AMI types).",
    hint="Make a pool for each architecture.",
    check=_check,
)
