"""Two plans side by side: what changes in pools, cost and carbon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard.record import record
from rackguard.report import markdown
from rackguard.report.layout import Style, columns, kg, usd
from rackguard.report.plain import plain
from rackguard.report.words import interfaces_words, nodes_words, purchase_words

if TYPE_CHECKING:
    from rackguard.economics.compare import Difference, Side
    from rackguard.plan.types import PoolPlan
    from rackguard.report.plan_report import PlanReport


@record
class PoolChange:
    """One property of a pool that differs; `before` or `after` is empty for a pool that only one plan has."""

    pool: str
    what: str
    before: str
    after: str


@record
class Comparison:
    """What changes from one plan to another."""

    before: str
    after: str
    pools: tuple[PoolChange, ...]
    cost: tuple[Difference, ...]
    carbon: tuple[Difference, ...]


def compare(before: PlanReport, after: PlanReport) -> Comparison:
    """What changes from `before` to `after`, both planned without errors."""
    from rackguard.economics.compare import compare_carbon, compare_costs

    cost = compare_costs(before.cost, after.cost) if before.cost and after.cost else ()
    carbon = compare_carbon(before.carbon, after.carbon) if before.carbon and after.carbon else ()
    return Comparison(before.stack, after.stack, tuple(_pool_changes(before, after)), cost, carbon)


def _pool_changes(before: PlanReport, after: PlanReport) -> list[PoolChange]:
    old = {pool.name: _properties(pool) for pool in before.plan.pools} if before.plan else {}
    new = {pool.name: _properties(pool) for pool in after.plan.pools} if after.plan else {}
    changes: list[PoolChange] = []
    for pool in dict.fromkeys([*old, *new]):
        was, now = old.get(pool, {}), new.get(pool, {})
        changes += [
            PoolChange(pool, what, was.get(what, ""), now.get(what, ""))
            for what in dict.fromkeys([*was, *now])
            if was.get(what) != now.get(what)
        ]
    return changes


def _properties(pool: PoolPlan) -> dict[str, str]:
    return {
        "type": ", ".join(pool.instance_types),
        "nodes": nodes_words(pool),
        "purchase": purchase_words(pool),
        "zones": ", ".join(pool.zone_ids),
        "interfaces": interfaces_words(pool),
        "placement": pool.placement.strategy or "none",
        "rollout": pool.rollout.mode,
    }


def as_data(comparison: Comparison) -> dict[str, Any]:
    """The comparison as plain data."""
    return {
        "before": comparison.before,
        "after": comparison.after,
        "pools": plain(comparison.pools),
        "cost": [_difference(difference) for difference in comparison.cost],
        "carbon": [_difference(difference) for difference in comparison.carbon],
    }


def _difference(difference: Difference) -> dict[str, Any]:
    return {
        **plain(difference),
        "kind": difference.kind,
        "now_change": difference.now_change,
        "max_change": difference.max_change,
    }


def as_text(comparison: Comparison, style: Style) -> str:
    """The comparison as text for a terminal."""
    lines = [style.paint(f"COMPARED: {comparison.before} → {comparison.after}", "title")]
    for title, rows in _sections(comparison):
        lines += ["", style.paint(title, "title"), *columns(rows, right=_figures(rows))]
    return "".join(f"{line}\n" for line in lines)


def as_markdown(comparison: Comparison) -> str:
    """The comparison as Markdown."""
    lines = [f"## {comparison.before} → {comparison.after}"]
    for title, rows in _sections(comparison):
        lines += ["", f"### {title}", "", *markdown.table(rows, _figures(rows))]
    return "".join(f"{line}\n" for line in lines)


def _figures(rows: list[list[str]]) -> frozenset[int]:
    return frozenset(range(1, len(rows[0]))) if rows[0][0] == "for" else frozenset()


def _sections(comparison: Comparison) -> list[tuple[str, list[list[str]]]]:
    pools = [["pool", "what", "before", "after"]]
    pools += [[c.pool, c.what, c.before or "no such pool", c.after or "no such pool"] for c in comparison.pools]
    if len(pools) == 1:
        pools.append(["all", "", "the same", "the same"])
    return [
        ("Pools", pools),
        ("Cost (USD a month)", _figure_rows(comparison.cost, usd)),
        ("Carbon (kgCO2e a month)", _figure_rows(comparison.carbon, kg)),
    ]


def _figure_rows(differences: tuple[Difference, ...], show: Any) -> list[list[str]]:
    rows = [["for", "before", "after", "change", "at most before", "at most after", "change at most"]]
    return rows + [
        [
            d.subject,
            _side(d.before, show, most=False),
            _side(d.after, show, most=False),
            _change(d.now_change, show),
            _side(d.before, show, most=True),
            _side(d.after, show, most=True),
            _change(d.max_change, show),
        ]
        for d in differences
    ]


def _side(side: Side | None, show: Any, *, most: bool) -> str:
    if side is None:
        return "–"
    if most:
        return show(side.at_max, at_least=side.max_at_least)
    return show(side.now, at_least=side.now_at_least)


def _change(change: float | None, show: Any) -> str:
    if change is None:
        return "unknown"
    sign = "+" if change > 0 else "-" if change < 0 else "±"
    return sign + show(abs(change))
