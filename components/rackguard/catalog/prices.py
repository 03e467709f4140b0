"""Prices of GPU instances on AWS in USD an hour, each bought in one way. No row, or an empty cell, is None."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.overlay import is_newer, source
from rackguard.catalog.publishers import publisher
from rackguard.catalog.tables import Row, number, table
from rackguard.catalog.types import Commitment, Price, PurchaseOption, Source, SpotHistory
from rackguard.catalog.zones import is_local

if TYPE_CHECKING:
    from rackguard.catalog.overlay import Overlay

_UNDATED = "undated"


def on_demand(instance_type: str, region: str, overlay: Overlay | None = None) -> Price | None:
    """The on-demand rate of a Linux instance with shared tenancy."""
    row = _row(instance_type, region)
    packaged = row["od_date"] or _UNDATED if row and row["on_demand_usd_h"] else _UNDATED
    if overlay and (read := _read("on_demand", instance_type, region, overlay, packaged)):
        return Price(float(read["usd_h"]), "hour", PurchaseOption.ON_DEMAND, source("on_demand", read))
    usd = number(row["on_demand_usd_h"]) if row else None
    if row is None or usd is None:
        return None
    return Price(usd, "hour", PurchaseOption.ON_DEMAND, Source(publisher(row["od_source"]), packaged))


def reserved(instance_type: str, region: str, commitment: Commitment) -> Price | None:
    """The rate under a commitment; only one-year reserved instances, standard, without upfront payment, are known."""
    row = _row(instance_type, region)
    usd = number(row["ri_1y_std_noupfront_usd_h"]) if row else None
    if usd is None or commitment is not Commitment.RI_1Y:
        return None
    said = Source("secondary price table, publisher not recorded", _UNDATED)
    return Price(usd, "hour", commitment, said, note="standard, no upfront payment")


def capacity_block(instance_type: str, region: str, overlay: Overlay | None = None) -> Price | None:
    """The rate of a capacity block, paid in advance for its whole length; of those last read the least."""
    row = _row(instance_type, region)
    usd = number(row["capacity_block_usd_h"]) if row else None
    packaged = row["capacity_block_date"] if row and usd is not None else _UNDATED
    if overlay and (read := _read("capacity_blocks", instance_type, region, overlay, packaged)):
        note = f"the least of those on offer: {read['hours']} hours from {read['start']} in {read['zone_id']}"
        said = source("capacity_blocks", read)
        return Price(float(read["usd_h"]), "hour", PurchaseOption.CAPACITY_BLOCK, said, note=note)
    if usd is None:
        return None
    said = Source("AWS Capacity Blocks for ML price page", packaged)
    return Price(usd, "hour", PurchaseOption.CAPACITY_BLOCK, said)


def spot(instance_type: str, region: str, zone_id: str | None = None, overlay: Overlay | None = None) -> Price | None:
    """The spot price in a zone where the zone is listed, else the median of the region's zones with their range."""
    read = _zones_read(instance_type, region, overlay) if overlay else ()
    for row in read if zone_id else ():
        if row["zone_id"] == zone_id:
            return Price(float(row["usd_h"]), "hour", PurchaseOption.SPOT, source("spot", row))
    for row in table("aws_spot_az.csv", "instance_type").rows(instance_type) if zone_id else ():
        if (row["region"], row["az_id"]) == (region, zone_id):
            return _zone_spot(row)
    if of_region := [row for row in read if not is_local(row["zone_id"])]:
        return _median(of_region)
    row = _row(instance_type, region)
    usd = number(row["spot_median_usd_h"]) if row else None
    if row is None or usd is None:
        return None
    note = f"median of the region's zones, {row['spot_min_usd_h']} to {row['spot_max_usd_h']}"
    return Price(usd, "hour", PurchaseOption.SPOT, _spot_source(row["spot_source"]), note=note)


def estimate(instance_type: str, region: str) -> Price | None:
    """An on-demand rate estimated from us-east-1, for a type that is offered and has no price found."""
    for row in table("aws_price_estimates.csv", "instance_type").rows(instance_type):
        usd = number(row["estimated_on_demand_usd_h"])
        if row["region"] == region and usd is not None:
            base = on_demand(instance_type, "us-east-1")
            said = Source("estimate of the catalogue", base.source.as_of if base else _UNDATED)
            note = row["basis"].removeprefix("ESTIMATE: ")
            return Price(usd, "hour", PurchaseOption.ON_DEMAND, said, estimate=True, note=note)
    return None


def spot_history(instance_type: str, region: str) -> SpotHistory | None:
    """What the Spot Instance Advisor said of a type in a region."""
    for row in table("aws_spot_advisor.csv", "instance_type").rows(instance_type):
        if row["region"] == region:
            said = Source("AWS Spot Instance Advisor", row["snapshot_date"])
            saving = number(row["savings_pct_vs_od_30d"])
            return SpotHistory(instance_type, region, saving, row["interruption_bucket"] or None, said)
    return None


def _read(name: str, instance_type: str, region: str, overlay: Overlay, packaged: str) -> Row | None:
    """What was read of a type in a region, where that isn't older than the packaged figure."""
    for row in overlay.table(name).rows(instance_type):
        if row["region"] == region:
            return row if is_newer(row["as_of"], packaged) else None
    return None


def _zones_read(instance_type: str, region: str, overlay: Overlay) -> list[Row]:
    """Zones whose spot price was read; no packaged one has a date to be newer by."""
    return [row for row in overlay.table("spot").rows(instance_type) if row["region"] == region]


def _median(rows: list[Row]) -> Price:
    """Of the zones that were read; as old as the oldest of them."""
    rates = sorted(float(row["usd_h"]) for row in rows)
    half = len(rates) // 2
    usd = rates[half] if len(rates) % 2 else (rates[half - 1] + rates[half]) / 2
    note = f"median of the region's zones, {rates[0]:g} to {rates[-1]:g}"
    oldest = min(rows, key=lambda row: row["as_of"])
    return Price(usd, "hour", PurchaseOption.SPOT, source("spot", oldest), note=note)


def _row(instance_type: str, region: str) -> Row | None:
    rows = table("aws_prices.csv", "instance_type").rows(instance_type)
    return next((row for row in rows if row["region"] == region), None)


def _zone_spot(row: Row) -> Price | None:
    usd = number(row["spot_usd_h"])
    if usd is None:
        return None
    return Price(usd, "hour", PurchaseOption.SPOT, _spot_source(row["source"]), note=row["note"])


def _spot_source(text: str) -> Source:
    # `skypilot-catalog v8 aws/vms.csv @00148f2a (undated, 2026)`
    return Source(publisher(text.partition(" (")[0]), _UNDATED)
