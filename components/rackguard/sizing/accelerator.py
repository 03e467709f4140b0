"""What sizing needs to know of where a workload would run: a GPU by itself, or the nodes of an instance type."""

from __future__ import annotations

from rackguard.catalog.catalog import Catalog
from rackguard.catalog.types import Gpu, InstanceType
from rackguard.record import record
from rackguard.sizing.precision import lacks, peak_tflops

MIB = 2**20
_NVLINK_DOMAIN = 8
"""GPUs of a node that a GPU model with NVLink is taken to be built into."""


@record
class Accelerator:
    """One GPU (or slice of one) and the node around it. Bytes, bytes a second."""

    name: str
    """The instance type's, else the GPU's."""
    gpu: Gpu | None
    """None where the catalogue has no such GPU: then nothing but memory is known."""
    fraction: float
    """1.0 for a whole GPU."""
    memory: float
    """As software sees it."""
    per_node: int
    nvlink: float
    """Bytes a second of one GPU, both directions; 0 where there is none."""
    network: float | None
    """Bytes a second of a node, one direction; None where no node is known."""
    rdma: bool
    cores: int | None
    ram: float | None

    @property
    def whole_nodes(self) -> bool:
        """True for an instance type: its GPUs are bought together."""
        return self.cores is not None

    def peak(self, precision: str) -> float | None:
        """Dense TFLOPS; None where no figure is known."""
        found = peak_tflops(self.gpu, precision) if self.gpu else None
        return found * self.fraction if found else None

    def without_peak(self, precision: str) -> str:
        """Why there is no peak in a format: the GPU lacks it, or nobody publishes the figure."""
        name = self.gpu.name if self.gpu else self.name
        if self.gpu and lacks(self.gpu, precision):
            return f"{name} has no {precision}"
        return f"no {precision} peak is known of {name}"

    @property
    def bandwidth(self) -> float | None:
        """Bytes a second of the GPU's memory; None where no figure is known."""
        known = self.gpu.memory_bandwidth_gb_s if self.gpu else None
        return known * 1e9 * self.fraction if known else None


def of_gpu(gpu: Gpu) -> Accelerator:
    """A GPU in a node that nothing is known of."""
    memory = gpu.visible_mib * MIB if gpu.visible_mib else gpu.memory_gb * 1e9
    per_node = _NVLINK_DOMAIN if gpu.nvlink_gb_s else 1
    return Accelerator(
        gpu.name, gpu, 1.0, memory, per_node, gpu.nvlink_gb_s * 1e9, None, rdma=False, cores=None, ram=None
    )


def of_type(kind: InstanceType, catalog: Catalog) -> Accelerator | None:
    """The GPUs of an instance type; None where their memory isn't published."""
    gpu = catalog.gpu(kind.gpu) if kind.gpu else None
    memory = kind.gpu_memory_mib * MIB if kind.gpu_memory_mib else gpu.memory_gb * 1e9 * kind.gpu_fraction if gpu else 0
    if not memory:
        return None
    count = kind.gpu_count or 1
    return Accelerator(
        name=kind.name,
        gpu=gpu,
        fraction=kind.gpu_fraction,
        memory=memory,
        per_node=count,
        nvlink=gpu.nvlink_gb_s * 1e9 if gpu and count > 1 else 0.0,
        network=kind.network_gbps * 1e9 / 8 if kind.network_gbps else None,
        rdma=kind.rdma,
        cores=kind.cores,
        ram=kind.memory_mib * MIB,
    )
