"""An offer: an instance type in a zone, bought in one way, at a price."""

from __future__ import annotations

from rackguard.catalog.types import Commitment, InstanceType, PurchaseOption
from rackguard.economics.interruption_rate import InterruptionRate
from rackguard.economics.rates import Rate
from rackguard.record import record


@record
class Offer:
    """One node of a type in a zone, bought in one way."""

    kind: InstanceType
    region: str
    zone_id: str
    purchase: PurchaseOption
    rate: Rate
    """Of a node and hour; its `usd` is None where there is no price."""
    commitment: Commitment | None = None
    """The agreement whose price the rate is: it holds no capacity, and is paid for its whole term."""
    taken_back: InterruptionRate | None = None
    """How often Spot takes a node back; None where it isn't bought on spot, or nobody says."""

    @property
    def instance_type(self) -> str:
        """The type's name."""
        return self.kind.name

    @property
    def gpus(self) -> float:
        """GPUs of a node, a slice as its fraction."""
        return float(self.kind.gpu_count or self.kind.gpu_fraction)

    @property
    def usd_per_gpu_hour(self) -> float | None:
        """The rate by GPU; of a slice, as if it were a whole one."""
        return None if self.rate.usd is None else self.rate.usd / self.gpus
