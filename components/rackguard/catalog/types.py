"""The catalogue's types: frozen, plain, each figure with its source and date.

Units are in the names: `_mib` and `_gib` are powers of two, `_gb` powers of ten, `_usd` US dollars,
`_gbps` 10^9 bits a second, `_w` watts. `None` means "the publisher does not say", never zero.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from rackguard.record import record

_EFA_WITHOUT_RDMA = frozenset({"g4dn", "g5", "p3dn"})

InterfaceType = Literal["interface", "efa", "efa-only"]
"""EC2's network interface types: ENA alone, ENA with EFA, EFA without IP."""


class PurchaseOption(StrEnum):
    """How capacity is bought. A commitment is a price, not capacity, and is not in this list."""

    ON_DEMAND = "on_demand"
    SPOT = "spot"
    RESERVATION = "reservation"
    CAPACITY_BLOCK = "capacity_block"

    @property
    def words(self) -> str:
        """As people say it: `capacity block`."""
        return self.value.replace("_", " ")


class Commitment(StrEnum):
    """Agreements that lower a price without holding capacity."""

    RI_1Y = "ri_1y"
    SAVINGS_PLAN_1Y = "savings_plan_1y"
    SAVINGS_PLAN_3Y = "savings_plan_3y"
    PRIVATE_AGREEMENT = "private_agreement"


@record
class Source:
    """Where a figure comes from and how old it is."""

    name: str
    as_of: str
    """ISO date, or year and month, or "undated"."""


@record
class Gpu:
    """One GPU model. TFLOPS are dense."""

    name: str
    """The catalogue's own name, one per memory size: `A100-40GB`, `A100-80GB`."""
    architecture: str
    memory_gb: float
    visible_mib: int | None
    memory_type: str
    memory_bandwidth_gb_s: float | None
    tflops: dict[str, float]
    """Dense TFLOPS by precision, TOPS of `int8`; only those published. `fp64` is the vector units', `fp64_tensor` the
    tensor cores'; the others are `fp32`, `tf32`, `fp16`, `bf16`, `fp8`, `fp4`."""
    nvlink_generation: str | None
    nvlink_gb_s: float
    """NVLink bandwidth of one GPU, both directions; 0 where the model has none."""
    tdp_w: float | None
    compute_capability: str
    min_cuda: str | None
    min_driver: str | None
    embodied_kg: float | None
    confidence: str
    notes: str
    source: Source
    fp64_int8_source: Source | None
    """Where `fp64`, `fp64_tensor` and `int8` come from, which others publish than the rest."""


@record
class NetworkCard:
    """One physical network card of an instance type."""

    index: int
    max_interfaces: int
    interface_types: frozenset[InterfaceType]
    """What the card can carry."""
    bandwidth_gbps: float | None = None


@record
class NetworkCards:
    """The network cards of an instance type and what they may carry."""

    cards: tuple[NetworkCard, ...]
    """Empty for legacy types, whose cards no source lists."""
    max_efa: int
    """EFA interfaces of a node, at most one a card; counted by this, not by the number of cards."""
    efa_cards: tuple[int, ...]
    """The cards that carry EFA in the layout recommended by AWS."""
    ip_bandwidth_cards: tuple[int, ...]
    """The cards that carry an ENA interface in the layout for the most IP bandwidth, card 0 first."""
    efa_gbps: float | None
    """EFA bandwidth of a node in the recommended layout."""
    source: Source


@record
class InstanceStore:
    """Local NVMe of an instance type; its content is lost when the instance stops."""

    disks: int
    disk_gb: int


@record
class InstanceType:
    """One GPU instance type of AWS."""

    name: str
    gpu: str | None
    """Name of a `Gpu`; None where the catalogue has no such GPU."""
    gpu_manufacturer: str
    gpu_count: int
    """Whole GPUs as the API reports them: 0 for a fraction (g6f, gr6f)."""
    gpu_fraction: float
    """1.0 for whole GPUs, 0.125 to 0.5 for a slice."""
    gpu_memory_mib: int | None
    """Memory of one GPU (or slice) as software sees it."""
    vcpus: int
    cores: int
    memory_mib: int
    cpu_manufacturer: str
    architecture: Literal["x86_64", "arm64"]
    network_performance: str
    network_gbps: float | None
    """Baseline bandwidth of the headline figure, all cards together."""
    network_cards: NetworkCards
    max_interfaces: int | None
    """All cards together; None for legacy types, whose cards no source lists."""
    ipv4_per_interface: int | None
    efa_supported: bool
    encryption_in_transit: bool | None
    instance_store: InstanceStore | None
    ebs_max_mib_s: float | None
    """EBS throughput of the instance in 10^6 bytes a second, as AWS states it."""
    ebs_max_iops: int | None
    max_ebs_attachments: int | None
    ebs_attachments_shared: bool
    """True where volumes, interfaces and local NVMe share one attachment limit."""
    purchase_options: frozenset[PurchaseOption]
    """What the type's usage classes allow; a reservation needs on-demand."""
    placement_strategies: frozenset[str]
    hypervisor: str
    bare_metal: bool
    current_generation: bool
    legacy: bool
    """True for p2, p3, g3 and g4ad: listed, but too old (or not NVIDIA) to be planned."""
    successors: tuple[str, ...]
    """For a legacy type: what to use instead."""
    source: Source

    @property
    def family(self) -> str:
        """The part before the dot: `p5` of `p5.48xlarge`."""
        return self.name.partition(".")[0]

    @property
    def rdma(self) -> bool:
        """True where EFA offers RDMA between GPUs' memory, which its first generation doesn't, but for p4d and p4de.

        Source: AWS EC2 user guide, Elastic Fabric Adapter, RDMA read and write by instance type, 2026.
        """
        return self.efa_supported and self.family not in _EFA_WITHOUT_RDMA


@record
class CpuType:
    """A CPU instance type for login nodes."""

    name: str
    vcpus: int
    memory_gib: float
    architecture: Literal["x86_64", "arm64"]
    tdp_w: float | None
    """Share of its host's CPU power; None where not published."""
    source: Source


@record
class Offering:
    """A type offered in a region, by zone id."""

    instance_type: str
    region: str
    zone_ids: tuple[str, ...]
    source: Source


@record
class Price:
    """USD per hour (or per the unit named) for one item bought in one way."""

    amount_usd: float
    unit: str
    """`hour`, `GB-month`, `IOPS-month`, …"""
    purchase: PurchaseOption | Commitment | None
    """None for what is only sold in one way (a service)."""
    source: Source
    estimate: bool = False
    note: str = ""


@record
class SpotHistory:
    """What is known of a type's spot market in a region; prices in USD an hour."""

    instance_type: str
    region: str
    saving_percent: float | None
    """30-day saving against on-demand, Spot Instance Advisor."""
    interruption: str | None
    """The Advisor's bucket of monthly interruption: `<5%`, `5-10%`, `10-15%`, `15-20%`, `>20%`."""
    source: Source


@record
class GridFactor:
    """Carbon intensity of a region's grid and the overhead of its buildings."""

    cloud: Literal["aws", "gcp"]
    region: str
    g_co2e_per_kwh: float
    pue: float
    pue_basis: str
    others_g: tuple[tuple[str, float], ...]
    """The same figure from other publishers, by name: they differ by up to three times."""
    source: Source


@record
class Embodied:
    """Embodied carbon of an instance, spread over its life."""

    instance_type: str
    g_per_hour: float
    total_kg: float
    lifetime_hours: float
    source: Source
