"""A plan as a person reads it in a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from rackguard.report import plan_markdown
from rackguard.report.layout import Style
from rackguard.report.plan_report import PlanReport
from rackguard.report.plan_table import render

Report = Callable[[str], PlanReport]


def section(text: str, title: str) -> list[str]:
    """The lines below a title."""
    _, found, rest = text.partition(f"\n{title}\n")
    assert found, title
    return rest.split("\n\n", 1)[0].splitlines()


@pytest.fixture(scope="module")
def prod(report: Report) -> str:
    return render(report("prod"), Style())


def test_says_whose_cluster_it_is_and_where(prod: str) -> None:
    first, second = prod.splitlines()[:2]
    assert first == "llm-prod  stack prod · us-east-1 · account 123456789012 · protect on"
    assert second == ("owner ml-platform, environment prod, classification phi · planned for 2026-12-01T00:00:00Z")


def test_has_its_sections_in_the_order_of_a_readers_questions(prod: str) -> None:
    assert re.findall(r"^[A-Z][A-Z ]+(?= |$)", prod, re.MULTILINE) == [
        "POOLS",
        "NETWORK",
        "STORAGE",
        "ACCESS",
        "QUOTAS NEEDED",
        "DECISIONS",
        "COST",
        "CARBON",
        "RESOURCES",
        "OUTLIVES",
        "PROBLEMS",
    ]


def test_a_pool_is_its_nodes_how_they_are_bought_and_what_each_has(prod: str) -> None:
    assert section(prod, "POOLS")[:6] == [
        "  train   8 × p5.48xlarge, each 8 × H100-SXM",
        "          reservation cr-0123456789abcdef0 in use1-az1 · no placement group",
        "          a node: 1 ENA + 32 EFA · root 500 GiB gp3",
        "  sprint  0 to 4 × p5en.48xlarge, each 8 × H200-SXM",
        "          capacity block cr-0fedcba9876543210 in use1-az2 · no placement group",
        "          a node: 1 ENA + 16 EFA · root 500 GiB gp3",
    ]


def test_several_types_have_each_their_gpus(report: Report) -> None:
    assert section(render(report("staging"), Style()), "POOLS")[3:5] == [
        "  eval   0 to 4 × g6e.12xlarge, g6e.24xlarge or g5.12xlarge, each 4 × L40S or 4 × A10G",
        "         spot in use2-az1 or use2-az2 · no placement group",
    ]


def test_subnets_show_how_full_they_get(prod: str) -> None:
    lines = section(prod, "NETWORK")
    assert re.fullmatch(r"  llm-prod-nodes-use1-az1   use1-az1  nodes   10\.40\.32\.0/19  \d+ of 8,192", lines[1])
    assert lines[-1] == "  NAT: use1-az1, use1-az2 · endpoints: s3, kms, logs, ssm"


def test_stores_and_people_are_named(prod: str) -> None:
    assert section(prod, "STORAGE") == [
        "  scratch      Lustre, 24,000 GiB, 500 MB/s a TiB, in use1-az1, at /fsx",
        "  home         EFS, elastic, in use1-az1 and use1-az2, at /home",
        "  checkpoints  bucket llm-prod-checkpoints-123456789012-us-east-1",
    ]
    assert section(prod, "ACCESS")[0] == "  people            ana, ben"


def test_every_decision_is_told_and_each_reason_once(report: Report, prod: str) -> None:
    plan = report("prod").plan
    assert plan is not None
    told = " ".join(" ".join(section(prod, "DECISIONS")).split())
    for decision in plan.decisions:
        assert f"{decision.id}: {' '.join(decision.value.split())}. " in told
        assert told.count(" ".join(decision.reason.split())) == 1
    assert "rollout: manual. As for pools.train." in told


def test_decisions_cite_their_sources_once_each(prod: str) -> None:
    lines = section(prod, "DECISIONS")
    notes = [line for line in lines if re.match(r"  \[\d+\] ", line)]
    assert notes[0] == "  [1] AWS EC2 user guide, Elastic Fabric Adapter, 2026"
    assert len({note.split("] ", 1)[1] for note in notes}) == len(notes)
    used = {int(number) for line in lines for number in re.findall(r"\S \[(\d+)\]$", line)}
    assert used <= set(range(1, len(notes) + 1))
    assert len(notes) in used


def test_costs_stand_below_their_subject_with_its_sums(prod: str) -> None:
    lines = section(prod, "COST (USD)")
    start = next(index for index, line in enumerate(lines) if line.startswith("  pools.train "))
    assert [line.split() for line in lines[start : start + 4]] == [
        ["pools.train", "317.47", "231,752.19", "231,752.19"],
        ["reservation", "of", "8", "×", "p5.48xlarge", "317.03", "231,432.19", "231,432.19", "yours", "[1]"],
        ["8", "×", "p5.48xlarge", "0.00", "0.00", "0.00", "included"],
        ["root", "volumes,", "gp3", "storage", "0.44", "320.00", "320.00", "list", "[2]"],
    ]
    assert any(
        re.search(r"storage\.scratch: Lustre, 24,000 GiB +11\.18 +8,160\.00 +8,160\.00  estimate", line)
        for line in lines
    )
    assert any(re.search(r"encryption: customer key +0\.0014 +1\.00 +1\.00  list", line) for line in lines)


def test_what_depends_on_use_has_its_rate_and_is_not_in_the_sums(prod: str) -> None:
    text = " ".join(" ".join(section(prod, "COST (USD)")).split())
    assert "By use, not in the sums: Lustre backups (scratch) 0.05 USD a GB-month (estimate [" in text
    assert "EFS reads (home) 0.03 USD a GB (list [" in text
    assert "NAT traffic 0.045 USD a GB (list [" in text
    assert re.search(r"total +≥ 549\.99 +≥ 278,035\.39 +≥ 332,215\.17", prod)


def test_every_price_note_names_a_source_and_a_date_or_what_is_missing(report: Report) -> None:
    for stack in ("dev", "staging", "prod"):
        text = "\n".join(section(render(report(stack), Style()), "COST (USD)"))
        notes = re.split(r"\n  \[\d+\] ", text)[1:]
        assert len(notes) > 5
        for note in notes:
            told = " ".join(note.split())
            assert re.search(r"\d{4}(-\d{2})?|undated", told) or told.startswith("no price of "), told


@pytest.mark.parametrize(
    ("stack", "ended", "waiting"),
    [("staging", "eval", "train"), ("prod", "no pool", "train, sprint and eval"), ("dev", "no pool", "lab")],
)
def test_the_pools_are_named_whose_nodes_a_changed_template_ends(
    report: Report, stack: str, ended: str, waiting: str
) -> None:
    told = (
        f"A changed launch template would end running nodes of {ended}. In {waiting} it waits until you replace them."
    )
    assert told in " ".join(" ".join(section(render(report(stack), Style()), "POOLS")).split())
    assert f"\n\n{told}\n\n" in plan_markdown.render(report(stack))


def test_a_missing_price_is_said_where_the_figure_would_stand(report: Report) -> None:
    text = render(report("staging"), Style())
    line = next(line for line in text.splitlines() if "storage.home: EFS storage" in line)
    assert re.search(r"EFS storage +no price +no price +no price +\[\d+\]$", line)
    assert "By use, and without a price:" in text
    assert "no price of EFS Standard storage (regional) in us-east-2" in " ".join(text.split())


def test_the_budget_says_how_far_it_is_known(report: Report, prod: str) -> None:
    assert "  Budget: within, ≥ 70 % of 400,000.00 USD a month.\n" in prod
    assert "  Budget, scaled out: within, ≥ 83 % of 400,000.00 USD a month.\n" in prod
    dev = render(report("dev"), Style())
    assert re.search(r"  Budget: unknown, ≥ 31 % of 1,200\.00 USD a month; \d+ lines have no price\.\n", dev)


def test_what_is_paid_in_advance_is_said(prod: str) -> None:
    text = " ".join(prod.split())
    assert "Paid in advance for capacity blocks: 36,906.24 USD, of which the sums count at most a month." in text


def test_carbon_says_what_it_rests_on(prod: str) -> None:
    text = " ".join(" ".join(section(prod, "CARBON (kgCO2e, estimates)")).split())
    assert "pools.train p5.48xlarge 21.7 15,848 15,848 [1, 2]" in text
    assert "access.login_node m7i.2xlarge ≥ 0.0139 ≥ 10.1 ≥ 10.1" in text
    assert "grid 396.25 g/kWh × PUE 1.15: GSF real-time-cloud (Electricity Maps consumption avg), 2024" in text
    assert "making a p5.48xlarge, over its life: 195.97 g/h: boaviztapi 2.5.0 /v1/cloud/instance, 2026" in text
    assert text.count("Assumed: ") == 3
    assert "Not counted: network cards" in text


def test_what_outlives_destroy_is_listed(report: Report, prod: str) -> None:
    plan = report("prod").plan
    assert plan is not None
    lines = section(prod, "OUTLIVES `pulumi destroy`")
    assert sum(not line.startswith("    ") for line in lines) == len(plan.retained)


def test_the_verdict_comes_last(prod: str, failing: PlanReport) -> None:
    assert re.fullmatch(
        r"Planned: \d warnings?, \d+ notes\. ≥ 278,035\.39 USD a month, ≥ 332,215\.17 scaled out\.",
        prod.splitlines()[-1],
    )
    text = render(failing, Style())
    assert text.splitlines()[-1].startswith("Not planned: 1 error, ")
    assert "POOLS" not in text
    assert "PROBLEMS" not in text  # nothing else is there to tell them from


@pytest.mark.parametrize("stack", ["dev", "staging", "prod"])
@pytest.mark.parametrize("width", [80, 100, 120])
def test_no_line_is_wider_than_the_terminal(report: Report, stack: str, width: int) -> None:
    for line in render(report(stack), Style(width)).splitlines():
        # An image's parameter is one word, which is wider than some terminals.
        assert len(line) <= width or max(len(word) for word in line.split()) > width - 6, line


def test_colours_change_nothing_but_colours(report: Report) -> None:
    plain, painted = (render(report("prod"), Style(colour=colour)) for colour in (False, True))
    assert painted != plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain


def test_text_of_the_stack_reaches_no_terminal_raw(variant: Callable[..., PlanReport]) -> None:
    changed = variant("prod", {"agreement 2026": "deal ]0;x of < us"}, name="b\x1b[31md")
    text = render(changed, Style())
    assert changed.plan is not None
    assert all(line.isprintable() for line in text.splitlines())
    assert "stack b\\x1b[31md" in text
