"""The type has the NVLink bandwidth that the pool needs."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool, _, instance_type in typed_pools(context):
        wanted = pool.needs.nvlink_gb_s
        if wanted is None:
            continue
        gpu = context.catalog.gpu(instance_type.gpu) if instance_type.gpu else None
        # A single GPU has no other GPU to reach, whatever its model can do.
        offered = gpu.nvlink_gb_s if gpu and instance_type.gpu_count > 1 else 0
        if offered < wanted:
            why = f"{offered:g} GB/s ({gpu.name})" if gpu and offered else "no NVLink between GPUs"
            yield found(("pools", name, "needs", "nvlink_gb_s"), f"is {wanted:g}, but {instance_type.name} has {why}")


VALIDATOR = Validator(
    id="needs-nvlink",
    level="error",
    summary="Every type has the NVLink bandwidth that its pool needs.",
    why="Tensor parallelism within a node is as fast as the link between its GPUs (NVIDIA data sheets, bandwidth of one"
    " GPU in both directions).",
    hint="Choose a type with more (600: A100, 900: H100 and H200, 1800: B200), or lower the need.",
    check=_check,
)
