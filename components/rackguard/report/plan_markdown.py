"""A plan as Markdown, for a pull request's comment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.report import markdown, problems_text
from rackguard.report.layout import kg, usd
from rackguard.report.sources import Sources
from rackguard.report.words import (
    assumption_words,
    carbon_rows,
    cost_rows,
    interfaces_words,
    nodes_words,
    purchase_words,
    quota_words,
)

if TYPE_CHECKING:
    from rackguard.economics.cost import Cost
    from rackguard.economics.emissions import Carbon
    from rackguard.plan.types import ClusterPlan
    from rackguard.report.plan_report import PlanReport


def render(report: PlanReport) -> str:
    """The report as Markdown: verdict first, then what is wrong, what is planned, and what it costs and emits."""
    lines = [f"## Rackguard plan of `{report.stack}`", "", _verdict(report), ""]
    lines += _problems(report)
    if report.plan:
        lines += _pools(report.plan)
        if report.cost:
            lines += _cost(report.cost, report)
        if report.carbon:
            lines += _carbon(report.carbon)
        lines += _quotas(report.plan) + _decisions(report.plan) + _retained(report.plan)
    return "\n".join(lines).rstrip("\n") + "\n"


def _verdict(report: PlanReport) -> str:
    words = problems_text.summary(report.problems)
    mark, outcome = ("❌", "Not planned") if report.errors else ("⚠️" if report.warnings else "✅", "Planned")
    return f"{mark} **{outcome}**: {words}. Planned for {report.as_of}."


def _problems(report: PlanReport) -> list[str]:
    if not report.problems:
        return []
    rows = [["level", "where", "what", "what to do", "id"]]
    rows += [[p.level, f"`{p.where}`", p.message, p.hint, f"`{p.id}`"] for p in report.problems]
    return ["### Problems", "", *markdown.table(rows), ""]


def _pools(plan: ClusterPlan) -> list[str]:
    rows = [["pool", "type", "nodes", "purchase", "zones", "interfaces", "placement"]]
    rows += [
        [
            pool.name,
            ", ".join(pool.instance_types),
            nodes_words(pool),
            purchase_words(pool),
            ", ".join(pool.zone_ids),
            interfaces_words(pool),
            pool.placement.strategy or "none",
        ]
        for pool in plan.pools
    ]
    head = f"`{plan.name}` in {plan.region}, account {plan.account_id}, protect {'on' if plan.protect else 'off'}"
    return ["### Pools", "", head, "", *markdown.table(rows), ""]


def _cost(cost: Cost, report: PlanReport) -> list[str]:
    now, most = cost.now, cost.at_max
    sources = Sources()
    rows = [["for", "what", "USD/h", "USD/month", "at most/month", "price"], *cost_rows(cost, sources)]
    total = [
        usd(now.usd_per_hour, at_least=now.at_least),
        usd(now.usd_per_month, at_least=now.at_least),
        usd(most.usd_per_month, at_least=most.at_least),
    ]
    rows.append(["**total**", "", *total, ""])
    notes = [f"Priced: {cost.priced.lines_priced} of {cost.priced.lines} lines."]
    if now.usd_upfront:
        notes.append(f"Paid up front for capacity blocks: {usd(now.usd_upfront)} USD, part of it in the month above.")
    if report.budget:
        for words, verdict in (("now", report.budget.now), ("at most", report.budget.at_max)):
            notes.append(f"Budget, {words}: {verdict.status}, {verdict.percent:.0f} %.")
    return [
        "### Cost (USD)",
        "",
        *markdown.table(rows, frozenset({2, 3, 4})),
        "",
        " ".join(notes),
        "",
        *_folded("Sources of the prices", _list(sources)),
    ]


def _carbon(carbon: Carbon) -> list[str]:
    now, most = carbon.now, carbon.at_max
    sources = Sources()
    rows = [["for", "type", "kg/h", "kg/month", "at most/month", "grid"], *carbon_rows(carbon, sources)]
    total = [
        kg(now.kg_per_hour, at_least=now.at_least),
        kg(now.kg_per_month, at_least=now.at_least),
        kg(most.kg_per_month, at_least=most.at_least),
    ]
    rows.append(["**total**", "", *total, ""])
    assumed = [f"- {assumption_words(assumption)}" for assumption in carbon.assumptions]
    return [
        "### Carbon (kgCO2e, estimates)",
        "",
        *markdown.table(rows, frozenset({2, 3, 4})),
        "",
        *_folded("Assumed, and sources", assumed + _list(sources)),
    ]


def _list(sources: Sources) -> list[str]:
    return [f"- {markdown.cell(line)}" for line in sources.lines()]


def _quotas(plan: ClusterPlan) -> list[str]:
    return _folded("Quotas needed", [f"- {quota_words(quota)}" for quota in plan.quotas])


def _decisions(plan: ClusterPlan) -> list[str]:
    rows = [["about", "decision", "value", "reason"]]
    rows += [[d.subject, d.id, d.value, d.reason] for d in plan.decisions]
    return _folded("Decisions and their reasons", markdown.table(rows))


def _retained(plan: ClusterPlan) -> list[str]:
    lines = [f"- {item.kind} `{item.name}`: {item.reason}" for item in plan.retained]
    return _folded("Outlives `pulumi destroy`", lines)


def _folded(title: str, lines: list[str]) -> list[str]:
    if not lines:
        return []
    return [f"<details><summary>{title}</summary>", "", *lines, "", "</details>", ""]
