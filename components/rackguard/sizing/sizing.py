"""A sizing: what a workload takes on a number of GPUs, every figure with its formula."""

from __future__ import annotations

from typing import Literal

from rackguard.record import record

Interconnect = Literal["none", "pcie", "nvlink", "ethernet", "rdma"]
"""What GPUs must talk over: nothing, a node's PCIe, its NVLink, the network, RDMA over the network."""


@record
class Component:
    """Bytes of one GPU's memory."""

    name: str
    bytes: float
    formula: str
    """The module of this package that says how it is worked out, and in which symbols."""


@record
class Range:
    """A figure as a range, with the one that is expected."""

    low: float
    expected: float
    high: float

    def times(self, factor: float) -> Range:
        """Each multiplied."""
        return Range(self.low * factor, self.expected * factor, self.high * factor)


@record
class Duration:
    """A time in seconds, as a range."""

    name: str
    seconds: Range
    formula: str
    efficiency: str
    """What was assumed of the hardware, and its source."""


@record
class Rate:
    """How fast it goes."""

    name: str
    """`tokens`, `images`, `steps`: per second, over all GPUs."""
    per_second: Range
    formula: str
    efficiency: str


@record
class Layout:
    """How the work is spread over GPUs."""

    strategy: str
    data: int
    tensor: int = 1
    pipeline: int = 1
    expert: int = 1
    recomputation: str = "none"
    why: str = ""


@record
class Needs:
    """What is asked of the hardware. What an offer lacks of these, it can't be used for."""

    gpus: int
    memory_bytes_per_gpu: float
    """With the share that is kept free."""
    precision: str
    """A peak in this format must be known of the GPU."""
    interconnect: Interconnect
    gpus_per_node: int
    """The fewest that must be in one node: those that share a block."""
    cores_per_gpu: tuple[int, int]
    """Physical cores, least and comfortable."""
    ram_bytes_per_node: float
    read_bytes_per_second: float | None
    """From storage, all nodes together, to keep the GPUs busy; None where nothing is known of the data."""
    checkpoint_bytes: float | None
    """None where nothing is saved."""
    checkpoint_seconds: float | None


@record
class Sizing:
    """What a workload takes on so many GPUs of a kind."""

    task: str
    """`train`, `fine_tune`, `serve`, `vision`, `science`."""
    model: str
    on: str
    """Instance type or GPU."""
    gpu: str
    gpus: int
    nodes: int
    layout: Layout
    components: tuple[Component, ...]
    memory_bytes: float
    """Of a GPU, all of it."""
    free_share: float
    remedies: tuple[str, ...]
    """What would make it fit, where it doesn't."""
    durations: tuple[Duration, ...]
    job_seconds: Range | None
    """None where no figure of the GPU tells, or the work has no end."""
    rate: Rate | None
    flops: float | None
    """Of the whole job."""
    unmet: tuple[str, ...]
    """Targets that even the best case misses."""
    missing: tuple[str, ...]
    """Figures that the catalogue lacks: without them this isn't ranked."""
    assumptions: tuple[str, ...]
    needs: Needs

    @property
    def total_bytes(self) -> float:
        """All components."""
        return sum(component.bytes for component in self.components)

    @property
    def usable_bytes(self) -> float:
        """Memory less the share kept free."""
        return self.memory_bytes * (1 - self.free_share)

    @property
    def fits(self) -> bool:
        """True where all components fit into what may be used."""
        return self.total_bytes <= self.usable_bytes

    @property
    def gpu_hours(self) -> Range | None:
        """Of the whole job."""
        return self.job_seconds.times(self.gpus / 3600) if self.job_seconds else None
