"""Where a type is offered, by zone id: zone names differ from account to account and are not loaded.

AWS's list has no Local Zones; what is sold in one alone is in a file of its own.
"""

from __future__ import annotations

from rackguard.catalog.tables import Row, table
from rackguard.catalog.types import Offering, Source
from rackguard.catalog.zones import is_local

_FILE = "aws_gpu_offerings.csv"
_ADDED = "aws_gpu_offerings_added.csv"
_SOURCE = Source("AWS DescribeInstanceTypeOfferings", "2026-10")


def regions() -> tuple[str, ...]:
    """The regions with GPU types, sorted."""
    return tuple(sorted(table(_FILE, "region").keys))


def offerings(region: str | None = None, instance_type: str | None = None) -> tuple[Offering, ...]:
    """The offerings in a region, of a type, or of both; all where neither is given."""
    tables = [table(file, "region") for file in (_FILE, _ADDED)]
    rows = [row for listed in tables for row in (listed.rows(region) if region else listed.all_rows())]
    return tuple(_offering(row) for row in rows if instance_type in (None, row["instance_type"]))


def zone_ids(region: str) -> tuple[str, ...]:
    """The Availability Zones of a region in which any GPU type is offered, sorted; none for an unknown region."""
    zones = {zone for offering in offerings(region) for zone in offering.zone_ids}
    return tuple(sorted(zone for zone in zones if not is_local(zone)))


def _offering(row: Row) -> Offering:
    source = Source(row["source"], row["as_of"]) if "source" in row else _SOURCE
    return Offering(row["instance_type"], row["region"], tuple(row["az_ids"].split("|")), source)
