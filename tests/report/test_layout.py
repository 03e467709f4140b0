"""Text for a terminal: aligned, wrapped, and without anything that a terminal would obey."""

from __future__ import annotations

import io
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.report.layout import Style, clean, columns, terminal_style, wrap, wrapped

PLAIN = Style(40)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise OSError("no size to ask for")


@pytest.mark.parametrize(
    ("stream", "environment", "colour"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": ""}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
        (io.StringIO(), {"COLUMNS": "50", "TERM": "xterm"}, False),
        (None, {}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(stream: object, environment: dict[str, str], colour: bool) -> None:
    assert terminal_style(stream, environment).colour is colour


@pytest.mark.parametrize(
    ("columns_given", "width"), [("80", 80), ("300", 120), ("10", 40), ("0", 100), ("many", 100), ("", 100)]
)
def test_text_is_as_wide_as_the_terminal_within_reason(columns_given: str, width: int) -> None:
    assert terminal_style(Terminal(), {"COLUMNS": columns_given}).width == width


def test_text_for_a_file_is_100_columns_wide_whatever_the_terminal() -> None:
    assert terminal_style(io.StringIO(), {"COLUMNS": "50"}).width == 100


def test_painted_text_is_cleaned_and_ends_its_colour() -> None:
    assert Style(colour=True).paint("no\x1b[2J", "error") == "\x1b[1;31mno\\x1b[2J\x1b[0m"
    assert Style().paint("no\x1b[2J", "error") == "no\\x1b[2J"
    assert Style(colour=True).paint("", "error") == ""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ≥ × →", "plain ≥ × →"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("a\rb\nc\td", "a\\rb\\nc\\td"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("\u200bzero", "\\u200bzero"),
        ("\udcff", "\\udcff"),
        ("\x9b31m", "\\x9b31m"),
    ],
)
def test_what_a_terminal_would_obey_or_hide_is_shown(text: str, shown: str) -> None:
    assert clean(text) == shown


@given(st.text())
def test_cleaned_text_has_nothing_invisible(text: str) -> None:
    shown = clean(text)
    assert shown.isprintable()
    assert not [char for char in shown if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn"}]
    assert clean(shown) == shown


@given(st.lists(st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=60), min_size=1, max_size=30))
def test_wrapped_lines_hold_every_word_in_order_and_are_no_wider_than_they_may(words: list[str]) -> None:
    lines = wrap(" ".join(words), PLAIN, "  - ", "    ")
    assert [word for line in lines for word in line.removeprefix("  - ").split()] == words
    for line in lines:
        assert len(line) <= PLAIN.width or len(line[4:].split()) == 1


def test_the_first_line_and_the_others_have_their_own_lead() -> None:
    assert wrapped("one two three", 9, "* ", "    ") == ["* one two", "    three"]
    assert wrapped("one two", 5, "ab ") == ["ab one", "   two"]
    assert wrapped("", 10, "* ") == ["* "]


def test_columns_are_aligned_and_figures_set_flush_right() -> None:
    rows = [["what", "USD", ""], ["a", "1.00", "list"], ["long one", "1,000.00", ""]]
    assert columns(rows, right=frozenset({1})) == [
        "  what           USD",
        "  a             1.00  list",
        "  long one  1,000.00",
    ]
    assert columns([]) == []


def test_columns_too_wide_break_the_flexible_one() -> None:
    rows = [["  a reservation of eight nodes", "1.00", "list"], ["b", "2.00", "yours"]]
    lines = columns(rows, right=frozenset({1}), width=30)
    assert lines == [
        "    a reservation  1.00  list",
        "      of eight",
        "      nodes",
        "  b                2.00  yours",
    ]


def test_a_word_that_is_too_long_stays_whole() -> None:
    assert columns([["x" * 50, "1"]], width=20) == [f"  {'x' * 50}  1"]


WIDE = [["one two three", "a bb ccc dddd", "1"], ["four", "", "2"]]


def test_a_second_column_is_broken_where_the_table_fits_by_it() -> None:
    assert columns(WIDE, width=23, flexible=[1, 0]) == [
        "  one two     a bb    1",
        "    three       ccc",
        "                dddd",
        f"  four{' ' * 16}2",
    ]
    assert columns(WIDE, width=29, flexible=[1, 0]) == [
        "  one two three  a bb ccc   1",
        "                   dddd",
        f"  four{' ' * 22}2",
    ]


def test_a_second_column_stays_whole_where_the_table_does_not_fit_all_the_same() -> None:
    assert columns(WIDE, width=15, flexible=[1, 0]) == [
        "  one two three  a bb    1",
        "                   ccc",
        "                   dddd",
        "  four                   2",
    ]


@given(
    st.lists(st.tuples(st.text(max_size=80), st.text(max_size=12)), min_size=1, max_size=8),
    st.integers(min_value=10, max_value=120),
)
def test_no_cell_can_break_out_of_its_row(rows: list[tuple[str, str]], width: int) -> None:
    lines = columns([list(row) for row in rows], width=width)
    assert all(line.isprintable() for line in lines)
    assert len(lines) >= len(rows)


def test_colours_add_no_width() -> None:
    painted = Style(colour=True).paint("title", "title")
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == "title"
