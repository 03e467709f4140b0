"""Lengths of time in words."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rackguard.plan.duration_words import days, duration


@pytest.mark.parametrize(("count", "words"), [(0, "0 days"), (1, "1 day"), (2192, "2192 days")])
def test_days(count: int, words: str) -> None:
    assert days(count) == words


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (timedelta(0), "0 seconds"),
        (timedelta(seconds=1), "1 second"),
        (timedelta(minutes=40), "40 minutes"),
        (timedelta(hours=24), "1 day"),
        (timedelta(days=14, hours=3), "14 days and 3 hours"),
        (timedelta(days=1, hours=1, minutes=1, seconds=2), "1 day, 1 hour, 1 minute and 2 seconds"),
    ],
)
def test_durations(length: timedelta, words: str) -> None:
    assert duration(length) == words
