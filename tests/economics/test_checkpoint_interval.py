"""Checkpoint intervals: worked examples, the exact optimum, and a simulation of the same process."""

from __future__ import annotations

from math import exp, expm1, inf, isnan
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.economics.checkpoint_interval import (
    best_interval,
    best_stretch,
    daly_interval,
    expected_hours,
    unsaved_hours,
    young_interval,
)

MINUTE = 1 / 60

writes = st.floats(0, 50)
restarts = st.floats(0, 50)
means = st.floats(0.01, 1e6)


def test_young_and_daly_by_hand() -> None:
    # √(2 × 0.1 × 5) = 1; 1 × (1 + √0.01 / 3 + 0.01 / 9) - 0.1
    assert young_interval(0.1, 5) == pytest.approx(1.0, rel=1e-12)
    assert daly_interval(0.1, 5) == pytest.approx(1 + 0.1 / 3 + 0.01 / 9 - 0.1, rel=1e-12)


def test_daly_from_twice_the_mean_on_is_the_mean() -> None:
    assert daly_interval(10, 5) == 5
    assert daly_interval(9.999, 5) != 5


@pytest.mark.parametrize(("write_s", "restart_min", "goodput_percent"), [(10, 2, 94.8), (30, 5, 90.4), (60, 10, 85.3)])
def test_goodput_at_the_rate_of_llama_3(write_s: float, restart_min: float, goodput_percent: float) -> None:
    stretch = best_stretch(write_s / 3600, restart_min * MINUTE, 54 * 24 / 419)
    assert 100 / stretch == pytest.approx(goodput_percent, abs=0.05)


def test_a_minute_at_the_rate_of_llama_3_by_young() -> None:
    interval = young_interval(MINUTE, 3.09)
    assert interval * 60 == pytest.approx(19.26, abs=0.005)
    assert interval / expected_hours(interval, interval, MINUTE, 10 * MINUTE, 3.09) == pytest.approx(0.852, abs=0.0005)


@pytest.mark.parametrize("write", [0.001, 0.1, 1.0, 4.0])
def test_young_and_daly_come_near_the_exact_interval(write: float) -> None:
    exact = best_interval(write, 5)
    assert daly_interval(write, 5) == pytest.approx(exact, rel=0.02)
    assert abs(daly_interval(write, 5) - exact) < abs(young_interval(write, 5) - exact)


@given(write=st.floats(0.001, 20), restart=restarts, mean=st.floats(1, 1e5))
def test_no_other_interval_is_better_than_the_best(write: float, restart: float, mean: float) -> None:
    restart = min(restart, 10 * mean)
    best = best_interval(write, mean)

    def hours(interval: float) -> float:
        return expected_hours(interval, interval, write, restart, mean) / interval

    assert best_stretch(write, restart, mean) == pytest.approx(hours(best), rel=1e-6)
    for other in (0.5, 0.9, 0.99, 1.01, 1.1, 2.0):
        assert hours(best * other) >= hours(best) * (1 - 1e-9)


def simulated_hours(random: Random, pieces: int, need: float, restart: float, mean: float) -> float:
    """One run: every piece is begun again, after a restart, until it lasts."""
    clock = 0.0
    for _ in range(pieces):
        wanted = need
        while True:
            until = random.expovariate(1 / mean)
            if until >= wanted:
                clock += wanted
                break
            clock += until
            wanted = restart + need
    return clock


@pytest.mark.parametrize(
    ("pieces", "interval", "write", "restart", "mean"),
    [(20, 1.0, 0.1, 0.2, 5.0), (40, 0.5, 0.05, 0.5, 2.0), (10, 3.0, 0.25, 0.0, 4.0)],
)
def test_a_simulation_takes_the_expected_time(
    pieces: int, interval: float, write: float, restart: float, mean: float
) -> None:
    random = Random(20061130)  # noqa: S311 (a simulation, not a secret)
    runs = [simulated_hours(random, pieces, interval + write, restart, mean) for _ in range(4000)]
    assert expected_hours(pieces * interval, interval, write, restart, mean) == pytest.approx(
        sum(runs) / len(runs), rel=0.01
    )


