"""A plan says what a spot pool without a checkpoint store is expected to lose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rackguard.report import plan_markdown, plan_table
from rackguard.report.cost_words import unsaved
from rackguard.report.layout import Style
from rackguard.report.plan_json import as_data
from rackguard.report.plan_report import PlanReport
from rackguard.report.sources import Sources

Variant = Callable[..., PlanReport]
SAVED = "purchase: {spot: {checkpoint: checkpoints}}"

# prod: 16 × g6e.12xlarge in us-east-1, over 20 % a month: e^(-730 λ) = 0.8, λ = 3.0568e-4; 16 × (730 - 0.2 / λ).
NODE_HOURS = 16 * (730 - 0.2 / 3.056761e-4)


@pytest.fixture
def careless(variant: Variant) -> PlanReport:
    return variant("prod", {SAVED: "purchase: {spot: {}}"})


def text_of(words: str) -> str:
    return " ".join(words.split())


def test_a_plan_tells_the_loss_in_usd(careless: PlanReport) -> None:
    (loss,) = careless.unsaved
    assert careless.cost is not None
    rate = next(line.rate.usd for line in careless.cost.lines if line.subject == "pools.eval" and line.item.purchase)
    assert rate is not None
    assert (loss.subject, loss.nodes, loss.together, loss.at_least) == ("pools.eval", 16, False, True)
    assert loss.node_hours == pytest.approx(NODE_HOURS, rel=1e-5)
    assert loss.usd == pytest.approx(NODE_HOURS * rate, rel=1e-5)
    told = (
        "pools.eval saves nothing: it names no checkpoint store. Of work that goes on all month, scaled out,"
        f" ≥ 1,211 node-hours (≥ 10 %) are expected to be lost, ≥ {loss.usd:,.2f} USD (estimate"
    )
    assert told in text_of(plan_table.render(careless, Style()))
    assert told in text_of(plan_markdown.render(careless, quiet=False))
    cost = as_data(careless)["cost"]
    assert cost is not None
    assert cost["unsaved_work"][0]["usd"] == loss.usd  # pyright: ignore[reportIndexIssue] (plain data by now)


def test_a_pool_with_a_store_loses_nothing_that_is_told(report: Callable[[str], PlanReport]) -> None:
    assert report("prod").unsaved == ()
    assert "saves nothing" not in plan_table.render(report("prod"), Style())


def test_nodes_with_efa_are_lost_together(variant: Variant) -> None:
    before = "purchase: {spot: {checkpoint: checkpoints}}"
    alone = variant("staging", {before: "purchase: {spot: {}}"})
    joined = variant(
        "staging",
        {
            before: "purchase: {spot: {}}",
            "instance_types: [g6e.12xlarge, g6e.24xlarge, g5.12xlarge]": "instance_type: p4d.24xlarge",
            "zone_ids: [use2-az1, use2-az2]": "zone_id: use2-az1",
        },
        "joined",
    )
    assert [loss.together for loss in alone.unsaved] == [False]
    assert [loss.together for loss in joined.unsaved] == [True]


def test_what_is_not_known_is_said(careless: PlanReport) -> None:
    (loss,) = careless.unsaved
    unknown = replace(loss, rate=None, node_hours=None, share_percent=None, usd=None)
    assert unsaved([unknown], Sources()) == [
        (
            "pools.eval saves nothing: it names no checkpoint store."
            " Its loss is not known, as nobody says how often Spot takes a g6e.12xlarge back."
        )
    ]
    (told,) = unsaved([replace(loss, usd=None)], Sources())
    assert "are expected to be lost, at no known price (estimate [1])." in told


def test_the_loss_names_its_source(careless: PlanReport) -> None:
    sources = Sources()
    unsaved(careless.unsaved, sources)
    assert sources.lines() == [
        (
            "[1] AWS Spot Instance Advisor, 2025-06-28; g6e.12xlarge: >20% of nodes taken back in a month,"
            " read as the chance of one node"
        )
    ]
