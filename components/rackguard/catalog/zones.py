"""Local Zones: parts of a region far from its Availability Zones, where only few services are at home."""

from __future__ import annotations

from typing import NamedTuple

from rackguard.catalog.tables import table
from rackguard.catalog.types import Source

_FILE = "aws_local_zones.csv"


class LocalZone(NamedTuple):
    """A Local Zone in which a GPU type is sold."""

    zone_id: str
    group: str
    """What an account enables: `us-east-1-dfw-2`."""
    parent_zone_id: str
    """The Availability Zone that it hangs on: `use1-az4`."""
    source: Source


def is_local(zone_id: str) -> bool:
    """True for a Local Zone (`use1-dfw2-az1`), False for an Availability Zone (`use1-az4`)."""
    return zone_id.count("-") > 1


def local_zone(zone_id: str) -> LocalZone | None:
    """The Local Zone of that id; None where the catalogue has no such zone."""
    for row in table(_FILE, "zone_id").rows(zone_id):
        return LocalZone(zone_id, row["zone_group"], row["parent_zone_id"], Source(row["source"], row["as_of"]))
    return None


def availability_zone(zone_id: str) -> str:
    """The Availability Zone that serves a zone: itself, or a Local Zone's parent where the catalogue knows it."""
    known = local_zone(zone_id) if is_local(zone_id) else None
    return known.parent_zone_id if known else zone_id
