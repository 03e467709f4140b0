"""How old the catalogue's figures are, and which are too old to rely on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from rackguard.catalog.catalog import Catalog
from rackguard.catalog.tables import table
from rackguard.catalog.types import Price
from rackguard.record import record


class Kind(NamedTuple):
    """A kind of figures: its words, and the days after which it is stale."""

    words: str
    most_days: int
    is_refreshed: bool = True
    """False for what only a newer release of rackguard renews."""


KINDS: dict[str, Kind] = {
    "types": Kind("instance types", 365),
    "offerings": Kind("offerings by zone", 180),
    "on_demand": Kind("on-demand prices", 90),
    "capacity_blocks": Kind("capacity block prices", 90),
    "spot": Kind("spot prices", 14),
    "spot_advisor": Kind("spot interruptions", 365, is_refreshed=False),
    "services": Kind("prices of services", 365, is_refreshed=False),
}
"""By our judgement of how fast each changes: AWS renews block rates every quarter, spot prices within days."""


@record
class Age:
    """The age of one kind of figures."""

    kind: str
    packaged: tuple[str, str] | None
    """First and last date of the packaged figures; None where none has a date."""
    read: tuple[str, str] | None
    """When the first and the last of the regions were read; None where none was."""
    regions_read: int
    figures: int
    """Of those in use: packaged or read, whichever is newer."""
    stale: int
    undated: int
    oldest_days: int | None
    """Of the oldest figure in use that has a date; a month counts from its first day, a year as well."""

    @property
    def is_stale(self) -> bool:
        """True where any figure in use is too old, or has no date to tell it by."""
        return bool(self.stale or self.undated)


def ages_of(catalog: Catalog, today: date) -> tuple[Age, ...]:
    """The ages of all kinds, in the order of `KINDS`."""
    return tuple(_age(kind, catalog, today) for kind in KINDS)


def _age(kind: str, catalog: Catalog, today: date) -> Age:
    dates = [*_dates(kind, catalog)]
    days = [(today - first).days for as_of in dates if (first := first_day(as_of))]
    read = catalog.overlay.dates(kind) if catalog.overlay and KINDS[kind].is_refreshed else ()
    return Age(
        kind=kind,
        packaged=_span(dates if catalog.overlay is None else [*_dates(kind, Catalog())]),
        read=(read[0], read[-1]) if read else None,
        regions_read=len(read),
        figures=len(dates),
        stale=sum(each > KINDS[kind].most_days for each in days),
        undated=len(dates) - len(days),
        oldest_days=max(days, default=None),
    )


def first_day(as_of: str) -> date | None:
    """The first day that a date stands for: of `2026-10`, or of `2026-10 to 2026-11`, the first of October; or None."""
    found = re.match(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?!\d)", as_of)
    return date(*(int(part or 1) for part in found.groups())) if found else None


def _span(dates: list[str]) -> tuple[str, str] | None:
    dated = sorted({as_of for as_of in dates if first_day(as_of)})
    return (dated[0], dated[-1]) if dated else None


def _dates(kind: str, catalog: Catalog) -> Iterator[str]:
    """The date of each figure in use."""
    if kind == "types":
        yield from (each.source.as_of for each in catalog.instance_types())
    elif kind == "offerings":
        yield from (each.source.as_of for each in catalog.offerings())
    elif kind == "spot_advisor":
        yield from (row["snapshot_date"] for row in table("aws_spot_advisor.csv", "instance_type").all_rows())
    elif kind == "services":
        yield from (row["as_of"] for row in table("aws_services.csv", "service").all_rows())
    else:
        yield from (price.source.as_of for price in prices_of(catalog, kind).values())


def prices_of(catalog: Catalog, kind: str) -> dict[tuple[str, str], Price]:
    """The prices of a kind by type and region; of spot, the region's median."""
    ask = {
        "on_demand": catalog.on_demand_price,
        "capacity_blocks": catalog.capacity_block_price,
        "spot": catalog.spot_price,
    }[kind]
    regions = catalog.regions()
    pairs = ((each.name, region) for each in catalog.instance_types() for region in regions)
    return {pair: price for pair in pairs if (price := ask(*pair))}
