"""A plan as text for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.report import carbon_words, cost_words, problems_text, resource_counts, words
from rackguard.report.layout import Style, clean, columns, wrap
from rackguard.report.sources import Sources

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rackguard.economics.cost import Cost, CostLine
    from rackguard.economics.emissions import Carbon
    from rackguard.graph.graph import Graph
    from rackguard.plan.types import ClusterPlan, PoolPlan
    from rackguard.report.check_report import CheckReport
    from rackguard.report.layout import Tone
    from rackguard.report.plan_report import PlanReport

_FIGURES = frozenset({1, 2, 3})
_BUDGET_TONES: dict[str, Tone] = {"exceeded": "error", "unknown": "warning", "within": "good"}


def render(report: PlanReport, style: Style) -> str:
    """The report as text: the cluster, its pools, decisions, cost, carbon, what is wrong; the verdict last."""
    lines: list[str] = []
    plan = report.plan
    if plan:
        lines += _head(report, plan, style) + _pools(plan, style) + _network(plan, style) + _decisions(plan, style)
    elif report.graph:
        lines += _source(report, report.graph, style)
    if report.cost:
        lines += _cost(report.cost, report, style)
    if report.carbon:
        lines += _carbon(report.carbon, style)
    if report.graph:
        lines += _resources(report.graph, style)
    if plan:
        lines += _retained(plan, style)
    if report.guardrails:
        lines += _guardrails(report.guardrails, style)
    if report.problems and lines:
        lines += _title("PROBLEMS", style)
    text = "".join(f"{line}\n" for line in lines)
    return text + problems_text.render(report.problems, style) + f"\n{_verdict(report, style)}\n"


def _title(text: str, style: Style) -> list[str]:
    return ["", style.paint(text, "title")]


def _quiet(texts: Iterable[str], style: Style, rest: str = "    ") -> list[str]:
    return [style.paint(line, "quiet") for text in texts for line in wrap(text, style, "  ", rest)]


def _head(report: PlanReport, plan: ClusterPlan, style: Style) -> list[str]:
    tags = ", ".join(f"{key} {value}" for key, value in plan.tags.items() if ":" not in key)
    facts = (
        f"stack {report.stack} · {plan.region} · account {plan.account_id} · protect {'on' if plan.protect else 'off'}"
    )
    title, *rest = wrap(facts, style, f"{plan.name}  ", "  ")
    lines = [style.paint(plan.name, "title") + title.removeprefix(plan.name), *rest]
    return lines + [
        style.paint(line, "quiet") for line in wrap(f"{tags} · planned for {report.as_of}", style, "", "  ")
    ]


def _source(report: PlanReport, graph: Graph, style: Style) -> list[str]:
    """Of a stack that was read from a preview or a state: whose it is, and what that can't tell."""
    lines = [style.paint(graph.stack, "title") + f"  project {graph.project} · from {clean(report.file)}"]
    return lines + [line for lack in graph.lacks for line in _quiet([f"Not told: {lack}."], style)]


def _pools(plan: ClusterPlan, style: Style) -> list[str]:
    width = max((len(pool.name) for pool in plan.pools), default=0)
    lines = [line for pool in plan.pools for line in _pool(pool, width, style)]
    return _title("POOLS", style) + lines + wrap(words.rollout_words(plan.pools), style, "  ")


def _pool(pool: PoolPlan, width: int, style: Style) -> list[str]:
    name, indent = f"  {pool.name:<{width}}  ", " " * (width + 4)
    placement = f"{pool.placement.strategy} placement group" if pool.placement.strategy else "no placement group"
    lines = [
        f"{words.nodes_words(pool)} × {words.listed(list(pool.instance_types))}, each {words.gpus_words(pool)}",
        f"{words.purchase_words(pool)} in {words.listed(list(pool.zone_ids))} · {placement}",
        f"a node: {words.interfaces_words(pool)} · {words.volumes_words(pool.volumes)}",
    ]
    return [
        part
        for number, line in enumerate(lines)
        for part in wrap(line, style, indent if number else name, f"{indent}  ")
    ]


def _network(plan: ClusterPlan, style: Style) -> list[str]:
    rows = words.subnet_rows(plan.network)
    ways = f"NAT: {words.nat_words(plan.network)} · endpoints: {words.endpoints_words(plan.network)}"
    return [
        *_title("NETWORK", style),
        *columns(rows, right=frozenset({4})),
        *wrap(ways, style, "  ", "  "),
        *_named("STORAGE", words.stores_words(plan.storage), style),
        *_named("ACCESS", words.access_words(plan.access), style),
        *_title("QUOTAS NEEDED", style),
        *(line for quota in plan.quotas for line in wrap(words.quota_words(quota), style, "  ", "    ")),
    ]


