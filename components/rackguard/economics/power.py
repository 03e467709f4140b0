"""How much power a node draws: what is assumed, and the arithmetic.

No cloud publishes the power of its instance types. The GPUs' rated power is published; the host's share is taken
from Cloud Carbon Footprint's averages for AWS.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.types import Source
from rackguard.catalog.unknown_name import UnknownName
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog

_CCF = Source("Cloud Carbon Footprint, methodology (averages for AWS)", "2021-10")
_BYTES_PER_MIB = 1024 * 1024


@record
class Assumption:
    """A figure that the arithmetic rests on and that nobody publishes for the type itself."""

    name: str
    value: float
    unit: str
    basis: str
    source: Source


GPU_LOAD = Assumption(
    "GPU power",
    0.76,
    "of rated power",
    "An 8 × H100 node under compute-heavy training draws 76 % of its rated 10.2 kW; taken for every GPU's TDP. "
    "Idle nodes draw less.",
    Source("Newkirk et al., Empirically-Calibrated H100 Node Power Models, arXiv:2506.14551", "2025-06-17"),
)
CPU_W = Assumption(
    "CPU power",
    0.74 + 0.50 * (3.5 - 0.74),
    "W per vCPU",
    "0.74 W idle to 3.5 W at full load, at the 50 % load that is taken where no measurement exists.",
    _CCF,
)
MEMORY_W = Assumption(
    "memory power",
    0.392,
    "W per GB",
    "All memory of the type; the CPU figure holds a little of it already.",
    _CCF,
)
LEFT_OUT = (
    "network cards, NVSwitch, fans and local disks of a node",
    "storage, network and other services",
    "reserved capacity in which no node runs",
)
"""What the figures do not count; they are too low by it."""


@record
class NodePower:
    """Power of one node in watts, before the building's overhead."""

    gpu_w: float
    cpu_w: float
    memory_w: float

    @property
    def total_w(self) -> float:
        """All of it."""
        return self.gpu_w + self.cpu_w + self.memory_w


def node_power(instance_type: str, catalog: Catalog, gpu_load: float = GPU_LOAD.value) -> NodePower | str:
    """The power of one node of a type; where it is not known, what is missing."""
    gpu_type = catalog.find_instance_type(instance_type)
    if gpu_type is None:
        try:
            cpu_type = catalog.cpu_type(instance_type)
        except UnknownName:
            return f"{instance_type} is not in the catalogue"
        return _host_power(0.0, cpu_type.vcpus, cpu_type.memory_gib * 1024)
    if gpu_type.gpu is None:
        return f"the catalogue has no figures of the GPU of {instance_type}"
    tdp_w = catalog.gpu(gpu_type.gpu).tdp_w
    if tdp_w is None:
        return f"no rated power of {gpu_type.gpu} is published"
    gpus = gpu_type.gpu_count or gpu_type.gpu_fraction
    return _host_power(gpus * tdp_w * gpu_load, gpu_type.vcpus, gpu_type.memory_mib)


def _host_power(gpu_w: float, vcpus: int, memory_mib: float) -> NodePower:
    memory_gb = memory_mib * _BYTES_PER_MIB / 1e9
    return NodePower(gpu_w, vcpus * CPU_W.value, memory_gb * MEMORY_W.value)
