"""The smallest capacity block that holds a job (AWS EC2 user guide, find and purchase Capacity Blocks, 2026)."""

from __future__ import annotations

from math import ceil, inf

from rackguard.record import record

SIZES = (1, 2, 4, 8, 16, 32, 64)
"""Nodes of a block."""
_LONGEST_DAYS, _LONGEST_BY_DAY = 182, 14


@record
class BlockSize:
    """What is paid for, used or not."""

    nodes: int
    hours: float


def smallest_block(nodes: int, hours: float) -> BlockSize | str:
    """The smallest block for nodes and hours: 1 to 14 days, then whole weeks to 182 days; else why there is none."""
    size = next((size for size in SIZES if size >= nodes), None)
    if size is None:
        return f"a block holds at most {SIZES[-1]} nodes, and the job takes {nodes}"
    if hours == inf or ceil(hours / 24) > _LONGEST_DAYS:
        return f"a block lasts at most {_LONGEST_DAYS} days, and the job takes longer"
    days = max(ceil(hours / 24), 1)
    return BlockSize(size, 24.0 * (days if days <= _LONGEST_BY_DAY else 7 * ceil(days / 7)))
