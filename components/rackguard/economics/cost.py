"""What a cluster costs: a line for each item, totals, and how much of it is priced.

Two amounts everywhere: `now`, what is certain (the smallest or desired number of nodes), and `at_max`, everything
scaled out. Figures are not rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import fsum
from typing import TYPE_CHECKING

from rackguard.catalog.types import PurchaseOption, Source
from rackguard.economics.coverage import Billed, billed_quantities
from rackguard.economics.gpu_hours import gpu_hours_per_month
from rackguard.economics.items import HOURS_PER_MONTH, BillableItem
from rackguard.economics.own_prices import OwnPrice
from rackguard.economics.rates import Marker, Rate, commitment_rate, instance_rate, service_rate
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog

RUNNING = ("instance", "reservation", "cpu_instance")
_HELD = (PurchaseOption.RESERVATION, PurchaseOption.CAPACITY_BLOCK)
_COMMITTABLE = (PurchaseOption.ON_DEMAND, PurchaseOption.RESERVATION)


@record
class Amount:
    """What a line costs at one size."""

    usd_per_hour: float
    """While it runs: a capacity block's hours are fewer than a month's."""
    usd_per_month: float
    """730 hours of it; of a capacity block, the hours that can fall within one month."""
    usd_upfront: float = 0.0
    """Of a capacity block: all its hours, paid when it was bought, its share of the month included."""


@record
class CostLine:
    """An item, or the share of its hours that a commitment covers, at its rate."""

    item: BillableItem
    label: str
    quantity: float | None
    """What is billed for certain: less the nodes paid with their reservation, times the share of the hours."""
    quantity_max: float | None
    rate: Rate
    now: Amount | None
    """None where the price or the use is not known."""
    at_max: Amount | None
    note: str = ""

    @property
    def subject(self) -> str:
        """What the user declared, as a path."""
        return self.item.subject

    @property
    def marker(self) -> Marker:
        """Whose figure the rate is."""
        return self.rate.marker

    @property
    def source(self) -> Source | None:
        """Where the rate comes from, and its date."""
        return self.rate.source

    @property
    def unpriced(self) -> bool:
        """True where there is no price."""
        return self.rate.usd is None

    @property
    def by_use(self) -> bool:
        """True where the price is known, and only use will tell how much of it."""
        return self.rate.usd is not None and self.quantity is None


@record
class Total:
    """The sum of lines at one size, column by column."""

    usd_per_hour: float
    usd_per_month: float
    usd_upfront: float
    at_least: bool
    """True where a line that counts has no price or depends on use, or lines may be missing: the true sum is higher."""


@record
class PricedShare:
    """How much of a plan is priced. Money can't say it, so it is told in lines and in GPU-hours.

    GPU-hours are those of a month with everything scaled out; nodes paid with their reservation are counted once.
    """

    lines_priced: int
    lines: int
    """Without those `included` in another."""
    gpu_hours_priced: float
    gpu_hours_estimated: float
    """Those of the priced whose rate is an estimate."""
    gpu_hours: float

    @property
    def gpu_percent(self) -> float | None:
        """Priced GPU-hours in percent; None where the plan has no GPU."""
        return 100 * self.gpu_hours_priced / self.gpu_hours if self.gpu_hours else None


@record
class Cost:
    """A plan's cost."""

    lines: tuple[CostLine, ...]
    now: Total
    at_max: Total
    priced: PricedShare

    @property
    def unpriced(self) -> tuple[CostLine, ...]:
        """The lines without a price."""
        return tuple(line for line in self.lines if line.unpriced)

    @property
    def by_use(self) -> tuple[CostLine, ...]:
        """The lines whose price is known and whose amount only use will tell."""
        return tuple(line for line in self.lines if line.by_use)

    def by_subject(self) -> dict[str, tuple[Total, Total]]:
        """What each subject costs, now and at most, in the order of the items."""
        lines: dict[str, list[CostLine]] = {}
        for line in self.lines:
            lines.setdefault(line.subject, []).append(line)
        return {subject: (total_now(own), total_at_max(own)) for subject, own in lines.items()}


def price_items(
    items: Sequence[BillableItem], catalog: Catalog, own_prices: Sequence[OwnPrice] = (), *, whole: bool = True
) -> Cost:
    """Price items at the catalogue's rates and the user's own; not `whole`: there may be more items than these."""
    lines = [
        line
        for item, billed in zip(items, billed_quantities(items), strict=True)
        for line in _lines(item, billed, catalog, own_prices)
    ]
    now, at_max = total_now(lines), total_at_max(lines)
    if not whole:
        now, at_max = replace(now, at_least=True), replace(at_max, at_least=True)
    return Cost(tuple(lines), now, at_max, _priced_share(lines, catalog))


