"""A plan as text for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.report import problems_text
from rackguard.report.layout import Style, columns, count, kg, usd, wrap
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
    from rackguard.economics.budget import BudgetCheck
    from rackguard.economics.cost import Cost
    from rackguard.economics.emissions import Carbon
    from rackguard.plan.types import ClusterPlan
    from rackguard.report.plan_report import PlanReport


def render(report: PlanReport, style: Style) -> str:
    """The report as text: the cluster, its pools, decisions, cost, carbon, and what is wrong."""
    lines: list[str] = []
    plan = report.plan
    if plan is not None:
        lines += _head(report, plan, style) + _pools(plan, style) + _network(plan, style) + _decisions(plan, style)
        if report.cost:
            lines += _cost(report.cost, report.budget, style)
        if report.carbon:
            lines += _carbon(report.carbon, style)
        lines += _retained(plan, style)
    if report.problems:
        lines += _title("PROBLEMS", style)
    text = "".join(f"{line}\n" for line in lines)
    return text + problems_text.render(report.problems, style) + f"\n{_verdict(report, style)}\n"


def _title(text: str, style: Style) -> list[str]:
    return ["", style.paint(text, "title")]


def _head(report: PlanReport, plan: ClusterPlan, style: Style) -> list[str]:
    tags = ", ".join(f"{key} {value}" for key, value in plan.tags.items() if ":" not in key)
    return [
        style.paint(f"{plan.name}", "title")
        + f"  stack {report.stack} · {plan.region} · account {plan.account_id}"
        + f" · protect {'on' if plan.protect else 'off'}",
        style.paint(f"{tags} · planned for {report.as_of}", "quiet"),
    ]


def _pools(plan: ClusterPlan, style: Style) -> list[str]:
    rows = [["pool", "type", "nodes", "GPUs a node", "purchase", "zones", "interfaces", "placement"]]
    rows += [
        [
            pool.name,
            ", ".join(pool.instance_types),
            nodes_words(pool),
            f"{pool.gpus_per_node:g} × {pool.gpu}" if pool.gpu else f"{pool.gpus_per_node:g}",
            purchase_words(pool),
            ", ".join(pool.zone_ids),
            interfaces_words(pool),
            pool.placement.strategy or "none",
        ]
        for pool in plan.pools
    ]
    return _title("POOLS", style) + columns(rows)


def _network(plan: ClusterPlan, style: Style) -> list[str]:
    rows = [["subnet", "zone", "for", "range", "addresses used", "of"]]
    rows += [
        [
            subnet.name,
            subnet.zone_id,
            subnet.role,
            subnet.cidr or subnet.existing_id or "",
            str(subnet.needed_addresses),
            "?" if subnet.available_addresses is None else str(subnet.available_addresses),
        ]
        for subnet in plan.network.subnets
    ]
    endpoints = ", ".join(endpoint.service.partition(".")[2].split(".", 2)[-1] for endpoint in plan.network.endpoints)
    nat = ", ".join(plan.network.nat_zone_ids) or "none"
    quotas = [f"  {quota_words(quota)}" for quota in plan.quotas]
    return (
        _title("NETWORK", style)
        + columns(rows, right=frozenset({4, 5}))
        + [f"  NAT: {nat} · endpoints: {endpoints}"]
        + _title("QUOTAS NEEDED", style)
        + quotas
    )


def _decisions(plan: ClusterPlan, style: Style) -> list[str]:
    lines = _title("DECISIONS", style)
    subject = ""
    for decision in plan.decisions:
        if decision.subject != subject:
            subject = decision.subject
            lines.append(f"  {subject}")
        lines += wrap(f"{decision.id}: {decision.value}. {decision.reason}", style, "    ", "      ")
    return lines


def _cost(cost: Cost, budget: BudgetCheck | None, style: Style) -> list[str]:
    sources = Sources()
    rows = [["for", "what", "USD/h", "USD/month", "at most/month", "price"], *cost_rows(cost, sources)]
    rows.append(["total", "", *_totals(cost), ""])
    lines = _title("COST (USD)", style) + columns(rows, right=frozenset({2, 3, 4}))
    share = cost.priced
    percent = "" if share.gpu_percent is None else f", {share.gpu_percent:.0f} % of the GPU-hours"
    lines.append(f"  priced: {share.lines_priced} of {count(share.lines, 'line')}{percent}")
    if cost.now.usd_upfront:
        lines.append(
            f"  paid up front for capacity blocks: {usd(cost.now.usd_upfront)} USD, part of it in the month above"
        )
    if budget:
        for words, verdict in (("now", budget.now), ("at most", budget.at_max)):
            tone = "error" if verdict.status == "exceeded" else "quiet" if verdict.status == "unknown" else "good"
            limit = usd(verdict.budget_usd_per_month)
            text = f"budget, {words}: {verdict.status}, {verdict.percent:.0f} % of {limit} USD a month"
            lines.append("  " + style.paint(text, tone))
    return lines + _legend(sources, style)


def _legend(sources: Sources, style: Style) -> list[str]:
    return [style.paint(line, "quiet") for text in sources.lines() for line in wrap(text, style, "  ", "      ")]


def _totals(cost: Cost) -> list[str]:
    now, most = cost.now, cost.at_max
    return [
        usd(now.usd_per_hour, at_least=now.at_least),
        usd(now.usd_per_month, at_least=now.at_least),
        usd(most.usd_per_month, at_least=most.at_least),
    ]


def _carbon(carbon: Carbon, style: Style) -> list[str]:
    sources = Sources()
    rows = [["for", "type", "kg/h", "kg/month", "at most/month", "grid"], *carbon_rows(carbon, sources)]
    now, most = carbon.now, carbon.at_max
    rows.append(
        [
            "total",
            "",
            kg(now.kg_per_hour, at_least=now.at_least),
            kg(now.kg_per_month, at_least=now.at_least),
            kg(most.kg_per_month, at_least=most.at_least),
            "",
        ]
    )
    lines = _title("CARBON (kgCO2e, estimates)", style) + columns(rows, right=frozenset({2, 3, 4}))
    others = ", ".join(f"{total.publisher} {kg(total.max_kg_per_month)}" for total in carbon.by_publisher)
    if others:
        lines += wrap(f"at most a month with other publishers' grid factors: {others}", style, "  ", "    ")
    for assumption in carbon.assumptions:
        text = f"assumed: {assumption_words(assumption)}"
        lines += [style.paint(line, "quiet") for line in wrap(text, style, "  ", "    ")]
    return lines + _legend(sources, style)


def _retained(plan: ClusterPlan, style: Style) -> list[str]:
    if not plan.retained:
        return []
    lines = _title("OUTLIVES `pulumi destroy`", style)
    for item in plan.retained:
        lines += wrap(f"{item.kind} {item.name}: {item.reason}", style, "  ", "    ")
    return lines


def _verdict(report: PlanReport, style: Style) -> str:
    words = problems_text.summary(report.problems)
    if report.errors:
        return style.paint(f"Not planned: {words}.", "error")
    return style.paint(f"Planned: {words}.", "warning" if report.warnings else "good")
