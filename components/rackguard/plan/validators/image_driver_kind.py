"""The Deep Learning AMI's driver can drive the type's GPUs at all."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool, _, kind in typed_pools(context):
        rule = context.catalog.gpu_driver_rule(kind.gpu, kind.gpu_fraction) if kind.gpu else None
        if pool.image.dlami and rule and "open" not in rule.kernel_modules:
            modules = " or ".join(sorted(rule.kernel_modules))
            message = f"is {pool.image.dlami}, whose open driver doesn't drive {kind.name}'s {rule.gpu}"
            own = f"`image: {{os: {pool.image.dlami}, id: ami-…}}`"
            hint = f"Use an image of your own with the {modules} driver: {own}."
            yield found(("pools", name, "image", "dlami"), message, hint)


VALIDATOR = Validator(
    id="image-driver-kind",
    level="error",
    summary="The open GPU driver of the Deep Learning AMI drives the type's GPUs.",
    why="NVIDIA's open kernel module needs Turing or later (so not p3dn's V100), and a slice of a GPU (g6f, gr6f) needs"
    " the GRID driver (NVIDIA driver installation guide; AWS DLAMI developer guide, 2026).",
    hint="Use an image of your own with the right driver.",
    check=_check,
)
