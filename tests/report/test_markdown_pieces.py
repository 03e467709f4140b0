"""Markdown: what comes from a file stays text, and tables stay tables."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.report import markdown

HOSTILE = st.text(st.sampled_from("`|\\<>&@#*_[]()!~$\n\r\t ab1:/\x1b\u202e"), max_size=40)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("plain words", "plain words"),
        ("`mounts[1]` is scratch", "`mounts[1]` is scratch"),
        ("a | b", "a \\| b"),
        ("`a|b`", "`a\\|b`"),
        ("two\nlines", "two lines"),
        ("<script>", "&lt;script&gt;"),
        ("**bold** _it_", "\\*\\*bold\\*\\* \\_it\\_"),
        ("[text](http://x)", "\\[text\\](http:\u200b//x)"),
        ("one ` alone", "one \\` alone"),
        ("$x$ &amp;", "\\$x\\$ &amp;amp;"),
        ("\x1b[31m", "\\\\x1b\\[31m"),
    ],
)
def test_text_is_what_it_says(words: str, shown: str) -> None:
    assert markdown.text(words) == shown


@pytest.mark.parametrize("words", ["@octocat", "see #12", "mail me@corp", "### title"])
def test_nobody_is_notified_and_nothing_linked(words: str) -> None:
    shown = markdown.text(words)
    assert not re.search(r"@\w|#\d|# ", shown)
    assert shown.replace("\u200b", "") == words


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("prod", "`prod`"),
        ("a`b", "``a`b``"),
        ("`", "`` ` ``"),
        ("a|b", "`a\\|b`"),
        ("a\\|b", "`a\\\u200b\\|b`"),
        ("", ""),
        ("a\nb", "`a b`"),
    ],
)
def test_code_is_code_whatever_is_in_it(words: str, shown: str) -> None:
    assert markdown.code(words) == shown


@given(st.lists(st.lists(HOSTILE, min_size=3, max_size=3), min_size=2, max_size=5))
def test_a_table_has_a_line_a_row_and_the_same_cells_in_each(rows: list[list[str]]) -> None:
    lines = markdown.table(rows)
    assert len(lines) == len(rows) + 1
    for line in lines:
        assert line.isprintable() or "\u200b" in line
        # A pipe ends a cell unless a backslash is before it (two of them are a backslash).
        assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) == 4


@given(HOSTILE)
def test_no_markup_is_left_outside_of_code(words: str) -> None:
    shown = markdown.text(words)
    outside = re.sub(r"(?<!\\)((?:\\\\)*)(`+)(?!`).*?(?<!`)\2(?!`)", r"\1", shown)
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_\[\]~$]", outside)
    assert not re.search(r"[<>]|&(?!amp;|lt;|gt;)", outside)


def test_a_fold_needs_content() -> None:
    assert markdown.folded("Title", []) == []
    assert markdown.folded("Title", ["- one"]) == [
        "<details><summary>Title</summary>",
        "",
        "- one",
        "",
        "</details>",
        "",
    ]
