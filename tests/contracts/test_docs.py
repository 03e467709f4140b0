"""The documentation says what the code does: generated parts are current, examples work, links lead somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rackguard.cli.evaluate import evaluate

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
EXAMPLES = [
    pytest.param(block, id=f"{page.name}-{number}")
    for page in PAGES
    for number, block in enumerate(re.findall(r"```yaml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))
]


def test_the_pages_are_found() -> None:
    assert ROOT / "README.md" in PAGES
    assert EXAMPLES


def test_generated_parts_are_current() -> None:
    run = subprocess.run([sys.executable, "docs", "--check"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_stack_file_of_the_documentation_plans_without_error(text: str, tmp_path: Path) -> None:
    file = tmp_path / "Pulumi.example.yaml"
    file.write_text(text, encoding="utf-8")
    report = evaluate(file, datetime(2026, 12, 1, tzinfo=UTC))
    assert [problem for problem in report.problems if problem.level == "error"] == []
    assert report.plan is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert missing == []


def test_every_make_word_of_the_readme_exists() -> None:
    words = set(re.findall(r"(?:^    |`)make ([a-z]+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {"plan", "test"} <= words <= targets
