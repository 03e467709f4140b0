"""CUDA toolkits, the drivers that they run on, and the GPUs that they make code for."""

from __future__ import annotations

from rackguard.catalog.tables import table
from rackguard.catalog.types import Source
from rackguard.record import record

_RELEASES = "cuda_releases.csv"
_CAPABILITIES = "compute_capabilities.csv"


@record
class CudaRelease:
    """A minor release of the CUDA toolkit."""

    cuda: str
    """`13.0`."""
    packaged_driver: str | None
    """Driver that its first release ships with, with which all of it works; None where none is known."""
    min_driver: str
    """Oldest driver that runs its programs, by minor version compatibility."""
    source: Source


@record
class ComputeCapability:
    """What CUDA calls a generation of GPUs, and the toolkits that make code for it."""

    capability: str
    """`9.0`."""
    architecture: str
    first_cuda: str | None
    """None where it is not known."""
    last_cuda: str | None
    """None where the newest toolkit still makes code for it."""
    source: Source


def cuda_release(cuda: str) -> CudaRelease | None:
    """The release of that name, of two numbers; None where the data has none."""
    for row in table(_RELEASES, "cuda").rows(cuda):
        source = Source(row["source"], row["as_of"])
        return CudaRelease(row["cuda"], row["packaged_driver"] or None, row["min_driver"], source)
    return None


def cuda_versions() -> tuple[str, ...]:
    """All releases, the newest first."""
    return table(_RELEASES, "cuda").keys


def compute_capability(capability: str) -> ComputeCapability | None:
    """A compute capability; None where the data doesn't have it."""
    for row in table(_CAPABILITIES, "compute_capability").rows(capability):
        return ComputeCapability(
            row["compute_capability"],
            row["architecture"],
            row["first_cuda"] or None,
            row["last_cuda"] or None,
            Source(row["source"], row["as_of"]),
        )
    return None


def compute_capabilities() -> tuple[str, ...]:
    """All compute capabilities, the oldest first."""
    return table(_CAPABILITIES, "compute_capability").keys
