"""A cost in words, shared by the renderers: rows, what is left to use, shares, budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.report.figures import UNKNOWN, count, percent, usd
from rackguard.report.sources import Sources, cited

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rackguard.economics.budget import BudgetCheck, BudgetVerdict
    from rackguard.economics.cost import Cost, CostLine, Total
    from rackguard.economics.unsaved_work import UnsavedWork
    from rackguard.graph.graph import Graph

HEADINGS = ("USD/h", "USD/month", "scaled out")
CAPTION = "What is certain an hour and a month (730 h); scaled out: a month of every pool's most nodes."
_SAID = "depends on use"


def amounts(line: CostLine) -> list[str]:
    """USD an hour, a month, a month scaled out; `no price` where there is none."""
    now, most = line.now, line.at_max
    if now is None or most is None:
        return ["no price" if line.unpriced else UNKNOWN] * 3
    return [usd(now.usd_per_hour), usd(now.usd_per_month), usd(most.usd_per_month)]


def totals(now: Total, most: Total) -> list[str]:
    """The same of a sum; `≥` where something in it has no price or depends on use."""
    return [
        usd(now.usd_per_hour, at_least=now.at_least),
        usd(now.usd_per_month, at_least=now.at_least),
        usd(most.usd_per_month, at_least=most.at_least),
    ]


def month(cost: Cost, graph: Graph | None) -> str:
    """The sums of a month in a sentence, and whether they are those of the whole stack."""
    _, now, most = totals(cost.now, cost.at_max)
    text = f"{now} USD a month, {most} scaled out."
    return text if graph is None or graph.whole else f"{text} Without the resources that aren't told."


def price_of(line: CostLine, sources: Sources) -> str:
    """Whose figure the price is, with the number of its note: `yours [1]`."""
    if line.marker == "included":
        return line.marker
    noted = cited(line.source, _without_use(line.note))
    return ("" if line.unpriced else line.marker) + sources.mark(noted)


def _without_use(note: str) -> str:
    """A note without what is said where use alone will tell."""
    return "; ".join(part for part in note.split("; ") if part != _SAID)


def by_subject(cost: Cost) -> dict[str, list[CostLine]]:
    """The lines of each subject, in their order."""
    found: dict[str, list[CostLine]] = {}
    for line in cost.lines:
        found.setdefault(line.subject, []).append(line)
    return found


def counted(lines: list[CostLine]) -> list[CostLine]:
    """The lines whose amount is known, priced or not."""
    return [line for line in lines if line.quantity is not None]


def by_use(cost: Cost, sources: Sources) -> list[str]:
    """What only use will tell, each with its rate; then what has no price either."""
    open_lines = [line for line in cost.lines if line.quantity is None]
    priced = [
        f"{_what(line)} {line.rate.usd:g} USD a {line.item.unit} ({price_of(line, sources)})"
        for line in open_lines
        if line.rate.usd is not None
    ]
    unpriced = [_what(line) for line in open_lines if line.rate.usd is None]
    told = [f"By use, not in the sums: {'; '.join(priced)}."] if priced else []
    return told + ([f"By use, and without a price: {'; '.join(unpriced)}."] if unpriced else [])


def _what(line: CostLine) -> str:
    name = line.subject.partition(".")[2]
    return f"{line.label} ({name})" if line.subject.startswith("storage.") else line.label


def shares(cost: Cost) -> str:
    """How much of it is priced, and how much of that by estimates."""
    share = cost.priced
    text = f"Priced: {share.lines_priced} of {count(share.lines, 'line')}"
    if share.gpu_percent is not None:
        text += f", {percent(share.gpu_percent)} of the GPU-hours"
    if share.gpu_hours_estimated:
        text += f" ({percent(100 * share.gpu_hours_estimated / share.gpu_hours)} by an estimate)"
    return f"{text}."


def upfront(cost: Cost) -> str:
    """What capacity blocks cost in advance; empty where there are none."""
    if not cost.at_max.usd_upfront:
        return ""
    paid = usd(cost.at_max.usd_upfront)
    return f"Paid in advance for capacity blocks: {paid} USD, of which the sums count at most a month."


def unsaved(losses: Iterable[UnsavedWork], sources: Sources) -> list[str]:
    """What each spot pool without a checkpoint store is expected to lose; not in the sums, which pay for it."""
    return [_unsaved(loss, sources) for loss in losses]


def _unsaved(loss: UnsavedWork, sources: Sources) -> str:
    start = f"{loss.subject} saves nothing: it names no checkpoint store."
    if loss.node_hours is None or loss.share_percent is None or loss.rate is None:
        return f"{start} Its loss is not known, as nobody says how often Spot takes a {loss.instance_type} back."
    more = "≥ " if loss.at_least else ""
    money = "at no known price" if loss.usd is None else f"{usd(loss.usd, at_least=loss.at_least)} USD"
    hours = f"{more}{loss.node_hours:,.3g}" if loss.node_hours < 100 else f"{more}{loss.node_hours:,.0f}"
    mark = sources.mark(cited(loss.rate.source, f"{loss.instance_type}: {loss.rate.basis}"))
    return (
        f"{start} Of work that goes on all month, scaled out, {hours} node-hours"
        f" ({percent(loss.share_percent, at_least=loss.at_least)}) are expected to be lost, {money} (estimate{mark})."
    )


def budgets(check: BudgetCheck | None) -> list[tuple[BudgetVerdict, str]]:
    """Each verdict on the budget, in words."""
    if check is None:
        return []
    return [
        (check.now, f"Budget: {_verdict(check.now)}"),
        (check.at_max, f"Budget, scaled out: {_verdict(check.at_max)}"),
    ]


def _verdict(verdict: BudgetVerdict) -> str:
    limit = f"{verdict.budget_usd_per_month:,.2f} USD a month"
    text = f"{verdict.status}, {percent(verdict.percent, at_least=verdict.at_least)} of {limit}"
    if verdict.status == "unknown":
        text += f"; {count(len(verdict.unpriced), 'line has', 'lines have')} no price"
    return f"{text}."
