"""What `make bench` prints is figured rightly; the figures themselves are no test."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_under_test", ROOT / "benchmarks/__main__.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # a dataclass looks its own module up
    spec.loader.exec_module(module)
    return module


def test_growth_in_a_straight_line_is_one(bench: ModuleType) -> None:
    straight = {1: 102.0, 10: 120.0, 50: 200.0, 100: 300.0}
    assert bench.ms_per_added_pool(straight) == {10: 2.0, 50: 2.0, 100: 2.0}
    assert bench.growth(straight).ratio == 1.0


def test_growth_by_the_square_is_over_the_goal(bench: ModuleType) -> None:
    square = {1: 1.0, 10: 100.0, 50: 2500.0, 100: 10000.0}
    assert bench.growth(square).ratio == 2.5
    assert str(bench.growth(square)) == "2.50 × (goal: at most 1.5), over goal"


def test_a_goal_that_is_met_is_not_called_over(bench: ModuleType) -> None:
    assert str(bench.Goal(2.0, most=2)) == "2.00 × (goal: at most 2)"


def test_pools_are_copies_of_the_first(bench: ModuleType) -> None:
    first = {"instance_type": "g6.xlarge", "nodes": {"min": 1, "max": 1}}
    cluster = {"name": "lab", "budget_usd_per_month": 10, "pools": {"one": first, "other": {}}}
    stack = {"config": {"aws:region": "us-west-2", "rackguard:cluster": cluster}}
    grown = bench.with_pools(stack, 3)["config"]
    assert grown["aws:region"] == "us-west-2"
    assert grown["rackguard:cluster"] == {"name": "lab", "pools": {"pool-1": first, "pool-2": first, "pool-3": first}}
    assert list(cluster["pools"]) == ["one", "other"]


def test_commands_are_run_in_turn_after_a_round_to_warm_up(bench: ModuleType, tmp_path: Path) -> None:
    log = tmp_path / "log"
    note = "import sys; open(sys.argv[1], 'a').write(sys.argv[2])"
    commands = {name: [sys.executable, "-c", note, str(log), name] for name in "AB"}
    taken = bench.medians_ms(commands, rounds=2)
    assert log.read_text() == "ABABAB"
    assert list(taken) == ["A", "B"]


def test_a_command_that_fails_is_not_measured(bench: ModuleType) -> None:
    with pytest.raises(SystemExit, match=r"Not measured: bad ended with 3\nno such stack"):
        bench.medians_ms({"bad": [sys.executable, "-c", "import sys; print('no such stack'); sys.exit(3)"]}, rounds=1)
