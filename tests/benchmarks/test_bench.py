"""What `make bench` prints is figured rightly; the figures themselves are no test."""

from __future__ import annotations

from types import ModuleType


def test_growth_in_a_straight_line_is_one(bench: ModuleType) -> None:
    straight = {1: 102.0, 10: 120.0, 50: 200.0, 100: 300.0}
    assert bench.ms_per_added_pool(straight) == {10: 2.0, 50: 2.0, 100: 2.0}
    assert bench.growth(straight).ratio == 1.0


def test_growth_by_the_square_is_over_the_goal(bench: ModuleType) -> None:
    square = {1: 1.0, 10: 100.0, 50: 2500.0, 100: 10000.0}
    assert bench.growth(square).ratio == 2.5
    assert str(bench.growth(square)) == "2.50 × (goal: at most 1.5), over goal"


def test_pools_are_those_of_the_stack_in_turn(bench: ModuleType) -> None:
    one, other = {"instance_type": "g6.xlarge"}, {"instance_type": "p5.48xlarge"}
    cluster = {"name": "lab", "budget_usd_per_month": 10, "pools": {"one": one, "other": other}}
    stack = {"config": {"aws:region": "us-west-2", "rackguard:cluster": cluster}}
    grown = bench.with_pools(stack, 3)["config"]
    assert grown["aws:region"] == "us-west-2"
    assert grown["rackguard:cluster"] == {"name": "lab", "pools": {"pool-1": one, "pool-2": other, "pool-3": one}}
    assert list(cluster["pools"]) == ["one", "other"]


def test_a_plan_is_told_beside_the_bare_program(bench: ModuleType, measure: ModuleType) -> None:
    plan, bare = measure.Taken(ms=1150.0, peak_mib=126.0), measure.Taken(ms=1000.0, peak_mib=120.0)
    assert bench.against(plan, bare, 1.3) == "    1150 ms   1.15 × (goal: at most 1.3); 126 MiB, 1.05 ×"
