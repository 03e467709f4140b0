"""What to relax where nothing keeps to all limits. Each answer was tried: with it, there is a choice."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from rackguard.advice.advise import Advice, advise
from rackguard.advice.choice import Choice
from rackguard.advice.methods import METHODS, MethodChoice, by_method
from rackguard.advice.node_count import sized
from rackguard.sizing.accelerator import of_type
from rackguard.sizing.fits import narrower
from rackguard.sizing.size import fewest, with_remedies

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rackguard.catalog.catalog import Catalog
    from rackguard.sizing.accelerator import Accelerator
    from rackguard.sizing.sizing import Sizing
    from rackguard.sizing.workload import Workload


def relaxations(
    advice: Advice,
    workload: Workload,
    now: datetime,
    catalog: Catalog,
    regions: Iterable[str] = (),
    methods: Sequence[MethodChoice] | None = None,
) -> tuple[str, ...]:
    """One change each that makes some choice possible; empty where there is one already.

    `methods` are the ways to fine-tune, where they have been advised on already.
    """
    if advice.will_do:
        return ()
    asked = tuple(regions)
    told = [
        *_budget(advice),
        *_deadline(advice, now),
        *_both(advice, now),
        *_regions(advice, workload, now, catalog),
        *_purchases(advice, workload, now, catalog, asked),
        *_precision(advice, workload, now, catalog, asked),
        *_method(workload, by_method(advice, workload, now, catalog, asked) if methods is None else methods),
    ]
    return tuple(told) or tuple(_less_work(advice, workload, now, catalog))


def _budget(advice: Advice) -> Iterator[str]:
    found = [choice for choice in _bought(advice) if choice.over_budget_usd is not None and choice.late_hours is None]
    if found:
        cheapest = min(found, key=_usd)
        yield f"a budget of {_dollars(_usd(cheapest))} USD: {_what(cheapest)}"


def _deadline(advice: Advice, now: datetime) -> Iterator[str]:
    found = [choice for choice in _bought(advice) if choice.over_budget_usd is None and choice.late_hours is not None]
    if found:
        first = min(found, key=_hours)
        yield f"a deadline of {_end(first, now)}: {_what(first)}"


def _both(advice: Advice, now: datetime) -> Iterator[str]:
    found = [choice for choice in _bought(advice) if choice.over_budget_usd is not None and choice.late_hours]
    if found and len(found) == len(_bought(advice)):
        first = min(found, key=_hours)
        yield f"a deadline of {_end(first, now)} and a budget of {_dollars(_usd(first))} USD: {_what(first)}"


def _regions(advice: Advice, workload: Workload, now: datetime, catalog: Catalog) -> Iterator[str]:
    if advice.bounds.regions is None:
        return
    limits = workload.limits.model_copy(update={"regions": ()})
    other = advise(workload.model_copy(update={"limits": limits}), now, catalog, advice.objective)
    if other.will_do:
        yield f"other regions: {_what(other.will_do[0])}"


def _purchases(
    advice: Advice, workload: Workload, now: datetime, catalog: Catalog, regions: tuple[str, ...]
) -> Iterator[str]:
    for name in ("spot", "capacity_block", "reservation"):
        if getattr(workload.limits, name):
            continue
        limits = workload.limits.model_copy(update={name: True})
        other = advise(workload.model_copy(update={"limits": limits}), now, catalog, advice.objective, regions)
        if other.will_do:
            yield f"`limits.{name}` true: {_what(other.will_do[0])}"


def _precision(
    advice: Advice, workload: Workload, now: datetime, catalog: Catalog, regions: tuple[str, ...]
) -> Iterator[str]:
    if change := narrower(workload):
        words, changed = change
        other = advise(changed, now, catalog, advice.objective, regions)
        if other.will_do:
            yield f"{words}: {_what(other.will_do[0])}"


def _method(workload: Workload, methods: Sequence[MethodChoice]) -> Iterator[str]:
    tune = workload.fine_tune
    if tune is None:
        return
    for other in methods[METHODS.index(tune.method) + 1 :]:
        if other.best:
            yield f"`fine_tune.method` {other.method} instead of {tune.method}: {_what(other.best)}"


def _less_work(advice: Advice, workload: Workload, now: datetime, catalog: Catalog) -> Iterator[str]:
    """Of a workload that fits nowhere, misses its targets or never ends: what of it would have to give."""
    if advice.choices:
        if advice.bounds.deadline_hours is None:
            yield "a deadline: without one it is given the fewest nodes that hold it"
        yield "less work: what is on sale takes years for this"
        return
    if nearest := _nearest(workload, advice, catalog):
        words, relaxed = nearest
        other = advise(relaxed, now, catalog, advice.objective, advice.bounds.regions or ())
        if other.will_do:
            yield f"{words}: {_what(other.will_do[0])}"
            return
    sizing = largest(workload, catalog)
    for remedy in sizing.remedies:
        yield f"on {sizing.on}: {remedy}"
    if sizing.fits:  # so it isn't sold where or how it may be, and with more to choose from it would not end
        yield f"other regions or ways to buy, and less work: it fits {sizing.nodes} × {sizing.on}"


def _nearest(workload: Workload, advice: Advice, catalog: Catalog) -> tuple[str, Workload] | None:
    """The workload with the targets that come nearest to those missed, in words too; None where none is missed."""
    nearest: tuple[float, dict[str, float]] | None = None
    for where in _known(catalog):
        sizing = sized(workload, where, advice.bounds.deadline_hours)
        if not sizing.fits or sizing.missing or not sizing.unmet:
            continue
        reached = _reached(sizing)
        off = max(_off(workload, name, figure) for name, figure in reached.items())
        if nearest is None or off < nearest[0]:
            nearest = off, {name: figure for name, figure in reached.items() if _off(workload, name, figure) > 1}
    if nearest is None:
        return None
    part = "serve" if workload.serve else "vision"
    declared = getattr(workload, part)
    words = [
        f"`{part}.{name}` {figure:g} instead of {getattr(declared, name):g}" for name, figure in nearest[1].items()
    ]
    return " and ".join(words), workload.model_copy(update={part: declared.model_copy(update=nearest[1])})


def _reached(sizing: Sizing) -> dict[str, float]:
    """What is expected of each target, to three figures on the side that can be kept."""
    seconds = {duration.name: duration.seconds.expected for duration in sizing.durations}
    found = {
        name: _figures(seconds[part] * 1000, ceil)
        for name, part in (("ms_per_token", "a token"), ("first_token_ms", "first token"))
        if part in seconds
    }
    if sizing.task == "vision" and sizing.rate:
        found["images_per_s"] = _figures(sizing.rate.per_second.expected, floor)
    return found


def _figures(value: float, rounded: Callable[[float], int]) -> float:
    """A figure to three digits, up or down."""
    unit = 10.0 ** (floor(log10(value)) - 2)
    return float(f"{rounded(value / unit) * unit:.6g}")


def _off(workload: Workload, name: str, reached: float) -> float:
    """How many times a target is missed by; 1 or less where it is kept, or not asked for."""
    wanted = getattr(workload.serve or workload.vision, name)
    if wanted is None:
        return 0.0
    return wanted / reached if name == "images_per_s" else reached / wanted


def largest(workload: Workload, catalog: Catalog) -> Sizing:
    """The sizing on the type with most memory a GPU, with what would make it fit where it doesn't."""
    where = max(_known(catalog), key=lambda each: (each.memory, each.per_node, each.name))
    return with_remedies(workload, where, fewest(workload, where))


