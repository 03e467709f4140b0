"""The cheapest split of 1,000 nodes over six ways to buy them, in a process of its own.

    python benchmarks/splitting.py

prints two figures, in milliseconds of the processor, each the best of several: nodes that work each by itself, and
nodes of which one stops all. Both have a commitment, a block, on-demand, a reservation and two zones of spot to
choose from, and limits that are reached.
"""

from __future__ import annotations

import gc
from time import process_time

from rackguard.catalog.catalog import load
from rackguard.economics.mix.best import best_mix
from rackguard.economics.mix.demand import Demand
from rackguard.economics.mix.mix import Mix
from rackguard.economics.mix.option import MixOption, market_options, priced

TIMES = 7
NODES, WAYS = 1000, 6
ZONES = ("use1-az4", "use1-az6")


def ways_to_buy() -> tuple[MixOption, ...]:
    """Those of a type that is sold in every way, all with a price."""
    return priced(market_options("p4d.24xlarge", "us-east-1", ZONES, load(), block_hours=336))


def demand(*, together: bool) -> Demand:
    """Half of the nodes all month, a third never to be taken back."""
    return Demand(
        NODES,
        steady_share=0.5,
        critical_share=1 / 3,
        hours=300,
        together=together,
        write_hours=0.05,
        restart_hours=0.25,
    )


def ms_of(options: tuple[MixOption, ...], wanted: Demand) -> float:
    """What the processor worked for one split."""
    before = process_time()
    mix = best_mix(wanted, options)
    taken = (process_time() - before) * 1000
    assert isinstance(mix, Mix)
    assert mix.nodes == NODES
    return taken


def main() -> None:
    """Print both figures."""
    gc.disable()  # as the command runs
    options = ways_to_buy()
    assert len(options) == WAYS
    for together in (False, True):
        print(min(ms_of(options, demand(together=together)) for _ in range(TIMES)))


if __name__ == "__main__":
    main()
