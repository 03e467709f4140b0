"""What it costs to bring data to the region where it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.types import Source
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog

_SERVICE = "data transfer"
_GENERAL = "to another region (general)"


@record
class Egress:
    """The price of moving data once; `usd` is None where it has no price."""

    usd: float | None
    usd_per_gb: float | None
    source: Source | None
    note: str


def egress(size_gib: float, from_region: str, to_region: str, catalog: Catalog) -> Egress:
    """The price of moving data from one region of AWS to another; 0 within a region.

    AWS counts its GB in powers of two. What a region pays between its own zones is not counted.
    """
    if size_gib == 0 or from_region == to_region:
        return Egress(0.0, 0.0, None, "no data crosses regions")
    pair = " <-> ".join(sorted((from_region, to_region)))
    price = catalog.service_price(_SERVICE, pair, min(from_region, to_region)) or catalog.service_price(
        _SERVICE, _GENERAL, from_region
    )
    if price is None:
        return Egress(None, None, None, f"no price of data from {from_region} to {to_region}")
    return Egress(size_gib * price.amount_usd, price.amount_usd, price.source, price.note)
