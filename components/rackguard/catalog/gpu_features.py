"""What GPUs can compute with: number formats and attention kernels, by compute capability."""

from __future__ import annotations

from typing import Literal

from rackguard.catalog.tables import table
from rackguard.catalog.types import Source
from rackguard.record import record

_FILE = "gpu_features.csv"

Support = Literal["yes", "partial", "no"]


@record
class GpuFeature:
    """A number format (`fp8`) or a kernel (`flash-attention-3`)."""

    name: str
    supported: tuple[str, ...]
    """Compute capabilities that have it."""
    partial: tuple[str, ...]
    unsupported: tuple[str, ...]
    """Those that are known to lack it; of any other it isn't known."""
    min_cuda: str | None
    note: str
    source: Source

    def on(self, capability: str) -> Support | None:
        """Whether GPUs of a compute capability have it; None where it isn't known."""
        if capability in self.supported:
            return "yes"
        if capability in self.partial:
            return "partial"
        return "no" if capability in self.unsupported else None


def gpu_feature(name: str) -> GpuFeature | None:
    """The feature of that name; None where the data doesn't have it."""
    for row in table(_FILE, "feature").rows(name):
        return GpuFeature(
            name=row["feature"],
            supported=_listed(row["supported"]),
            partial=_listed(row["partial"]),
            unsupported=_listed(row["unsupported"]),
            min_cuda=row["min_cuda"] or None,
            note=row["note"],
            source=Source(row["source"], row["as_of"]),
        )
    return None


def gpu_features() -> tuple[str, ...]:
    """The names of all features, in file order."""
    return table(_FILE, "feature").keys


def _listed(cell: str) -> tuple[str, ...]:
    return tuple(cell.split("|")) if cell else ()
