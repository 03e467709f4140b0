"""Durations have one form, whoever wrote them."""

from __future__ import annotations

import pytest

from rackguard.graph.duration import normal, of_seconds


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0s"), (59, "59s"), (60, "1m"), (1800, "30m"), (3600, "1h"), (5430.5, "1h30m30.5s"), (90_000, "25h")],
)
def test_seconds_as_a_program_writes_them(seconds: float, text: str):
    assert of_seconds(seconds) == text


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("30m", "30m"),
        ("60m", "1h"),
        ("1h30m0s", "1h30m"),
        ("90s", "1m30s"),
        ("1.5h", "1h30m"),
        ("1500ms", "1.5s"),
        ("", ""),
        ("soon", "soon"),
        ("5 minutes", "5 minutes"),
    ],
)
def test_durations_of_programs_in_one_form(written: str, text: str):
    assert normal(written) == text