def test_a_simulation_without_checkpoints_takes_the_expected_time() -> None:
    random = Random(19740917)  # noqa: S311
    runs = [simulated_hours(random, 1, 12.0, 0.5, 8.0) for _ in range(40_000)]
    assert unsaved_hours(12, 0.5, 8) == pytest.approx(sum(runs) / len(runs), rel=0.01)


def test_the_best_interval_is_the_best_in_a_simulation_too() -> None:
    def mean_stretch(interval: float) -> float:
        random = Random(3)  # noqa: S311
        runs = [simulated_hours(random, 1, interval + 0.2, 0.1, 4.0) for _ in range(40_000)]
        return sum(runs) / len(runs) / interval

    best = best_interval(0.2, 4.0)
    assert mean_stretch(best) < min(mean_stretch(best / 2), mean_stretch(best * 2))


def test_what_is_left_of_the_work_is_saved_too() -> None:
    # Two pieces of 1 + 0.1 h and one of 0.5 + 0.1 h at a mean of 5 h.
    expected = 5 * (2 * expm1(1.1 / 5) + expm1(0.6 / 5))
    assert expected_hours(2.5, 1, 0.1, 0, 5) == pytest.approx(expected, rel=1e-12)


def test_without_interruptions_work_takes_itself_and_its_checkpoints() -> None:
    assert expected_hours(10, 4, 0.5, 1, inf) == pytest.approx(11.5)
    assert unsaved_hours(10, 1, inf) == 10
    assert best_stretch(0.5, 1, inf) == 1
    assert (young_interval(0.5, inf), daly_interval(0.5, inf), best_interval(0.5, inf)) == (inf, inf, inf)


def test_work_that_never_ends_is_infinite_not_an_overflow() -> None:
    assert unsaved_hours(1e6, 0, 1) == inf
    assert expected_hours(10, 1, 1e4, 0, 1) == inf
    assert best_stretch(0.1, 1e4, 1) == inf


def test_checkpoints_that_take_far_longer_than_the_mean_have_a_finite_cost() -> None:
    # δ/M = 100: 1 - τ/M = e^(-τ/M - 100), all but e^(-101).
    assert best_stretch(50, 0, 0.5) == pytest.approx(exp(101))
    assert best_interval(50, 0.5) == pytest.approx(0.5)


def test_no_work_takes_no_time() -> None:
    assert expected_hours(0, 1, 0.1, 0.1, 5) == 0
    assert unsaved_hours(0, 1, 5) == 0


def test_the_least_work_takes_no_less_than_itself() -> None:
    least = 5e-324  # half of it is nothing
    assert unsaved_hours(least, 0, 2) == least
    assert expected_hours(least, 1, 0, 0, 2) == least


@given(write=writes, restart=restarts, mean=means, work=st.floats(0, 1e5), interval=st.floats(1e-3, 1e4))
def test_never_nan_never_less_than_the_work(
    write: float, restart: float, mean: float, work: float, interval: float
) -> None:
    for hours in (expected_hours(work, interval, write, restart, mean), unsaved_hours(work, restart, mean)):
        assert not isnan(hours)
        assert hours >= work * (1 - 1e-9)
    assert best_stretch(write, restart, mean) >= 1


@given(write=st.floats(0, 5), restart=st.floats(0, 5), mean=st.floats(1, 1e6))
def test_rarer_interruptions_never_take_longer(write: float, restart: float, mean: float) -> None:
    assert best_stretch(write, restart, mean * 1.5) <= best_stretch(write, restart, mean) * (1 + 1e-12)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: young_interval(-1, 5), "write is -1 hours; allowed: 0 or more"),
        (lambda: daly_interval(float("nan"), 5), "write is nan hours; allowed: 0 or more"),
        (lambda: best_interval(1, 0), "mean time between interruptions is 0 hours; allowed: above 0"),
        (lambda: expected_hours(-2, 1, 0, 0, 5), "work is -2 hours; allowed: 0 or more"),
        (lambda: expected_hours(2, 0, 0, 0, 5), "interval is 0 hours; allowed: above 0"),
        (lambda: unsaved_hours(2, -1, 5), "restart is -1 hours; allowed: 0 or more"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(call, words: str) -> None:
    with pytest.raises(ValueError, match=f"^{words}$"):
        call()
