"""What differs between two catalogues: types, zones and prices."""

from __future__ import annotations

from rackguard.catalog.ages import prices_of
from rackguard.catalog.catalog import Catalog
from rackguard.catalog.instance_types import left_out
from rackguard.record import record

PRICES = ("on_demand", "capacity_blocks", "spot")


@record
class ZoneChange:
    """Where a type is offered in a region and wasn't, and the other way round."""

    instance_type: str
    region: str
    new: tuple[str, ...]
    gone: tuple[str, ...]


@record
class PriceChange:
    """A price in USD an hour that differs, or that only one catalogue has."""

    kind: str
    instance_type: str
    region: str
    old: float | None
    old_as_of: str
    new: float | None
    new_as_of: str

    @property
    def percent(self) -> float | None:
        """By how much it is up (or below 0: down); None where only one is known."""
        return None if self.old is None or self.new is None else (self.new - self.old) / self.old * 100


@record
class Differences:
    """What a catalogue says and an older one didn't."""

    types_new: tuple[str, ...]
    types_gone: tuple[str, ...]
    """Types that were offered, and are in no region any more."""
    types_left_out: tuple[tuple[str, str], ...]
    """Types that AWS lists and no plan can use, each with what isn't known of it."""
    zones: tuple[ZoneChange, ...]
    prices: tuple[PriceChange, ...]

    @property
    def is_empty(self) -> bool:
        """True where nothing differs."""
        return not (self.types_new or self.types_gone or self.zones or self.prices)


def differences(before: Catalog, after: Catalog) -> Differences:
    """What is different in `after`."""
    names = {kind.name for kind in before.instance_types()}
    old, new = _offered(before), _offered(after)
    offered = {name for name, _ in new}
    return Differences(
        types_new=tuple(kind.name for kind in after.instance_types() if kind.name not in names),
        types_gone=tuple(sorted({name for name, _ in old} - offered)),
        types_left_out=tuple(sorted(left_out(after.overlay).items())) if after.overlay else (),
        zones=tuple(
            ZoneChange(*pair, tuple(sorted(here - there)), tuple(sorted(there - here)))
            for pair in sorted(old.keys() | new.keys())
            if (here := new.get(pair, frozenset())) != (there := old.get(pair, frozenset()))
        ),
        prices=tuple(change for kind in PRICES for change in _prices(kind, before, after)),
    )


def _offered(catalog: Catalog) -> dict[tuple[str, str], frozenset[str]]:
    found: dict[tuple[str, str], frozenset[str]] = {}
    for each in catalog.offerings():
        pair = (each.instance_type, each.region)
        found[pair] = found.get(pair, frozenset()).union(each.zone_ids)
    return found


def _prices(kind: str, before: Catalog, after: Catalog) -> list[PriceChange]:
    old, new = prices_of(before, kind), prices_of(after, kind)
    found: list[PriceChange] = []
    for pair in sorted(old.keys() | new.keys()):
        was, is_ = old.get(pair), new.get(pair)
        if (was and was.amount_usd) != (is_ and is_.amount_usd):
            found.append(
                PriceChange(
                    kind,
                    *pair,
                    was.amount_usd if was else None,
                    was.source.as_of if was else "",
                    is_.amount_usd if is_ else None,
                    is_.source.as_of if is_ else "",
                )
            )
    return found
