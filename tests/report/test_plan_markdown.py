"""A plan as a pull request's comment: the verdict first, and nothing of the stack file acts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from rackguard.report.plan_markdown import render
from rackguard.report.plan_report import PlanReport

Report = Callable[[str], PlanReport]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def tables(text: str) -> dict[str, list[list[str]]]:
    """The rows of each table by the heading above it."""
    found: dict[str, list[list[str]]] = {}
    title = ""
    for line in text.splitlines():
        if line.startswith("### "):
            title = line.removeprefix("### ")
        elif line.startswith("<details>"):
            title = line.split("<summary>")[1].split("</summary>")[0]
        elif line.startswith("| "):
            found.setdefault(title, []).append(cells(line))
    return found


def test_the_verdict_is_the_first_thing_said(report: Report, failing: PlanReport) -> None:
    lines = render(report("prod")).splitlines()
    assert lines[0] == "## Rackguard plan of `prod`"
    assert re.fullmatch(
        r"⚠️ \*\*Planned\*\*: \d warnings?, \d+ notes\. ≥ 278,035\.39 USD a month, ≥ 332,215\.17 scaled out\."
        r" Planned for 2026-12-01T00:00:00Z\.",
        lines[2],
    )
    assert render(failing).splitlines()[2].startswith("❌ **Not planned**: 1 error, ")


def test_what_is_wrong_comes_before_what_is_planned(report: Report) -> None:
    titles = re.findall(r"^### (.*)$", render(report("prod")), re.MULTILINE)
    assert titles == ["Problems", "Pools", "Cost (USD)", "Carbon (kgCO2e, estimates)"]


def test_a_plan_with_errors_has_its_problems_and_nothing_else(failing: PlanReport) -> None:
    text = render(failing)
    assert list(tables(text)) == ["Problems"]
    rows = tables(text)["Problems"]
    assert rows[0] == ["level", "where", "what", "what to do", "id"]
    assert any(row[0] == "error" and row[4] == "type-unknown" and "g6.huge" in row[2] for row in rows)


def test_quiet_leaves_the_verdict_and_the_problems(report: Report) -> None:
    text = render(report("prod"), quiet=True)
    assert "**Planned**" in text
    assert list(tables(text)) == ["Problems"]


def test_every_table_is_a_table(report: Report) -> None:
    for stack in ("dev", "staging", "prod"):
        found = tables(render(report(stack)))
        assert {"Pools", "Cost (USD)", "Network", "Decisions and their reasons"} <= found.keys()
        for rows in found.values():
            assert {len(row) for row in rows} == {len(rows[0])}
            assert all(re.fullmatch(r"---:?", cell) for cell in rows[1])


def test_figures_are_those_of_the_plan(report: Report) -> None:
    rows = tables(render(report("prod")))
    assert ["pools.train", "reservation of 8 × p5.48xlarge", "317.03", "231,432.19", "231,432.19"] in [
        row[:5] for row in rows["Cost (USD)"]
    ]
    assert rows["Cost (USD)"][-1][2:5] == ["≥ 549.99", "≥ 278,035.39", "≥ 332,215.17"]
    assert ["train", "p5.48xlarge", "8", "8 × H100-SXM"] in [row[:4] for row in rows["Pools"]]


def test_details_are_folded_away(report: Report) -> None:
    text = render(report("prod"))
    assert re.findall(r"<summary>(.*)</summary>", text) == [
        "Sources of the prices",
        "Assumed, and sources",
        "Resources (141)",
        "Network",
        "Storage and access",
        "Quotas needed",
        "Decisions and their reasons",
        "Outlives <code>pulumi destroy</code>",
    ]
    assert text.count("<details>") == text.count("</details>") == 8


@pytest.mark.parametrize(
    "hostile",
    ["a | b | c", "</details><img src=x>", "@everyone see #1", "`code` and ``more`", "[click](http://evil.example)"],
)
def test_a_users_text_breaks_nothing(variant: Callable[..., PlanReport], hostile: str) -> None:
    report = variant("prod", {'"agreement 2026"': f"'{hostile}'"})
    text = render(report)
    assert report.plan is not None
    for rows in tables(text).values():
        assert {len(row) for row in rows} == {len(rows[0])}
    assert text.count("<details>") == text.count("</details>") == 8
    assert "<img" not in text
    assert "@everyone" not in text
    assert "[click](http" not in text


def test_a_stacks_name_is_code_whatever_it_is(variant: Callable[..., PlanReport]) -> None:
    heading = render(variant("dev", {}, name="`<b>@me`")).splitlines()[0]
    assert heading == "## Rackguard plan of `` `<b>@me` ``"
