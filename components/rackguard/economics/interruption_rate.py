"""How often nodes are interrupted: taken back by Spot, or broken. Rates are per hour and node.

AWS publishes no rate. The Spot Instance Advisor puts a type and region into a bucket: the share of capacity that Spot
took back in a month. Read as the chance q that one node is taken back within a month (an assumption), the hourly rate
is -ln(1 - q) / 730.
"""

from __future__ import annotations

from math import inf, log
from typing import TYPE_CHECKING

from rackguard.catalog.types import Source
from rackguard.economics.items import HOURS_PER_MONTH
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.catalog.types import SpotHistory

_BUCKETS: dict[str, tuple[float, float | None]] = {
    "<5%": (0.0, 5.0),
    "5-10%": (5.0, 10.0),
    "10-15%": (10.0, 15.0),
    "15-20%": (15.0, 20.0),
    ">20%": (20.0, None),
}
"""Percent taken back in a month, from and to; the last has no upper end."""


@record
class InterruptionRate:
    """Interruptions of one node an hour: what to plan with, and how far the sources are apart."""

    per_hour: float
    """To plan with: the upper end where there is one, else the lower."""
    at_least: bool
    """True where the source gives no upper end, and the true rate is higher."""
    low_per_hour: float
    high_per_hour: float | None
    basis: str
    source: Source

    def mean_hours(self, nodes: int = 1) -> float:
        """Hours between interruptions of any of so many nodes; infinite where there are none."""
        rate = self.per_hour * nodes
        return 1 / rate if rate else inf


def spot_rate(history: SpotHistory | None) -> InterruptionRate | None:
    """How often Spot takes a node back; None where the Advisor says nothing of the type and region."""
    if history is None or history.interruption not in _BUCKETS:
        return None
    low, high = _BUCKETS[history.interruption]
    fastest = None if high is None else _hourly(high)
    words = f"{history.interruption} of nodes taken back in a month, read as the chance of one node"
    return InterruptionRate(
        per_hour=_hourly(low) if fastest is None else fastest,
        at_least=high is None,
        low_per_hour=_hourly(low),
        high_per_hour=fastest,
        basis=words,
        source=history.source,
    )


GPU_HOURS_PER_FAILURE = 50_677.0
"""16,384 H100 over 54 days with 419 unexpected interruptions: the GPU count is that of the paper's snapshot."""
_FEWEST_HOURS, _MOST_HOURS = 12_300.0, 79_230.0
"""OPT-175B's machines on A100, and Llama 3's failures of GPUs alone."""


def failure_rate(gpus_per_node: float) -> InterruptionRate:
    """How often a node breaks, however it is bought: by its GPUs, as large training runs report it."""
    gpus = max(gpus_per_node, 1.0)
    return InterruptionRate(
        per_hour=gpus / GPU_HOURS_PER_FAILURE,
        at_least=False,
        low_per_hour=gpus / _MOST_HOURS,
        high_per_hour=gpus / _FEWEST_HOURS,
        basis="50,677 GPU-hours to an unexpected interruption; 12,300 were seen in OPT-175B's run",
        source=Source("Llama 3 herd of models, arXiv:2407.21783, table 5", "2024-07"),
    )


def _hourly(percent_a_month: float) -> float:
    return -log(1 - percent_a_month / 100) / HOURS_PER_MONTH + 0.0
