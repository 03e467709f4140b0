"""What changes from one plan to another, subject by subject."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rackguard.economics.cost import Cost
from rackguard.economics.emissions import Carbon
from rackguard.record import record

Unit = Literal["USD a month", "kgCO2e a month"]
TOTAL = "total"


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
    subjects = _both(before.subjects, after.subjects)
    sides = [(subject, _cost_side(before, subject), _cost_side(after, subject)) for subject in subjects]
    sides.append((TOTAL, _cost_side(before), _cost_side(after)))
    return tuple(Difference(subject, "USD a month", *pair) for subject, *pair in sides)


def compare_carbon(before: Carbon, after: Carbon) -> tuple[Difference, ...]:
    """The differences in kgCO2e a month, subjects in the order of the plans, the total last."""
    subjects = _both(before.subjects, after.subjects)
    sides = [(subject, _carbon_side(before, subject), _carbon_side(after, subject)) for subject in subjects]
    sides.append((TOTAL, _carbon_side(before), _carbon_side(after)))
    return tuple(Difference(subject, "kgCO2e a month", *pair) for subject, *pair in sides)


def _both(before: Iterable[str], after: Iterable[str]) -> list[str]:
    return list(dict.fromkeys([*before, *after]))


def _cost_side(cost: Cost, subject: str | None = None) -> Side | None:
    if subject is not None and subject not in cost.subjects:
        return None
    now, most = cost.of(subject) if subject is not None else (cost.now, cost.at_max)
    return Side(now.usd_per_month, now.at_least, most.usd_per_month, most.at_least)


def _carbon_side(carbon: Carbon, subject: str | None = None) -> Side | None:
    if subject is not None and subject not in carbon.subjects:
        return None
    now, most = carbon.of(subject) if subject is not None else (carbon.now, carbon.at_max)
    return Side(now.kg_per_month, now.at_least, most.kg_per_month, most.at_least)
