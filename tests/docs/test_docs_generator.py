"""`make docs` fills what the code knows and touches nothing else."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]

PAGE = """# Page

<!-- run: python -c "print(6 * 7)" -->
{first}<!-- end -->

By hand.

<!-- run: python -c "print('x', end='')" -->
{second}<!-- end -->
"""
FILLED = PAGE.format(first="```text\n42\n```\n", second="```text\nx\n```\n")


@pytest.fixture(scope="module")
def docs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_under_test", ROOT / "docs/__main__.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("before", ["", "```text\n41\n```\n"], ids=["empty", "stale"])
def test_a_block_holds_what_its_command_prints(docs: ModuleType, before: str) -> None:
    assert docs.filled(PAGE.format(first=before, second=before)) == FILLED


def test_what_is_current_stays_as_it_is(docs: ModuleType) -> None:
    assert docs.filled(FILLED) == FILLED


def test_a_command_that_fails_stops_everything(docs: ModuleType) -> None:
    with pytest.raises(SystemExit, match=r"Nothing written: .* ended with 3"):
        docs.filled('<!-- run: python -c "raise SystemExit(3)" -->\n<!-- end -->\n')


def test_commands_print_plainly_and_alike(docs: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    command = "python -c \"import os; print(os.environ['COLUMNS'], os.environ['NO_COLOR'])\""
    assert docs.output(command) == "100 1\n"


def test_files_that_are_absent_or_differ_have_drifted(docs: ModuleType, tmp_path: Path) -> None:
    current, stale = tmp_path / "current.md", tmp_path / "stale.md"
    current.write_text("same")
    stale.write_text("before")
    assert docs.drifted({current: "same", stale: "now", tmp_path / "absent.md": ""}) == [stale, tmp_path / "absent.md"]


def test_only_pages_with_blocks_are_written(docs: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs, "WHOLE_FILES", {"docs/answer.txt": "python -c 'print(42)'"})
    (tmp_path / "docs").mkdir()
    (tmp_path / "plain.md").write_text("# By hand\n")
    (tmp_path / "docs/page.md").write_text(PAGE.format(first="", second=""))
    assert docs.generated(tmp_path) == {tmp_path / "docs/answer.txt": "42\n", tmp_path / "docs/page.md": FILLED}


PARTS = "title\n\nONE\n  1\n  2\n\nTWO\n  3\n\nTHREE\n  4\n\nlast\n"


@pytest.mark.parametrize(
    ("shown", "kept"),
    [
        ("ONE, TWO, THREE", PARTS),
        ("ONE to 3", "title\n\nONE\n  1\n  2\n\n…\n\nlast\n"),
        ("ONE to 2, TWO", "title\n\nONE\n  1\n  …\n\nTWO\n  3\n\n…\n\nlast\n"),
        ("THREE", "title\n\n…\n\nTHREE\n  4\n\nlast\n"),
    ],
)
def test_an_excerpt_says_what_it_leaves_out(docs: ModuleType, shown: str, kept: str) -> None:
    assert docs.excerpt(PARTS, shown) == kept


def test_all_of_what_is_printed_is_shown_where_nothing_else_is_said(docs: ModuleType) -> None:
    assert docs.excerpt(PARTS, None) == PARTS


@pytest.mark.parametrize("shown", ["FOUR", "TWO, ONE"], ids=["absent", "out of order"])
def test_an_excerpt_of_what_is_not_there_stops_everything(docs: ModuleType, shown: str) -> None:
    with pytest.raises(SystemExit, match=r"no part of what is printed starts with '(FOUR|ONE)'"):
        docs.excerpt(PARTS, shown)


def test_a_block_names_what_it_shows_and_may_hold_markdown(docs: ModuleType) -> None:
    page = """<!-- run: python -c "print('a\\n\\nB\\n\\nC\\n\\nd')"; shown: C -->
<!-- end -->
<!-- insert: python -c "print('| a |')" -->
stale
<!-- end -->
"""
    assert (
        docs.filled(page)
        == """<!-- run: python -c "print('a\\n\\nB\\n\\nC\\n\\nd')"; shown: C -->
```text
a

…

C

d
```
<!-- end -->
<!-- insert: python -c "print('| a |')" -->

| a |

<!-- end -->
"""
    )