def _named(title: str, rows: list[tuple[str, str]], style: Style) -> list[str]:
    if not rows:
        return []
    return [*_title(title, style), *columns(rows, width=style.width, flexible=1)]


def _decisions(plan: ClusterPlan, style: Style) -> list[str]:
    lines = _title("DECISIONS", style)
    sources = Sources()
    subject = ""
    for decision, reason in words.reasons_once(plan.decisions):
        if decision.subject != subject:
            subject = decision.subject
            lines.append(f"  {style.paint(subject, 'title')}")
        mark = sources.mark(decision.source) if reason == decision.reason else ""
        first, *rest = wrap(f"{decision.id}: {decision.value}. {reason}{mark}", style, "    ", "      ")
        lines += [first.replace(f"{decision.id}:", f"{style.paint(decision.id, 'info')}:", 1), *rest]
    return lines + _quiet(sources.lines(), style, "      ")


def _cost(cost: Cost, report: PlanReport, style: Style) -> list[str]:
    sources = Sources()
    rows = [["", *cost_words.HEADINGS, "price"]]
    for subject, lines in cost_words.by_subject(cost).items():
        rows += _cost_rows(subject, lines, sources)
    rows.append(["total", *cost_words.totals(cost.now, cost.at_max), ""])
    remarks = [*cost_words.by_use(cost, sources), cost_words.shares(cost), cost_words.upfront(cost)]
    remarks += cost_words.unsaved(report.unsaved, sources)
    lines = [*_title("COST (USD)", style), *_quiet([cost_words.CAPTION], style, "  ")]
    lines += columns(rows, right=_FIGURES, width=style.width)
    lines += [line for remark in remarks if remark for line in wrap(remark, style, "  ", "    ")]
    for verdict, text in cost_words.budgets(report.budget):
        lines += [style.paint(line, _BUDGET_TONES[verdict.status]) for line in wrap(text, style, "  ", "    ")]
    return lines + _quiet(sources.lines(), style, "      ")


def _cost_rows(subject: str, lines: list[CostLine], sources: Sources) -> list[list[str]]:
    """A subject's lines below its sums; in one row where it has one."""
    from rackguard.economics.cost import total_at_max, total_now

    rows = [
        [f"  {line.label}", *cost_words.amounts(line), cost_words.price_of(line, sources)]
        for line in cost_words.counted(lines)
    ]
    if len(rows) == 1:
        return [[f"{subject}: {rows[0][0].strip()}", *rows[0][1:]]]
    return [[subject, *cost_words.totals(total_now(lines), total_at_max(lines)), ""], *rows] if rows else []


def _carbon(carbon: Carbon, style: Style) -> list[str]:
    sources = Sources()
    rows = [["", "", *carbon_words.HEADINGS, ""], *carbon_words.rows(carbon, sources)]
    rows.append(["total", "", *carbon_words.totals(carbon), ""])
    return [
        *_title("CARBON (kgCO2e, estimates)", style),
        *columns(rows, right=frozenset({2, 3, 4}), width=style.width),
        *_quiet([*carbon_words.remarks(carbon)], style),
        *_quiet(sources.lines(), style, "      "),
    ]


def _resources(graph: Graph, style: Style) -> list[str]:
    lines = _title(f"RESOURCES ({resource_counts.total(graph)})", style)
    for name, count, kinds in resource_counts.rows(graph):
        lines += wrap(f"{name}: {count} · {kinds}", style, "  ", "    ")
    return lines


def _retained(plan: ClusterPlan, style: Style) -> list[str]:
    if not plan.retained:
        return []
    lines = _title("OUTLIVES `pulumi destroy`", style)
    for item in plan.retained:
        lines += wrap(f"{item.kind} {item.name}: {item.reason}", style, "  ", "    ")
    return lines


def _guardrails(judged: CheckReport, style: Style) -> list[str]:
    from rackguard.report import check_words

    lines = wrap(check_words.line(judged), style, "  ", "  ")
    if len(judged.frameworks) > 1 and check_words.tells_anything(judged):
        lines += _quiet(check_words.by_framework(judged), style)
    return [*_title("GUARDRAILS", style), *lines]


def _verdict(report: PlanReport, style: Style) -> str:
    found = problems_text.summary(report.problems)
    if report.errors:
        return style.paint(f"Not planned: {found}.", "error")
    month = f" {cost_words.month(report.cost, report.graph)}" if report.cost else ""
    outcome = "Planned" if report.plan else "Read"
    return style.paint(f"{outcome}: {found}.{month}", "warning" if report.warnings else "good")