def _known(catalog: Catalog) -> list[Accelerator]:
    """The GPUs of every type that may be planned."""
    found = (of_type(kind, catalog) for kind in catalog.instance_types() if not kind.legacy)
    return [where for where in found if where is not None]


def _bought(advice: Advice) -> list[Choice]:
    return [choice for choice in advice.choices if not choice.cost.lacks and choice.cost.usd is not None]


def _what(choice: Choice) -> str:
    offer = choice.cost.offer
    nodes = f"{choice.sizing.nodes} × {offer.instance_type} {offer.purchase.words} in {offer.region}"
    return f"{nodes}, {_usd(choice):,.2f} USD, {_hours(choice):,.1f} hours"


def _usd(choice: Choice) -> float:
    assert choice.cost.usd is not None  # _bought, or one that will do
    return choice.cost.usd.expected


def _hours(choice: Choice) -> float:
    return choice.cost.hours.expected


def _dollars(amount: float) -> str:
    """The next whole dollar, which the amount is within."""
    return f"{ceil(amount):,}"


def _end(choice: Choice, now: datetime) -> str:
    """The minute after its expected end."""
    end = now + timedelta(hours=_hours(choice), minutes=1)
    return end.strftime("%Y-%m-%dT%H:%MZ") if end.utcoffset() == timedelta(0) else end.isoformat(timespec="minutes")