def total_now(lines: Iterable[CostLine]) -> Total:
    """The sum of what is certain."""
    return _total([(line.now, line.quantity) for line in lines])


def total_at_max(lines: Iterable[CostLine]) -> Total:
    """The sum with everything scaled out."""
    return _total([(line.at_max, line.quantity_max) for line in lines])


def _total(amounts: list[tuple[Amount | None, float | None]]) -> Total:
    known = [amount for amount, _ in amounts if amount is not None]
    return Total(
        usd_per_hour=fsum(amount.usd_per_hour for amount in known),
        usd_per_month=fsum(amount.usd_per_month for amount in known),
        usd_upfront=fsum(amount.usd_upfront for amount in known),
        at_least=any(amount is None and quantity != 0 for amount, quantity in amounts),
    )


def _lines(item: BillableItem, billed: Billed, catalog: Catalog, own_prices: Sequence[OwnPrice]) -> list[CostLine]:
    if item.kind not in RUNNING:
        return [_line(item, billed, service_rate(item, catalog))]
    if billed.all_covered:
        rate = Rate(0.0, "hour", "included", note="paid with the capacity that it runs in")
        return [_line(item, billed, rate)]
    if item.purchase not in (None, *_COMMITTABLE):
        note = "commitments do not lower spot or capacity block prices" if item.commitments else ""
        return [_line(item, billed, instance_rate(item, catalog, own_prices), note=note)]
    shares = [
        (share.share_percent, share.kind.value, commitment_rate(item, share, catalog)) for share in item.commitments
    ]
    rest = 100 - fsum(percent for percent, _, _ in shares)
    if rest > 1e-9:
        shares.append((rest, "", instance_rate(item, catalog, own_prices)))
    return [_line(item, billed, rate, percent, kind) for percent, kind, rate in shares]


def _line(
    item: BillableItem, billed: Billed, rate: Rate, percent: float = 100, kind: str = "", note: str = ""
) -> CostLine:
    now, most = (None if part is None else part * percent / 100 for part in (billed.now, billed.most))
    label = item.label if percent == 100 and not kind else f"{item.label}, {percent:g} % of the hours"
    notes = [kind.replace("_", " "), note, _billing_note(item, rate), rate.note]
    return CostLine(
        item=item,
        label=label,
        quantity=now,
        quantity_max=most,
        rate=rate,
        now=_amount(item, rate, now),
        at_max=_amount(item, rate, most),
        note="; ".join(filter(None, notes)),
    )


def _billing_note(item: BillableItem, rate: Rate) -> str:
    if item.kind == "reservation" and item.purchase is PurchaseOption.CAPACITY_BLOCK:
        return "paid up front for the whole block, used or not; nodes in it cost nothing more"
    if item.kind == "reservation":
        return "billed at the on-demand rate even when empty; nodes in it cost nothing more"
    if item.purchase in _HELD and rate.marker != "included":
        return "beyond the capacity in the plan: billed by itself"
    return "depends on use" if item.quantity is None and rate.usd is not None else ""


def _amount(item: BillableItem, rate: Rate, quantity: float | None) -> Amount | None:
    if rate.usd is None or quantity is None:
        return None
    usd = rate.usd * quantity
    if not (rate.unit == "hour" or rate.unit.endswith("-hour")):
        return Amount(usd / HOURS_PER_MONTH, usd)
    upfront = usd * item.hours if item.purchase is PurchaseOption.CAPACITY_BLOCK else 0.0
    return Amount(usd, usd * item.hours_in_month, upfront)


def _priced_share(lines: list[CostLine], catalog: Catalog) -> PricedShare:
    counted = [line for line in lines if line.marker != "included"]
    hours = [(gpu_hours_per_month(line.item, line.quantity_max, catalog), line.marker) for line in counted]
    return PricedShare(
        lines_priced=sum(not line.unpriced for line in counted),
        lines=len(counted),
        gpu_hours_priced=fsum(hour for hour, marker in hours if marker != "no price"),
        gpu_hours_estimated=fsum(hour for hour, marker in hours if marker == "estimate"),
        gpu_hours=fsum(hour for hour, _ in hours),
    )
