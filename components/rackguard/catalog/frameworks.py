"""Builds of PyTorch, TensorFlow and JAX: for which CUDA they are, and for which GPUs they hold code."""

from __future__ import annotations

from functools import cache
from typing import Literal

from rackguard.catalog.images import at_least
from rackguard.catalog.tables import Row, table
from rackguard.catalog.types import Source
from rackguard.record import record

_FILE = "framework_builds.csv"

Framework = Literal["pytorch", "tensorflow", "jax"]

NAMES: dict[str, str] = {"pytorch": "PyTorch", "tensorflow": "TensorFlow", "jax": "JAX"}
"""The frameworks as they write themselves."""


@record
class FrameworkBuild:
    """One build of a release, for one CPU architecture and one CUDA."""

    framework: str
    version: str
    """`2.11.0`."""
    architecture: str
    cuda: str
    """CUDA that it is made for, `13.0`; of a range the oldest."""
    cuda_below: str | None
    """Where any newer CUDA up to it will do, the first that won't (`13`); pip takes the newest."""
    default: bool | None
    """True for what is installed where no other build is asked for; None where that isn't known."""
    capabilities: tuple[str, ...]
    """Compute capabilities that it holds code for; empty where they aren't known, or where it compiles on the node."""
    ptx: str | None
    """Compute capability of the code that a driver can compile for newer GPUs; None where it isn't known."""
    no_ptx: bool
    """True where it is known to hold no such code."""
    min_capability: str | None
    """For what compiles on the node, the oldest GPUs that it does so for."""
    python: str
    """Versions of Python that it takes: `>=3.10`."""
    nccl: str | None
    note: str
    source: Source

    @property
    def index(self) -> str:
        """The name that PyTorch gives to an index of such builds: `cu130`."""
        return f"cu{self.cuda.replace('.', '')}"

    def is_for(self, cuda: str) -> bool:
        """True where it is made for that CUDA, or takes it."""
        if self.cuda_below is None:
            return cuda == self.cuda
        return at_least(cuda, self.cuda) and not at_least(cuda, self.cuda_below)


@cache
def framework_builds(framework: str, architecture: str) -> tuple[FrameworkBuild, ...]:
    """The builds of a framework, the oldest release first; empty where none is known."""
    rows = table(_FILE, "framework").rows(framework)
    return tuple(_build(row) for row in rows if row["architecture"] == architecture)


@cache
def framework_versions(framework: str) -> tuple[str, ...]:
    """The releases of a framework that the data has, the oldest first."""
    return tuple(dict.fromkeys(row["version"] for row in table(_FILE, "framework").rows(framework)))


def _build(row: Row) -> FrameworkBuild:
    return FrameworkBuild(
        framework=row["framework"],
        version=row["version"],
        architecture=row["architecture"],
        cuda=row["cuda"],
        cuda_below=row["cuda_below"] or None,
        default=row["default"] == "True" if row["default"] else None,
        capabilities=tuple(row["capabilities"].split("|")) if row["capabilities"] else (),
        ptx=row["ptx"] if row["ptx"] not in {"", "none"} else None,
        no_ptx=row["ptx"] == "none",
        min_capability=row["min_capability"] or None,
        python=row["python"],
        nccl=row["nccl"] or None,
        note=row["note"],
        source=Source(row["source"], row["as_of"]),
    )
