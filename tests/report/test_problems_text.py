"""Problems as text: the place, the words, what to do."""

from __future__ import annotations

from rackguard.report.layout import Style
from rackguard.report.problems_text import LONGEST_WORD, render, summary
from rackguard.spec.problem import Mark, Problem

PLACED = Problem("zone", "error", ("a",), "the zone is wrong", "Take another.", Mark("f.yaml", 3, 7))
UNPLACED = Problem("option", "warning", ("--at",), "--at is odd")
NOTE = Problem("note", "info", (), "worth knowing")


def test_a_problem_has_place_id_message_and_hint() -> None:
    assert render([PLACED], Style()) == "error  f.yaml:3:7  zone\n  the zone is wrong\n  → Take another.\n"


def test_without_a_place_the_path_stands_there_or_nothing() -> None:
    assert render([UNPLACED, NOTE], Style()) == ("warning  --at  option\n  --at is odd\nnote  note\n  worth knowing\n")


def test_a_place_that_is_too_wide_has_a_line_of_its_own() -> None:
    def headings(length: int) -> list[str]:
        problem = Problem("zone-wrong", "warning", (), "words", "", Mark("f" * (length - 4), 3, 7))
        return render([problem], Style(40)).splitlines()[:-1]

    for length in (10, 18, 19, 20, 31, 32, 38, 39, 60):
        lines, place = headings(length), f"{'f' * (length - 4)}:3:7"
        assert "  ".join(line.strip() for line in lines) == f"warning  {place}  zone-wrong"
        assert all(len(line) <= 40 or line.strip() == place for line in lines)
    assert len(headings(19)) == 1
    assert len(headings(20)) == len(headings(31)) == 2
    assert len(headings(32)) == 3
    assert len(headings(38)) == 3


def test_levels_have_their_colours() -> None:
    text = render([PLACED, UNPLACED, NOTE], Style(colour=True))
    assert "\x1b[1;31merror\x1b[0m" in text
    assert "\x1b[33mwarning\x1b[0m" in text
    assert "\x1b[36mnote\x1b[0m" in text


def test_nothing_that_a_terminal_obeys_comes_through() -> None:
    hostile = "\x1b]0;owned\x07\x9b2J\u202e"
    problem = Problem(hostile, "error", (), hostile, hostile, Mark(hostile, 1, 1))
    lines = render([problem], Style()).split("\n")
    assert all(line.isprintable() for line in lines)
    assert "\\x1b]0;owned" in lines[0]


def test_long_messages_are_wrapped_and_pasted_values_shortened() -> None:
    pasted = "k" * 5000
    text = render([Problem("x", "error", (), f"`key` is {pasted}; allowed: a short one")], Style(60))
    assert f"{'k' * LONGEST_WORD}…" in text
    assert "allowed: a short one" in text
    assert len(text) < 400
    words = "several words " * 20
    assert all(len(line) <= 60 for line in render([Problem("x", "error", (), words)], Style(60)).splitlines())


def test_the_summary_counts_by_level() -> None:
    assert summary([PLACED, PLACED, UNPLACED, NOTE]) == "2 errors, 1 warning, 1 note"
    assert summary([NOTE, NOTE]) == "2 notes"
    assert summary([]) == "no problems"
