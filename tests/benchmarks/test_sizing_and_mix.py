"""What the benchmarks of a sizing and of a mix compare is the same work, and the work that they say."""

from __future__ import annotations

from importlib import import_module

import pytest


def test_the_flat_formulas_come_to_what_the_package_says() -> None:
    flat_sizing = import_module("flat_sizing")
    by_package, by_hand = flat_sizing.figures(flat_sizing.by_package()()), flat_sizing.by_hand()
    assert len(by_package) == len(by_hand) == 29
    assert by_package == pytest.approx(by_hand, rel=1e-9)


def test_the_flat_formulas_are_those_of_llama_70b() -> None:
    """70.554 B parameters on 64 GPUs: 14 bytes each of a checkpoint, 2 + 2 + 12 a 64th each of states."""
    by_hand = import_module("flat_sizing").by_hand()
    assert by_hand[:3] == pytest.approx([2 * 70.554e9 / 64, 2 * 70.554e9 / 64, 12 * 70.554e9 / 64], rel=1e-4)
    assert by_hand[-2] == pytest.approx(14 * 70.554e9, rel=1e-4)


@pytest.mark.parametrize("together", [False, True])
def test_a_thousand_nodes_are_split_over_six_ways_to_buy(together: bool) -> None:
    splitting = import_module("splitting")
    ways = splitting.ways_to_buy()
    assert len(ways) == 6
    assert splitting.demand(together=together).nodes == 1000
    assert splitting.ms_of(ways, splitting.demand(together=together)) > 0
