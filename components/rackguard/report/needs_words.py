"""What a sizing asks of nodes and storage, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.report.figures import UNKNOWN

if TYPE_CHECKING:
    from rackguard.sizing.sizing import Interconnect, Sizing

_BETWEEN: dict[Interconnect, str] = {
    "none": "no GPU talks to another",
    "pcie": "PCIe between GPUs",
    "nvlink": "NVLink between GPUs",
    "ethernet": "Ethernet between nodes",
    "rdma": "RDMA between nodes",
}


def needs(sizing: Sizing) -> str:
    """Cores, RAM, storage, checkpoint, interconnect."""
    asked = sizing.needs
    least, comfortable = asked.cores_per_gpu
    parts = [
        f"{least} to {comfortable} physical cores a GPU",
        f"{_size(asked.ram_bytes_per_node)} of RAM a node",
        read(sizing),
        saved(sizing),
        _BETWEEN[asked.interconnect],
    ]
    return f"{'; '.join(parts)}."


def read(sizing: Sizing) -> str:
    """The rate that storage must give, by all nodes together."""
    rate = sizing.needs.read_bytes_per_second
    if rate is not None:
        return f"{_size(rate)}/s from storage"
    return "nothing read from storage but at the start" if sizing.task in ("serve", "science") else f"a rate {UNKNOWN}"


def saved(sizing: Sizing) -> str:
    """The checkpoint and how long it takes to write; of what is served its weights."""
    size, seconds = sizing.needs.checkpoint_bytes, sizing.needs.checkpoint_seconds
    if size is None:
        return "no checkpoint"
    if seconds is None:
        return f"{_size(size)} of weights to load"
    return f"a checkpoint of {_size(size)}, written in {seconds:,.3g} s"


def _size(size: float) -> str:
    for unit, name in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= unit:
            return f"{size / unit:,.3g} {name}"
    return f"{size:,.3g} bytes"
