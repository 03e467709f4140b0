"""Commands are run in turn, and what each took is its own."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest


def test_a_goal_that_is_met_is_not_called_over(measure: ModuleType) -> None:
    assert str(measure.Goal(2.0, most=2)) == "2.00 × (goal: at most 2)"


def test_commands_are_run_in_turn_after_a_round_to_warm_up(measure: ModuleType, tmp_path: Path) -> None:
    log = tmp_path / "log"
    note = "import sys; open(sys.argv[1], 'a').write(sys.argv[2])"
    commands = {name: [sys.executable, "-c", note, str(log), name] for name in "AB"}
    taken = measure.medians(commands, rounds=2)
    assert log.read_text() == "ABABAB"
    assert list(taken) == ["A", "B"]


def test_what_comes_before_each_run_is_done_each_time(measure: ModuleType, tmp_path: Path) -> None:
    log = tmp_path / "log"
    note = "import sys; open(sys.argv[1], 'a').write('A')"

    def clear() -> None:
        log.write_text("cleared ")

    measure.medians({"A": [sys.executable, "-c", note, str(log)]}, rounds=2, before=clear)
    assert log.read_text() == "cleared A"


def test_memory_and_work_are_those_of_the_command(measure: ModuleType) -> None:
    some, more = ("x = b'x' * (1000 * 1024**2)", "x = b'x' * (1200 * 1024**2); sum(range(10_000_000))")
    taken = measure.medians({code: [sys.executable, "-c", code] for code in (some, more)}, rounds=1)
    assert 195 < taken[more].peak_mib - taken[some].peak_mib < 205
    assert taken[more].ms > taken[some].ms


def test_a_command_that_fails_is_not_measured(measure: ModuleType) -> None:
    command = [sys.executable, "-c", "import sys; print('no such stack'); sys.exit(3)"]
    with pytest.raises(SystemExit, match=r"Not measured: bad ended with 3\nno such stack"):
        measure.medians({"bad": command}, rounds=1)
