"""Where a type is offered, by zone id: zone names differ from account to account and are not loaded."""

from __future__ import annotations

from rackguard.catalog.tables import Row, table
from rackguard.catalog.types import Offering, Source

_FILE = "aws_gpu_offerings.csv"
_SOURCE = Source("AWS DescribeInstanceTypeOfferings", "2026-10")


def regions() -> tuple[str, ...]:
    """The regions with GPU types, sorted."""
    return tuple(sorted(table(_FILE, "region").keys))


def offerings(region: str | None = None, instance_type: str | None = None) -> tuple[Offering, ...]:
    """The offerings in a region, of a type, or of both; all where neither is given."""
    rows = table(_FILE, "region").rows(region) if region else table(_FILE, "region").all_rows()
    return tuple(_offering(row) for row in rows if instance_type in (None, row["instance_type"]))


def zone_ids(region: str) -> tuple[str, ...]:
    """The zone ids of a region in which any GPU type is offered, sorted; none for an unknown region."""
    return tuple(sorted({zone for offering in offerings(region) for zone in offering.zone_ids}))


def _offering(row: Row) -> Offering:
    return Offering(row["instance_type"], row["region"], tuple(row["az_ids"].split("|")), _SOURCE)
