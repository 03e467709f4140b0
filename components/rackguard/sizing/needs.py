"""What a workload asks of the node around its GPUs: cores, RAM, storage, interconnect."""

from __future__ import annotations

from rackguard.sizing.accelerator import Accelerator
from rackguard.sizing.sizing import Interconnect

CORES_PER_GPU = (4, 8)
"""Physical cores that load, decode and collate for one GPU: least, and comfortable."""
TOKEN_BYTES = 4
"""A token as it is stored, a 32-bit id."""

PCIE = 25e9
"""Bytes a second that a GPU gets over PCIe 4.0 x16, one direction, of 32 at the line."""
ETHERNET = 100e9 / 8
"""Bytes a second of a node over plain Ethernet, whose TCP one flow after the other shares."""
BEARABLE = 0.10
"""Share of a step that talking may take where a faster interconnect would hide it."""


def ram_bytes(where: Accelerator, gpus: int) -> float:
    """Host RAM of a node: as much as its GPUs have, to read a checkpoint and stage batches.

    A rule of thumb: classic set-ups have 1.6 to 2 times.
    """
    return where.memory * min(gpus, where.per_node)


def interconnect(
    *, gpus: int, per_node: int, tensor: int, traffic: float, tensor_traffic: float, compute_seconds: float | None
) -> Interconnect:
    """The slowest that is good enough. Traffic of a GPU in bytes a step, `compute_seconds` the step's expected time."""
    if gpus == 1:
        return "none"
    bearable = BEARABLE * compute_seconds if compute_seconds else 0.0
    if gpus > per_node:
        return "ethernet" if traffic / ETHERNET <= bearable and tensor <= per_node else "rdma"
    return "pcie" if (traffic + tensor_traffic) / PCIE <= bearable else "nvlink"


def token_rate(tokens_per_second: float, data_bytes: float | None, seconds: float | None) -> float:
    """Bytes a second from storage: the tokens' own, or the data set's size over the job where that is more."""
    own = tokens_per_second * TOKEN_BYTES
    return max(own, data_bytes / seconds) if data_bytes and seconds else own
