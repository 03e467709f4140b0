"""Where a type is offered, by zone id: zone names differ from account to account and are not loaded.

AWS's list has no Local Zones; what is sold in one alone is in a file of its own.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from rackguard.catalog.instance_types import names
from rackguard.catalog.overlay import is_newer
from rackguard.catalog.tables import Row, table
from rackguard.catalog.types import Offering, Source
from rackguard.catalog.zones import is_local

if TYPE_CHECKING:
    from rackguard.catalog.overlay import Overlay

_FILE = "aws_gpu_offerings.csv"
_ADDED = "aws_gpu_offerings_added.csv"
_SOURCE = Source("AWS DescribeInstanceTypeOfferings", "2026-10")


def regions(overlay: Overlay | None) -> tuple[str, ...]:
    """The regions with GPU types, sorted."""
    packaged = table(_FILE, "region").keys
    if overlay is None:
        return tuple(sorted(packaged))
    read = overlay.table("offerings").keys
    return tuple(region for region in sorted({*packaged, *read}) if _listed(region, overlay))


def offerings(
    region: str | None = None, instance_type: str | None = None, overlay: Overlay | None = None
) -> tuple[Offering, ...]:
    """The offerings in a region, of a type, or of both; all where neither is given."""
    packaged = table(_FILE, "region").keys
    wanted = [region] if region else dict.fromkeys((*packaged, *(overlay.table("offerings").keys if overlay else ())))
    added = table(_ADDED, "region")
    rows = [row for each in wanted for row in _listed(each, overlay)]
    rows += added.rows(region) if region else added.all_rows()
    return tuple(_offering(row) for row in rows if instance_type in (None, row["instance_type"]))


def zone_ids(region: str, overlay: Overlay | None) -> tuple[str, ...]:
    """The Availability Zones of a region in which any GPU type is offered, sorted; none for an unknown region."""
    zones = {zone for offering in offerings(region, overlay=overlay) for zone in offering.zone_ids}
    return tuple(sorted(zone for zone in zones if not is_local(zone)))


@cache
def _listed(region: str, overlay: Overlay | None) -> tuple[Row, ...]:
    """AWS's own list of a region, the newest: what it doesn't name isn't offered there."""
    as_of = overlay.read_on("offerings", region) if overlay else ""
    if overlay is None or not as_of or not is_newer(as_of, _SOURCE.as_of):
        return table(_FILE, "region").rows(region)
    known = _planned(overlay)
    return tuple(row for row in overlay.table("offerings").rows(region) if row["instance_type"] in known)


@cache
def _planned(overlay: Overlay) -> frozenset[str]:
    """The types that may be planned: AWS lists older ones too, and ones of which not enough is known."""
    legacy = table("aws_gpu_types_legacy.csv", "instance_type").keys
    return frozenset(names(overlay)).difference(legacy)


def _offering(row: Row) -> Offering:
    if "source" in row:
        source = Source(row["source"], row["as_of"])
    else:
        source = Source(_SOURCE.name, row["as_of"]) if "as_of" in row else _SOURCE
    return Offering(row["instance_type"], row["region"], tuple(row["az_ids"].split("|")), source)
