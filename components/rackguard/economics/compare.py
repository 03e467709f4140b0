"""What changes from one plan to another, subject by subject."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeVar

from rackguard.economics.cost import Cost, Total
from rackguard.economics.emissions import Carbon, CarbonTotal
from rackguard.record import record

Unit = Literal["USD a month", "kgCO2e a month"]
TOTAL = "total"
Sum = TypeVar("Sum", Total, CarbonTotal)


@record
class Side:
    """One plan's figures of a month; `at_least` where something in them is not known."""

    now: float
    now_at_least: bool
    at_max: float
    max_at_least: bool


@record
class Difference:
    """A subject in both plans; None where a plan has no such subject."""

    subject: str
    unit: Unit
    before: Side | None
    after: Side | None

    @property
    def kind(self) -> Literal["added", "removed", "changed", "same"]:
        """Whether the subject is in one plan or both, and whether its figures differ."""
        if self.before is None:
            return "added"
        if self.after is None:
            return "removed"
        return "same" if self.before == self.after else "changed"

    @property
    def now_change(self) -> float | None:
        """After less before, of what is certain; None where either is only known as "at least"."""
        before, after = self.before or _NOTHING, self.after or _NOTHING
        return None if before.now_at_least or after.now_at_least else after.now - before.now

    @property
    def max_change(self) -> float | None:
        """After less before, with everything scaled out; None where either is only known as "at least"."""
        before, after = self.before or _NOTHING, self.after or _NOTHING
        return None if before.max_at_least or after.max_at_least else after.at_max - before.at_max


_NOTHING = Side(now=0.0, now_at_least=False, at_max=0.0, max_at_least=False)


def compare_costs(before: Cost, after: Cost) -> tuple[Difference, ...]:
    """The differences in USD a month, subjects in the order of the plans, the total last."""
    old, new = ({**cost.by_subject(), TOTAL: (cost.now, cost.at_max)} for cost in (before, after))
    return _differences("USD a month", _sides(old, _cost_side), _sides(new, _cost_side))


def compare_carbon(before: Carbon, after: Carbon) -> tuple[Difference, ...]:
    """The differences in kgCO2e a month, subjects in the order of the plans, the total last."""
    old, new = ({**carbon.by_subject(), TOTAL: (carbon.now, carbon.at_max)} for carbon in (before, after))
    return _differences("kgCO2e a month", _sides(old, _carbon_side), _sides(new, _carbon_side))


def _sides(totals: Mapping[str, tuple[Sum, Sum]], side: Callable[[Sum, Sum], Side]) -> dict[str, Side]:
    return {subject: side(now, most) for subject, (now, most) in totals.items()}


def _differences(unit: Unit, before: dict[str, Side], after: dict[str, Side]) -> tuple[Difference, ...]:
    subjects = [subject for subject in dict.fromkeys([*before, *after]) if subject != TOTAL]
    return tuple(Difference(subject, unit, before.get(subject), after.get(subject)) for subject in (*subjects, TOTAL))


def _cost_side(now: Total, most: Total) -> Side:
    return Side(now.usd_per_month, now.at_least, most.usd_per_month, most.at_least)


def _carbon_side(now: CarbonTotal, most: CarbonTotal) -> Side:
    return Side(now.kg_per_month, now.at_least, most.kg_per_month, most.at_least)
