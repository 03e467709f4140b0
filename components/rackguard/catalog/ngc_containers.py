"""NVIDIA's PyTorch containers (NGC): what each holds."""

from __future__ import annotations

from rackguard.catalog.tables import table
from rackguard.catalog.types import Source
from rackguard.record import record

_FILE = "ngc_pytorch.csv"


@record
class NgcContainer:
    """A release of the PyTorch container, named by its month."""

    tag: str
    """`25.10`."""
    pytorch: str
    cuda: str
    forward_drivers: tuple[str, ...]
    """Older drivers that data center GPUs run it on, by the compatibility package that it holds: each a branch's first
    (`535.86`), or a whole branch (`570`)."""
    min_capability: str | None
    """Oldest compute capability that it holds code for; None where it isn't known."""
    nccl: str | None
    source: Source


def ngc_container(tag: str) -> NgcContainer | None:
    """The container of that tag; None where what it holds isn't known."""
    for row in table(_FILE, "container").rows(tag):
        return NgcContainer(
            tag=row["container"],
            pytorch=row["pytorch"],
            cuda=row["cuda"],
            forward_drivers=tuple(row["forward_drivers"].split("|")) if row["forward_drivers"] else (),
            min_capability=row["min_capability"] or None,
            nccl=row["nccl"] or None,
            source=Source(row["source"], row["as_of"]),
        )
    return None


def ngc_containers() -> tuple[str, ...]:
    """The tags of all containers whose content is known, the oldest first."""
    return table(_FILE, "container").keys
