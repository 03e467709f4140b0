"""A way to do the work: so many nodes of a type, bought so, and the limits that it breaks."""

from __future__ import annotations

from rackguard.advice.software import FittingSoftware
from rackguard.catalog.types import PurchaseOption
from rackguard.economics.offers.job_cost import JobCost
from rackguard.record import record
from rackguard.sizing.sizing import Sizing

_CENT = 0.01
_NEVER_USD = 1e9
"""A loss beyond that is of work that doesn't end for any practical purpose."""


@record
class Choice:
    """Nodes of a type, bought in one way in a region."""

    sizing: Sizing
    cost: JobCost
    zone_ids: tuple[str, ...]
    """Zones of the region that sell it so at that price."""
    over_budget_usd: float | None
    """By how much the expected cost is above the budget; None where it isn't, or there is none."""
    late_hours: float | None
    """By how much the expected end is behind the deadline; None where it isn't, or there is none."""
    unsaved_usd: float | None = None
    """What it is expected to lose on spot without a checkpoint store; None where it has nothing to lose."""
    may_be_reserved: bool = False
    """True where a reservation costs and takes the same, and holds the capacity."""
    in_front: bool = False
    """True where no other choice beats it in one of cost, time and carbon and equals it in the others."""
    software: FittingSoftware | str = ""
    """The image and the build that fit, or why there is no image."""

    @property
    def will_do(self) -> bool:
        """True where it can be bought, has a price, and keeps to all limits."""
        return self.cost.usd is not None and not self.breaks

    @property
    def breaks(self) -> tuple[str, ...]:
        """The limits that it breaks, and what keeps it from being bought, in words."""
        late, over = self.late_hours, self.over_budget_usd
        return (
            *self.cost.lacks,
            *([f"{over:,.2f} USD over the budget"] if over is not None else []),
            *([f"{late:,.1f} hours past the deadline"] if late is not None else []),
        )

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is laid out and bought so, in words."""
        sizing, offer = self.sizing, self.cost.offer
        layout = sizing.layout
        told = [
            f"uses {sizing.total_bytes / 1e9:,.1f} of {sizing.memory_bytes / 1e9:,.1f} GB a GPU",
            f"{layout.strategy}{f': {layout.why}' if layout.why else ''}",
            *_speed(sizing),
        ]
        if offer.rate.marker == "estimate":
            told.append("the price is an estimate")
        if offer.purchase is PurchaseOption.SPOT:
            taken = offer.taken_back
            told.append(f"spot: {taken.basis}" if taken else "spot: nobody says how often it is taken back")
        if self.unsaved_usd is not None and self.unsaved_usd >= _CENT:
            told.append(self._unsaved)
        unused = self.cost.unused_usd
        if unused and unused.expected >= _CENT:
            told.append(f"{unused.expected:,.2f} USD are paid and not used")
        if self.cost.data.usd:
            told.append(f"{self.cost.data.usd:,.2f} USD bring the data to {offer.region}")
        if self.may_be_reserved:
            told.append("a reservation holds the same nodes at the same price, paid as long as it is held")
        if self.in_front:
            told.append("nothing beats it in cost, time and carbon at once")
        return tuple(told)

    @property
    def _unsaved(self) -> str:
        """The expected loss in words; the cost itself counts on checkpoints."""
        loss, taken = self.unsaved_usd, self.cost.offer.taken_back
        if loss is None or loss > _NEVER_USD:
            return "without a store for checkpoints it would hardly ever end"
        more = "≥ " if taken is None or taken.at_least else ""
        return f"its cost counts on checkpoints: without a store for them {more}{loss:,.2f} USD more are to be expected"


def _speed(sizing: Sizing) -> list[str]:
    """How fast what is served goes, as expected: without a target the cheapest may be slow."""
    rate = sizing.rate
    if rate is None or sizing.layout.strategy != "copies":
        return []
    told = [f"{_figure(rate.per_second.expected)} {rate.name} a second"]
    words = {"a token": "{} ms a token", "first token": "{} ms to the first"}
    return told + [
        words[part.name].format(_figure(part.seconds.expected * 1000))
        for part in sizing.durations
        if part.name in words
    ]


def _figure(value: float) -> str:
    """Three digits, none of them behind the point of a large figure."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
