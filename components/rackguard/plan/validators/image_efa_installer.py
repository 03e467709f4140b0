"""The Deep Learning AMI's EFA software is new enough for the type."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools, uses_efa
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.catalog.images import at_least

    for name, pool, _, kind in typed_pools(context):
        system = pool.image.dlami
        release = context.catalog.dlami_release(system, kind.architecture) if system else None
        rule = context.catalog.gpu_driver_rule(kind.gpu, kind.gpu_fraction) if kind.gpu else None
        least, held = rule.min_efa_installer if rule else None, release.efa_installer if release else None
        if release and least and held and not at_least(held, least) and uses_efa(context, name, pool):
            seen = f"the EFA installer {held} in the newest release that is known ({release.release})"
            message = f"is {system}, with {seen}; {kind.name} needs {least} or newer"
            yield found(("pools", name, "image", "dlami"), message)


VALIDATOR = Validator(
    id="image-efa-installer",
    level="warning",
    summary="The EFA software of the Deep Learning AMI is new enough for the type.",
    why="Older software doesn't know the network cards, and NCCL falls back to TCP: p6-b200 needs the installer 1.41.0,"
    " p6e-gb200 1.42.0, p6-b300 1.44.0 (AWS DLAMI developer guide, support for P6, 2026).",
    hint="Pin a newer image with `id`, or use another system.",
    check=_check,
)
