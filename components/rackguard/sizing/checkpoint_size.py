"""Size of a checkpoint and how long it takes to write.

To go on training: 16-bit weights, fp32 copy and two moments, 14 bytes a parameter; BLOOM-176B wrote 2.3 TiB so, and
329 GiB of weights [bigscience tr11]. It took 40 s from 48 nodes, 1.2 GB/s a node [stas00/ml-engineering
training/fault-tolerance].
"""

from __future__ import annotations

from rackguard.sizing.bytes_per_parameter import BytesPerParameter

WRITE_BYTES_PER_NODE = 1.2e9
"""Bytes a second that a node writes to a shared file system: BLOOM's."""


def resume_bytes(parameters: float, each: BytesPerParameter) -> float:
    """Bytes of a checkpoint to go on from: all states but gradients."""
    return parameters * (each.weights + each.optimizer)


def weights_bytes(parameters: float, bytes_per_weight: float = 2.0) -> float:
    """Bytes of the weights alone."""
    return parameters * bytes_per_weight


def write_seconds(size: float, nodes: int, bytes_per_node: float = WRITE_BYTES_PER_NODE) -> float:
    """Seconds to write `size` bytes from all nodes at once."""
    return size / (nodes * bytes_per_node)


def write_share(write_s: float, interval_h: float) -> float:
    """Share of a run spent writing, one checkpoint every `interval_h`."""
    return write_s / (interval_h * 3600)
