"""The first hard need that an instance type lacks, in words: what it is counted under."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.catalog.gpu_name import is_gpu_named
from rackguard.sizing.accelerator import of_type

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import InstanceType
    from rackguard.economics.offers.wanted import Wanted
    from rackguard.sizing.accelerator import Accelerator

GIB = 2**30


def lack(kind: InstanceType, wanted: Wanted, catalog: Catalog) -> str | None:
    """What a type lacks of what is wanted wherever it is sold; None where it lacks nothing.

    Legacy types can't be planned, and are never offered.
    """
    return next(_lacks(kind, wanted, catalog), None)


def _lacks(kind: InstanceType, wanted: Wanted, catalog: Catalog) -> Iterator[str]:
    if wanted.instance_types is not None and kind.name not in wanted.instance_types:
        yield "not asked for"
    if wanted.gpu is not None and not is_gpu_named(wanted.gpu, kind.gpu):
        yield f"no {wanted.gpu}"
    if kind.legacy:
        yield "too old to be planned"
    where = of_type(kind, catalog)
    if where is None:
        yield "the memory of its GPU is not known"
        return
    yield from _gpu_lacks(where, wanted)
    yield from _node_lacks(where, wanted)


def _gpu_lacks(where: Accelerator, wanted: Wanted) -> Iterator[str]:
    if wanted.memory_bytes is not None and where.memory < wanted.memory_bytes:
        yield f"less than {wanted.memory_bytes / GIB:,.1f} GiB a GPU".replace(".0 GiB", " GiB")
    if wanted.precision is not None and where.peak(wanted.precision) is None:
        yield f"no figure for {wanted.precision.upper()}"


def _node_lacks(where: Accelerator, wanted: Wanted) -> Iterator[str]:
    if wanted.gpus_per_node is not None and where.per_node < wanted.gpus_per_node:
        yield f"fewer than {wanted.gpus_per_node} GPUs a node"
    if (wanted.nvlink or wanted.interconnect == "nvlink") and not where.nvlink:
        yield "no NVLink"
    if wanted.nvlink_gb_s is not None and where.nvlink < wanted.nvlink_gb_s * 1e9:
        yield f"less than {wanted.nvlink_gb_s:g} GB/s of NVLink"
    if wanted.interconnect == "rdma" and not where.rdma:
        yield "no RDMA"
    if wanted.cores_per_gpu is not None and (where.cores or 0) < wanted.cores_per_gpu * where.per_node:
        yield f"fewer than {wanted.cores_per_gpu:g} cores a GPU"
    if wanted.ram_bytes is not None and (where.ram or 0) < wanted.ram_bytes:
        yield f"less than {wanted.ram_bytes / GIB:,.0f} GiB of RAM"
