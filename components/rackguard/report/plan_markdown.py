"""A plan as Markdown, for a pull request's comment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.report import carbon_words, cost_words, markdown, problems_text, resource_counts, words
from rackguard.report.sources import Sources

if TYPE_CHECKING:
    from rackguard.economics.cost import Cost
    from rackguard.economics.emissions import Carbon
    from rackguard.graph.graph import Graph
    from rackguard.plan.types import ClusterPlan
    from rackguard.report.check_report import CheckReport
    from rackguard.report.plan_report import PlanReport

_FIGURES = frozenset({2, 3, 4})


def render(report: PlanReport, *, quiet: bool = False) -> str:
    """The report as Markdown: verdict first, what is wrong, then (not `quiet`) what is planned, costs and emits."""
    lines = [f"## Rackguard plan of {markdown.code(report.stack)}", "", _verdict(report), ""]
    lines += problems(report)
    if report.guardrails:
        lines += _guardrails(report.guardrails)
    if not quiet:
        lines += _details(report, report.plan)
    return "\n".join(lines).rstrip("\n") + "\n"


def _guardrails(judged: CheckReport) -> list[str]:
    from rackguard.report import check_words

    mark = "❌" if judged.failing else "✅"
    return [f"{mark} **Guardrails**: {markdown.text(check_words.line(judged))}", ""]


def _details(report: PlanReport, plan: ClusterPlan | None) -> list[str]:
    lines = _pools(plan) if plan else _source(report.graph) if report.graph else []
    if report.cost:
        lines += _cost(report.cost, report)
    if report.carbon:
        lines += _carbon(report.carbon)
    if report.graph:
        lines += resources(report.graph)
    return lines + (_network(plan) + _stores(plan) + _quotas(plan) + _decisions(plan) + _retained(plan) if plan else [])


def _source(graph: Graph) -> list[str]:
    """Of a stack that was read from a preview or a state: what that can't tell."""
    return [*_list([f"Not told: {lack}." for lack in graph.lacks]), ""] if graph.lacks else []


def _verdict(report: PlanReport) -> str:
    found = problems_text.summary(report.problems)
    done = "Planned" if report.plan else "Read"
    mark, outcome = ("❌", "Not planned") if report.errors else ("⚠️" if report.warnings else "✅", done)
    month = f" {cost_words.month(report.cost, report.graph)}" if report.cost else ""
    return f"{mark} **{outcome}**: {found}.{month} Planned for {report.as_of}."


def problems(report: PlanReport) -> list[str]:
    """A table of what is wrong; nothing where nothing is."""
    if not report.problems:
        return []
    rows = [["level", "where", "what", "what to do", "id"]]
    rows += [[problems_text.NAMES[p.level], p.where, p.message, p.hint, p.id] for p in report.problems]
    return ["### Problems", "", *markdown.table(rows), ""]


def _pools(plan: ClusterPlan) -> list[str]:
    rows = [["pool", "type", "nodes", "GPUs a node", "purchase", "zones", "interfaces", "placement"]]
    rows += [
        [
            pool.name,
            ", ".join(pool.instance_types),
            words.nodes_words(pool),
            words.gpus_words(pool),
            words.purchase_words(pool),
            ", ".join(pool.zone_ids),
            words.interfaces_words(pool),
            words.placement_words(pool),
        ]
        for pool in plan.pools
    ]
    head = f"{markdown.code(plan.name)} in {plan.region}, account {plan.account_id}"
    protect = f"protect {'on' if plan.protect else 'off'}"
    rollout = markdown.text(words.rollout_words(plan.pools))
    return ["### Pools", "", f"{head}, {protect}", "", *markdown.table(rows), "", rollout, ""]


def _cost(cost: Cost, report: PlanReport) -> list[str]:
    sources = Sources()
    rows = [["for", "what", *cost_words.HEADINGS, "price"]]
    for subject, lines in cost_words.by_subject(cost).items():
        rows += [
            [subject, line.label, *cost_words.amounts(line), cost_words.price_of(line, sources)]
            for line in cost_words.counted(lines)
        ]
    rows.append(["total", "", *cost_words.totals(cost.now, cost.at_max), ""])
    remarks = [cost_words.CAPTION, *cost_words.by_use(cost, sources), cost_words.shares(cost), cost_words.upfront(cost)]
    remarks += cost_words.unsaved(report.unsaved, sources)
    remarks += [text for _, text in cost_words.budgets(report.budget)]
    return [
        "### Cost (USD)",
        "",
        *markdown.table(rows, _FIGURES),
        "",
        *_list([remark for remark in remarks if remark]),
        "",
        *markdown.folded("Sources of the prices", _list(sources.lines())),
    ]


def _carbon(carbon: Carbon) -> list[str]:
    sources = Sources()
    rows = [["for", "type", *carbon_words.HEADINGS, "notes"], *carbon_words.rows(carbon, sources)]
    rows.append(["total", "", *carbon_words.totals(carbon), ""])
    notes = _list([*carbon_words.remarks(carbon), *sources.lines()])
    return [
        "### Carbon (kgCO2e, estimates)",
        "",
        *markdown.table(rows, _FIGURES),
        "",
        *markdown.folded("Assumed, and sources", notes),
    ]


def _list(lines: list[str]) -> list[str]:
    return [f"- {markdown.text(line)}" for line in lines]


def resources(graph: Graph) -> list[str]:
    """A folded table of how many resources each component makes."""
    rows = [["component", "resources", "of which"], *resource_counts.rows(graph)]
    title = f"Resources ({resource_counts.total(graph)})"
    return markdown.folded(title, markdown.table(rows, frozenset({1})))


def _network(plan: ClusterPlan) -> list[str]:
    rows = words.subnet_rows(plan.network)
    ways = f"NAT: {words.nat_words(plan.network)}; endpoints: {words.endpoints_words(plan.network)}"
    return markdown.folded("Network", [*markdown.table(rows, frozenset({4})), "", markdown.text(ways)])


def _stores(plan: ClusterPlan) -> list[str]:
    rows = [*words.stores_words(plan.storage), *words.access_words(plan.access)]
    return markdown.folded("Storage and access", _list([f"{name}: {what}" for name, what in rows]))


def _quotas(plan: ClusterPlan) -> list[str]:
    return markdown.folded("Quotas needed", _list([words.quota_words(quota) for quota in plan.quotas]))


def _decisions(plan: ClusterPlan) -> list[str]:
    rows = [["about", "decision", "value", "reason", "source"]]
    rows += [
        [decision.subject, decision.id, decision.value, reason, decision.source if reason == decision.reason else ""]
        for decision, reason in words.reasons_once(plan.decisions)
    ]
    return markdown.folded("Decisions and their reasons", markdown.table(rows))


def _retained(plan: ClusterPlan) -> list[str]:
    lines = [f"{item.kind} {item.name}: {item.reason}" for item in plan.retained]
    return markdown.folded("Outlives <code>pulumi destroy</code>", _list(lines))
