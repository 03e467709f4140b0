"""The Deep Learning AMI's CUDA is new enough for the type's GPUs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.plan.places import found, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator

if TYPE_CHECKING:
    from rackguard.catalog.types import InstanceType


def _check(context: Context) -> Iterator[Found]:
    from rackguard.catalog.images import at_least

    for name, pool, _, kind in typed_pools(context):
        system = pool.image.dlami
        release = context.catalog.dlami_release(system, kind.architecture) if system else None
        if release is None:
            continue
        lacking = [cuda for cuda in _least(context, kind) if not at_least(release.default_cuda, cuda)]
        if lacking:
            seen = f"CUDA {release.default_cuda} in the newest release that is known ({release.release})"
            message = f"is {system}, with {seen}; {kind.name} needs CUDA {lacking[0]} or newer"
            yield found(("pools", name, "image", "dlami"), message)


def _least(context: Context, kind: InstanceType) -> list[str]:
    """What AWS supports with the GPU, then the toolkit that knew it first, as far as each is known."""
    if kind.gpu is None:
        return []
    rule = context.catalog.gpu_driver_rule(kind.gpu, kind.gpu_fraction)
    known = (rule.min_cuda if rule else None, context.catalog.gpu(kind.gpu).min_cuda)
    return [cuda for cuda in known if cuda]


VALIDATOR = Validator(
    id="image-cuda",
    level="warning",
    summary="The CUDA of the Deep Learning AMI is new enough for the type's GPUs.",
    why="An older toolkit makes no code for the GPU, and programs fail at their first kernel: p6-b200 and p6e-gb200"
    " need CUDA 12.8, p6-b300 13.0 (AWS DLAMI developer guide, support for P6; NVIDIA CUDA release notes, 2026).",
    hint="Pin a newer image with `id`, use another system, or bring CUDA in a container.",
    check=_check,
)
