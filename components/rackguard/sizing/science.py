"""A sizing of a simulation over MPI: one rank a GPU.

A step takes the longer of FLOP/peak and bytes/bandwidth, the roofline, and then the halo over the network. Peaks of
fp64 are the vector units'. Stencils and sparse solvers reach seven to nine tenths of the bandwidth, and of the peak
what their kernels allow: both assumed.
"""

from __future__ import annotations

from math import ceil

from rackguard.sizing.accelerator import Accelerator
from rackguard.sizing.checkpoint_size import write_seconds
from rackguard.sizing.communication import LINE_RATE
from rackguard.sizing.needs import BEARABLE, CORES_PER_GPU, ETHERNET, PCIE, ram_bytes
from rackguard.sizing.overhead import framework_bytes
from rackguard.sizing.sizing import Component, Duration, Interconnect, Layout, Needs, Range, Rate, Sizing
from rackguard.sizing.training_time import Efficiency
from rackguard.sizing.workload import Science, Workload

GIB, MIB = 2**30, 2**20
PEAK = Efficiency(0.3, 0.5, 0.8, "of the vector peak (assumed of kernels)")
BANDWIDTH = Efficiency(0.6, 0.8, 0.9, "of the memory's bandwidth (assumed of stencils)")


def size_science(workload: Workload, science: Science, where: Accelerator, gpus: int) -> Sizing:
    """The sizing; ranks share a GPU where there are fewer GPUs than ranks."""
    shared = ceil(science.ranks / gpus)
    components = (
        Component("ranks", shared * science.memory_gib * GIB, "science"),
        Component("framework", framework_bytes(1), "overhead"),
    )
    compute, memory = _roofline(science, where, shared)
    halo, nodes = _halo(science, where, shared, gpus), ceil(gpus / where.per_node)
    step = _step(compute, memory, halo)
    saved = (science.checkpoint_gib or science.memory_gib) * GIB * science.ranks
    parts = [
        ("compute", compute, PEAK.words),
        ("memory traffic", memory, BANDWIDTH.words),
        ("halo", halo, LINE_RATE.words),
    ]
    return Sizing(
        task="science",
        model=f"{science.ranks:,} ranks",
        on=where.name,
        gpu=where.gpu.name if where.gpu else where.name,
        gpus=gpus,
        nodes=nodes,
        layout=Layout("mpi", science.ranks, why="one rank a GPU" if shared == 1 else f"{shared} ranks a GPU"),
        components=components,
        memory_bytes=where.memory,
        free_share=workload.free_share,
        remedies=(),
        durations=tuple(
            Duration(name, time.times(science.steps), "science", source) for name, time, source in parts if time
        ),
        job_seconds=step.times(science.steps) if step else None,
        rate=Rate("steps", Range(1 / step.high, 1 / step.expected, 1 / step.low), "science", PEAK.words)
        if step
        else None,
        flops=science.flop_per_step * science.ranks * science.steps,
        unmet=(),
        missing=tuple(_missing(science, where)),
        assumptions=("a rank's halo leaves its node where there are several",) if science.halo_mib else (),
        needs=Needs(
            gpus=gpus,
            memory_bytes_per_gpu=sum(component.bytes for component in components) / (1 - workload.free_share),
            precision=science.precision,
            interconnect=_interconnect(science, step, gpus, where),
            gpus_per_node=1,
            cores_per_gpu=CORES_PER_GPU,
            ram_bytes_per_node=ram_bytes(where, gpus),
            read_bytes_per_second=None,
            checkpoint_bytes=saved,
            checkpoint_seconds=write_seconds(saved, nodes),
        ),
    )


def _roofline(science: Science, where: Accelerator, shared: int) -> tuple[Range | None, Range | None]:
    """Seconds of a step for FLOPs and for memory traffic."""
    peak, bandwidth = where.peak(science.precision), where.bandwidth
    compute = PEAK.over(shared * science.flop_per_step / (peak * 1e12)) if peak else None
    memory = BANDWIDTH.over(shared * science.bytes_per_step / bandwidth) if bandwidth else None
    return compute, memory


def _halo(science: Science, where: Accelerator, shared: int, gpus: int) -> Range | None:
    """Seconds of a step: over the network where there are several nodes, else over NVLink or PCIe."""
    if not science.halo_mib or science.ranks == 1:
        return None
    moved = science.halo_mib * MIB * shared
    if gpus <= where.per_node:
        return LINE_RATE.over(moved / (where.nvlink / 2 or PCIE))
    return LINE_RATE.over(moved * where.per_node / where.network) if where.network else None


def _step(compute: Range | None, memory: Range | None, halo: Range | None) -> Range | None:
    if compute is None or memory is None:
        return None
    wait = halo or Range(0, 0, 0)
    return Range(
        max(compute.low, memory.low, wait.low),  # hidden behind the inner cells at best
        max(compute.expected, memory.expected) + wait.expected,
        max(compute.high, memory.high) + wait.high,
    )


def _missing(science: Science, where: Accelerator) -> list[str]:
    name, found = where.gpu.name if where.gpu else where.name, list[str]()
    if where.peak(science.precision) is None:
        found.append(where.without_peak(science.precision))
    if where.bandwidth is None:
        found.append(f"no memory bandwidth is known of {name}")
    return found


def _interconnect(science: Science, step: Range | None, gpus: int, where: Accelerator) -> Interconnect:
    if gpus == 1 or not science.halo_mib:
        return "none" if gpus <= where.per_node else "ethernet"
    bearable = BEARABLE * step.expected if step else 0.0
    moved = science.halo_mib * MIB
    if gpus <= where.per_node:
        return "pcie" if moved / PCIE <= bearable else "nvlink"
    return "ethernet" if moved * where.per_node / ETHERNET <= bearable else "rdma"
