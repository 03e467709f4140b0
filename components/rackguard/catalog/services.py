"""Prices of what surrounds the instances: volumes, file systems, network, keys, logs."""

from __future__ import annotations

from functools import cache

from rackguard.catalog.publishers import publisher
from rackguard.catalog.tables import Row, number, table
from rackguard.catalog.types import Price, Source

# A row for every region is a price in each; a row of another region is not.
_EVERYWHERE = ("all", "all commercial")


def service_price(file: str, service: str, item: str, region: str) -> Price | None:
    """The price of an item in a region; None where the region has no row, never another region's figure.

    A figure that no source supports (quality D) comes back as an estimate that says so.
    """
    rows = [row for row in table(file, "service").rows(service) if row["item"] == item]
    for wanted in (region, *_EVERYWHERE):
        # A file may hold two rows for one item: the better quality letter wins.
        for row in sorted((row for row in rows if row["region"] == wanted), key=lambda row: row["quality"][:1]):
            return _price(row)
    return None


@cache
def service_prices(file: str, region: str) -> dict[tuple[str, str], Price]:
    """Every price in a region by (service, item)."""
    items = dict.fromkeys((row["service"], row["item"]) for row in table(file, "service").all_rows())
    prices = {key: service_price(file, *key, region) for key in items}
    return {key: price for key, price in prices.items() if price is not None}


def _price(row: Row) -> Price | None:
    usd = number(row["usd"])
    letter, _, note = row["quality"].partition(":")
    unsupported = letter == "D"
    if usd is None or (unsupported and usd == 0):
        return None
    source = Source(publisher(row["source"]), row["as_of"] or "undated")
    return Price(usd, row["unit"], None, source, estimate=unsupported, note="" if letter == "A" else note.strip())
