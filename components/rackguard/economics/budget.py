"""Does a cost stay within a budget?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rackguard.economics.cost import Amount, Cost, CostLine, Total
from rackguard.record import record

BudgetStatus = Literal["within", "exceeded", "unknown"]
"""`unknown`: what is priced stays within, but something has no price."""


@record
class BudgetVerdict:
    """A month's cost at one size against the budget."""

    status: BudgetStatus
    budget_usd_per_month: float
    usd_per_month: float
    at_least: bool
    """True where the month costs this or more: something has no price or depends on use."""
    estimated: bool
    """True where an estimate is among the figures."""
    unpriced: tuple[str, ...]
    """Labels of what has no price."""
    by_use: tuple[str, ...]
    """Labels of what is billed by use and is not in the figure; it does not make the verdict unknown."""

    @property
    def percent(self) -> float:
        """The known cost in percent of the budget."""
        return 100 * self.usd_per_month / self.budget_usd_per_month


@record
class BudgetCheck:
    """The verdict on what is certain and on everything scaled out."""

    now: BudgetVerdict
    at_max: BudgetVerdict


def compare(cost: Cost, budget_usd_per_month: float) -> BudgetCheck:
    """Compare a cost with a monthly budget above 0.

    A month in which a capacity block runs is meant: the block's hours that can fall within it count.
    """
    now = [(line, line.quantity, line.now) for line in cost.lines]
    most = [(line, line.quantity_max, line.at_max) for line in cost.lines]
    return BudgetCheck(
        now=_verdict(cost.now, budget_usd_per_month, now),
        at_max=_verdict(cost.at_max, budget_usd_per_month, most),
    )


def _verdict(
    total: Total, budget: float, lines: Iterable[tuple[CostLine, float | None, Amount | None]]
) -> BudgetVerdict:
    counting = [(line, amount) for line, quantity, amount in lines if quantity != 0]
    unpriced = tuple(line.label for line, _ in counting if line.unpriced)
    status: BudgetStatus = "within"
    if total.usd_per_month > budget:
        status = "exceeded"
    elif unpriced:
        status = "unknown"
    return BudgetVerdict(
        status=status,
        budget_usd_per_month=budget,
        usd_per_month=total.usd_per_month,
        at_least=total.at_least,
        estimated=any(line.marker == "estimate" and amount is not None for line, amount in counting),
        unpriced=unpriced,
        by_use=tuple(line.label for line, _ in counting if line.by_use),
    )
