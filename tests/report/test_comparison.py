"""Two plans side by side."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from rackguard.plan.running_nodes import AffectedPool, RunningNodes
from rackguard.report.comparison import compare
from rackguard.report.comparison_text import as_markdown, as_text
from rackguard.report.differences import Change
from rackguard.report.layout import Style
from rackguard.report.plan_report import PlanReport

Report = Callable[[str], PlanReport]


def rows(text: str, title: str) -> list[list[str]]:
    """The cells of the table below a title of the text."""
    _, found, rest = text.partition(f"\n{title}\n")
    assert found, title
    return [re.split(r" {2,}", line.strip()) for line in rest.split("\n\n", 1)[0].splitlines()]


def test_a_plan_differs_from_itself_in_nothing(report: Report) -> None:
    same = compare(report("prod"), report("prod"))
    assert same.changes == ()
    assert {difference.kind for difference in (*same.cost, *same.carbon)} == {"same"}
    text = as_text(same, Style())
    assert "The same cluster and pools." in text
    assert rows(text, "COST (USD a month)") == [
        ["before", "after", "change"],
        ["total", "≥ 278,035.39", "≥ 278,035.39", "not known"],
    ]
    assert "The same cluster and pools." in as_markdown(same)


def test_what_changed_in_a_pool_is_told_property_by_property(
    report: Report, variant: Callable[..., PlanReport]
) -> None:
    after = variant(
        "prod",
        {"nodes: {min: 8, max: 8}": "nodes: {min: 4, max: 4}", "count: 8}": "count: 4}", "nat: per_zone": "nat: one"},
        "prod",
    )
    compared = compare(report("prod"), after)
    assert compared.changes == (
        Change("network", "subnets, nodes use1-az1, addresses needed", "56", "52"),
        Change("network", "subnets, nodes use1-az2, zone of its NAT gateway", "use1-az2", "use1-az1"),
        Change(
            "network",
            "subnets, public use1-az2",
            "name llm-prod-public-use1-az2; range 10.40.8.0/22; addresses needed 6; addresses available 1024",
            "",
        ),
        Change("network", "NAT", "use1-az1, use1-az2", "use1-az1"),
        Change("pools.train", "nodes, at least", "8", "4"),
        Change("pools.train", "nodes, at most", "8", "4"),
        Change("pools.train", "schedule, min size", "8", "4"),
        Change("pools.train", "schedule, max size", "8", "4"),
        Change("quotas", "on demand Running On-Demand P instances, vCPUs", "1536", "768"),
    )
    moved = "use1-az2: NAT gateway in use1-az1, before in use1-az2; another address, and open connections break"
    assert compared.nodes == RunningNodes(
        (AffectedPool("train", ("at most 4 nodes, before 8",)),), (), (AffectedPool("eval", (moved,)),)
    )
    train = next(difference for difference in compared.cost if difference.subject == "pools.train")
    assert train.now_change is not None
    # Four nodes less: 4 × 39.6288 USD × 730 h, and 4 × 500 GB at 0.08.
    assert round(train.now_change, 4) == round(-(4 * 39.6288 * 730 + 160), 4)
    lines = rows(as_text(compared, Style()), "COST (USD a month)")
    assert ["pools.train", "231,752.19", "115,876.10", "-115,876.10"] in lines
    assert not [line for line in lines if line[0] == "storage.scratch"]  # the same


def test_a_pool_that_comes_or_goes_is_told_in_short(report: Report) -> None:
    changes = compare(report("dev"), report("prod")).changes
    assert Change("pools.lab", "all of it", "1 × g6.xlarge, spot", "") in changes
    assert Change("pools.train", "all of it", "", "8 × p5.48xlarge, reservation cr-0123456789abcdef0") in changes
    assert Change("cluster", "region", "us-west-2", "us-east-1") in changes


def test_an_unknown_difference_is_not_0(report: Report) -> None:
    text = as_text(compare(report("staging"), report("prod")), Style())
    assert ["storage.checkpoints", "not known", "460.00", "not known"] in rows(text, "COST (USD a month)")
    lines = rows(as_text(compare(report("dev"), report("prod")), Style()), "COST (USD a month)")
    assert ["pools.train", "–", "231,752.19", "+231,752.19"] in lines
    assert lines[-1] == ["total", "≥ 372.38", "≥ 278,035.39", "not known"]


def test_both_sizes_and_both_kinds_of_figures_are_compared(report: Report) -> None:
    text = as_text(compare(report("staging"), report("prod")), Style())
    for title in (
        "COST (USD a month)",
        "COST, SCALED OUT (USD a month)",
        "CARBON (kgCO2e a month)",
        "CARBON, SCALED OUT (kgCO2e a month)",
    ):
        assert rows(text, title)[-1][0] == "total"
    assert ["pools.eval", "0.00", "54,179.78"] not in [line[:3] for line in rows(text, "COST (USD a month)")]
    assert ["pools.eval", "16,340.86", "54,179.78", "+37,838.91"] in rows(text, "COST, SCALED OUT (USD a month)")


def test_a_narrow_terminal_gets_a_value_a_line(report: Report) -> None:
    text = as_text(compare(report("dev"), report("prod")), Style(60))
    assert "  cluster, region\n    - us-west-2\n    + us-east-1\n" in text
    assert "  pools.lab, all of it\n    - 1 × g6.xlarge, spot\n  " in text
    # A word is never broken: an ARN or a path stands in a line of its own.
    assert [line for line in text.splitlines() if len(line) > 60 and len(line.lstrip(" -+").split()) > 1] == []


def test_markdown_has_a_table_for_each(report: Report) -> None:
    text = as_markdown(compare(report("dev"), report("prod")))
    assert text.startswith("## From `dev` to `prod`\n")
    assert "| cluster | region | us-west-2 | us-east-1 |\n" in text
    assert text.count("| --- | ---: | ---: | ---: |") == 4


def test_a_pool_is_named_whose_nodes_would_go_or_wait(report: Report, variant: Callable[..., PlanReport]) -> None:
    after = variant("staging", {"tags: {owner: ml-platform": "tags: {owner: speech"}, "staging")
    text = as_text(compare(report("staging"), after), Style())
    assert rows(text, "RUNNING NODES") == [
        ["Would be ended, with their jobs: eval (launch template: tags)."],
        ["Would stay until you replace them: train (launch template: tags)."],
        ["Would have their way out cut, for a while or for good: none."],
    ]
    assert (
        "### Running nodes\n"
        "\n"
        "- Would be ended, with their jobs: eval (launch template: tags).\n"
        "- Would stay until you replace them: train (launch template: tags).\n"
        "- Would have their way out cut, for a while or for good: none.\n"
    ) in as_markdown(compare(report("staging"), after))


def test_that_no_nodes_would_go_is_said_too(report: Report) -> None:
    text = as_text(compare(report("prod"), report("prod")), Style())
    assert rows(text, "RUNNING NODES") == [
        ["Would be ended, with their jobs: none."],
        ["Would stay until you replace them: none."],
        ["Would have their way out cut, for a while or for good: none."],
    ]


def test_a_plan_with_errors_is_not_compared(report: Report, failing: PlanReport) -> None:
    with pytest.raises(ValueError, match="only plans without errors"):
        compare(failing, report("prod"))
