"""No pool uses a type that is too old to be planned."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, listed, type_places
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        for path, type_name in type_places(name, pool):
            instance_type = context.catalog.find_instance_type(type_name)
            if instance_type is not None and instance_type.legacy:
                successors = listed(instance_type.successors, "or")
                yield found(path, f"is {type_name}, which is too old to be planned; what replaces it: {successors}")


VALIDATOR = Validator(
    id="type-legacy",
    level="error",
    summary="No pool uses p2, p3, g3 or g4ad.",
    why="Their GPUs are not driven by the open NVIDIA driver of today's images (V100, M60, K80), or are not NVIDIA's"
    " (g4ad): a node would start without a usable GPU (AWS DLAMI developer guide, 2026).",
    hint="Use a family that replaces it. p3dn is another matter: it can be planned with an image of your own.",
    check=_check,
)
