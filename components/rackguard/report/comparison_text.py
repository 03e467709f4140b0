"""What changes from one plan to another, as text or as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.report import markdown, resource_changes
from rackguard.report.figures import UNKNOWN, kg, usd
from rackguard.report.layout import Style, columns, wrap

if TYPE_CHECKING:
    from collections.abc import Callable

    from rackguard.economics.compare import Difference, Side
    from rackguard.plan.running_nodes import AffectedPool, RunningNodes
    from rackguard.report.comparison import Comparison

_FIGURES = frozenset({1, 2, 3})
_ABSENT = "–"
_DEPLOYED = "what is deployed"


def as_text(comparison: Comparison, style: Style) -> str:
    """The comparison for a terminal."""
    lines = [style.paint(f"COMPARED: from {comparison.before or _DEPLOYED} to {comparison.after}", "title")]
    if comparison.nodes:
        lines += _cluster_as_text(comparison, comparison.nodes, style)
    lines += ["", style.paint(f"RESOURCES: {resource_changes.summary(comparison.resources)}", "title")]
    lines += [
        line for words in resource_changes.lines(comparison.resources) for line in wrap(words, style, "  ", "    ")
    ]
    for title, rows in _figures(comparison):
        lines += ["", style.paint(_in_capitals(title), "title"), *columns(rows, right=_FIGURES, width=style.width)]
    return "".join(f"{line}\n" for line in lines)


def _cluster_as_text(comparison: Comparison, nodes: RunningNodes, style: Style) -> list[str]:
    lines: list[str] = []
    if comparison.changes:
        rows = [[f"{subject}, {what}", before, after] for subject, what, before, after in _changes(comparison)]
        lines += ["", style.paint("CHANGES", "title"), *_either([["", "before", "after"], *rows], style)]
    else:
        lines += ["", "The same cluster and pools."]
    lines += ["", style.paint("RUNNING NODES", "title")]
    return lines + [line for words in _running_nodes(nodes) for line in wrap(words, style, "  ", "    ")]


def as_markdown(comparison: Comparison) -> str:
    """The comparison as Markdown."""
    before = markdown.code(comparison.before) if comparison.before else _DEPLOYED
    lines = [f"## From {before} to {markdown.code(comparison.after)}"]
    if comparison.nodes:
        lines += ["", "### Changes", ""]
        if comparison.changes:
            lines += markdown.table([["of", "what", "before", "after"], *_changes(comparison)])
        else:
            lines.append("The same cluster and pools.")
        words = _running_nodes(comparison.nodes)
        lines += ["", "### Running nodes", "", *(f"- {markdown.text(each)}" for each in words)]
    lines += ["", f"### Resources: {resource_changes.summary(comparison.resources)}", ""]
    lines += [f"- {markdown.code(words)}" for words in resource_changes.lines(comparison.resources)]
    for title, rows in _figures(comparison):
        lines += ["", f"### {title}", "", *markdown.table(rows, _FIGURES)]
    return "".join(f"{line}\n" for line in lines)


def _running_nodes(nodes: RunningNodes) -> list[str]:
    """Whose nodes go, whose wait and whose way out is cut, a line each, also where there are none."""
    return [
        f"Would be ended, with their jobs: {_pools(nodes.ended)}.",
        f"Would stay until you replace them: {_pools(nodes.waiting)}.",
        f"Would have their way out cut, for a while or for good: {_pools(nodes.cut_off)}.",
    ]


def _pools(pools: tuple[AffectedPool, ...]) -> str:
    return ", ".join(f"{affected.pool} ({'; '.join(affected.because)})" for affected in pools) or "none"


def _changes(comparison: Comparison) -> list[list[str]]:
    return [
        [change.subject, change.what, change.before or _ABSENT, change.after or _ABSENT]
        for change in comparison.changes
    ]


def _either(rows: list[list[str]], style: Style) -> list[str]:
    """Side by side where there is room, else a value a line."""
    lines = columns(rows)
    if max(len(line) for line in lines) <= style.width:
        return lines
    told: list[str] = []
    for name, *sides in rows[1:]:
        told += wrap(name, style, "  ")
        told += [
            line
            for sign, side in zip("-+", sides, strict=True)
            if side != _ABSENT
            for line in wrap(side, style, f"    {sign} ", "      ")
        ]
    return told


def _figures(comparison: Comparison) -> list[tuple[str, list[list[str]]]]:
    money, carbon = comparison.cost, comparison.carbon
    return [
        ("Cost (USD a month)", _rows(money, usd, most=False)),
        ("Cost, scaled out (USD a month)", _rows(money, usd, most=True)),
        ("Carbon (kgCO2e a month)", _rows(carbon, kg, most=False)),
        ("Carbon, scaled out (kgCO2e a month)", _rows(carbon, kg, most=True)),
    ]


def _in_capitals(title: str) -> str:
    """A title as the others of a terminal; the unit stays as it is."""
    what, bracket, unit = title.partition(" (")
    return f"{what.upper()}{bracket}{unit}"


def _rows(differences: tuple[Difference, ...], show: Callable[..., str], *, most: bool) -> list[list[str]]:
    """A row for what differs, and the total."""
    rows = [["", "before", "after", "change"]]
    for difference in differences:
        before, after = (_side(side, show, most=most) for side in (difference.before, difference.after))
        change = difference.max_change if most else difference.now_change
        if before != after or difference is differences[-1]:
            rows.append([difference.subject, before, after, _change(change, show)])
    return rows


def _side(side: Side | None, show: Callable[..., str], *, most: bool) -> str:
    if side is None:
        return _ABSENT
    if most:
        return show(side.at_max, at_least=side.max_at_least)
    return show(side.now, at_least=side.now_at_least)


def _change(change: float | None, show: Callable[..., str]) -> str:
    if change is None:
        return UNKNOWN
    sign = "+" if change > 0 else "-" if change < 0 else "±"
    return sign + show(abs(change))
