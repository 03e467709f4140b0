"""Times: those that exist, and what is said of those that don't."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.spec.patterns import check_time

FORM = 'an ISO 8601 time with its offset, in quotes: "2026-12-07T11:30:00Z"'


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("2026-02-30T00:00:00Z", "a day from 01 to 28 in 2026-02, not 30"),
        ("2028-02-30T00:00Z", "a day from 01 to 29 in 2028-02, not 30"),
        ("2026-04-31T00:00:00Z", "a day from 01 to 30 in 2026-04, not 31"),
        ("2026-01-00T00:00:00Z", "a day from 01 to 31 in 2026-01, not 00"),
        ("2026-00-01T00:00:00Z", "a month from 01 to 12, not 00"),
        ("2026-13-45T25:61:61+99:99", "a month from 01 to 12, not 13"),
        ("2026-01-01T25:00:00Z", "an hour from 00 to 23, not 25"),
        ("2026-01-01T24:00:00Z", "an hour from 00 to 23, not 24"),
        ("2026-01-01T23:60Z", "a minute from 00 to 59, not 60"),
        ("2026-01-01T23:59:60Z", "a second from 00 to 59, not 60"),
        ("2026-01-01T23:59:59+24:00", "an offset of at most 23:59"),
        ("2026-01-01T23:59+05:60", "an offset of at most 23:59"),
        ("2026-01-01T23:59:00-00:99", "an offset of at most 23:59"),
        ("0000-01-01T00:00Z", "a time of the calendar, from the year 0001 to 9999"),
        ("0001-01-01T00:00+10:00", "a time of the calendar, from the year 0001 to 9999"),
        ("2026-01-01T00:00:00", FORM),
        ("2026-01-01", FORM),
        ("tomorrow", FORM),
        ("", FORM),
    ],
)
def test_what_is_impossible_is_said(text: str, allowed: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (its words are compared)
        check_time(text)
    assert str(caught.value) == allowed


@pytest.mark.parametrize("text", ["2028-02-29T23:59:59Z", "2026-12-07T11:30+05:30", "2026-12-07T11:30:00-23:59"])
def test_times_that_exist_stay_as_they_are(text: str) -> None:
    assert check_time(text) == text


@given(
    st.from_regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?(Z|[+-][0-9]{2}:[0-9]{2})", fullmatch=True)
)
def test_any_text_of_the_form_is_a_time_or_has_a_reason_of_its_own(text: str) -> None:
    reason = _reason(text)
    assert reason is None or (reason.startswith(("a ", "an ")) and reason != FORM)


def _reason(text: str) -> str | None:
    try:
        assert check_time(text) == text
    except ValueError as error:
        return str(error)
    return None
