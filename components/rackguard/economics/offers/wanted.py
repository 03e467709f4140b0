"""What an offer must have. What is None is not asked for."""

from __future__ import annotations

from rackguard.catalog.types import Commitment, PurchaseOption
from rackguard.record import record
from rackguard.sizing.sizing import Interconnect, Needs


@record
class Wanted:
    """Hard needs: an offer that lacks one of them is left out, and counted."""

    gpu: str | None = None
    """How the GPU's name begins, in any case: `h100`."""
    instance_types: frozenset[str] | None = None
    regions: frozenset[str] | None = None
    zone_ids: frozenset[str] | None = None
    purchases: frozenset[PurchaseOption] | None = None
    commitments: tuple[Commitment, ...] = ()
    """Agreements whose prices are offers too."""
    memory_bytes: float | None = None
    """Of a GPU, as software sees it."""
    precision: str | None = None
    """A peak in this format must be known of the GPU."""
    gpus_per_node: int | None = None
    interconnect: Interconnect = "none"
    nvlink: bool = False
    nvlink_gb_s: float | None = None
    """NVLink of a GPU, both directions."""
    cores_per_gpu: float | None = None
    """Physical cores."""
    ram_bytes: float | None = None
    """Of a node."""
    most_usd_per_hour: float | None = None
    """Of a node; what has no price is left out with it."""


def wanted_for(needs: Needs) -> Wanted:
    """What a sizing asks of the hardware, wherever and however it is bought."""
    return Wanted(
        memory_bytes=needs.memory_bytes_per_gpu,
        precision=needs.precision,
        gpus_per_node=needs.gpus_per_node,
        interconnect=needs.interconnect,
        cores_per_gpu=needs.cores_per_gpu[0],
        ram_bytes=needs.ram_bytes_per_node,
    )
