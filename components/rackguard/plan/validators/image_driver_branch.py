"""The Deep Learning AMI's driver is new enough for the type's GPUs."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool, _, kind in typed_pools(context):
        system = pool.image.dlami
        rule = context.catalog.gpu_driver_rule(kind.gpu, kind.gpu_fraction) if kind.gpu else None
        # One whose kernel module is of the wrong kind has its own check.
        if system is None or rule is None or rule.min_branch is None or "open" not in rule.kernel_modules:
            continue
        release = context.catalog.dlami_release(system, kind.architecture)
        path = ("pools", name, "image", "dlami")
        needed = f"R{rule.min_branch}{f' ({rule.min_driver})' if rule.min_driver else ''}"
        if release is None:
            message = f"is {system}; {kind.name} needs driver {needed} or newer, and its driver isn't known"
            yield found(path, message)
        elif not rule.allows(release.nvidia_driver):
            seen = f"{release.nvidia_driver} in the newest release that is known ({release.release})"
            yield found(path, f"is {system}, with driver {seen}; {kind.name} needs {needed} or newer")


VALIDATOR = Validator(
    id="image-driver-branch",
    level="warning",
    summary="The GPU driver of the Deep Learning AMI is new enough for the type's GPUs.",
    why="With an older driver a node starts without a GPU: g7 needs R595, p6-b300 R580, p6-b200 R570"
    " (NVIDIA and AWS DLAMI release notes, 2026). AWS makes a new image about every week.",
    hint="Check the release notes of the image and pin one that is new enough with `id`, or use another system.",
    check=_check,
)
