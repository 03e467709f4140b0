"""Prices as AWS answers them, in the catalogue's columns. What isn't plainly a price of a GPU type makes no row."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from rackguard.catalog.tables import Row


def on_demand_rows(products: Iterable[str], region: str, as_of: str) -> list[Row]:
    """From GetProducts; a type that is listed at several rates has none that is certain."""
    rates: dict[str, set[float]] = {}
    for product in products:
        listed = json.loads(product)
        name = listed.get("product", {}).get("attributes", {}).get("instanceType", "")
        if name:
            rates.setdefault(name, set()).update(_hourly(listed.get("terms", {}).get("OnDemand", {})))
    return [
        {"instance_type": name, "region": region, "usd_h": _text(*found), "as_of": as_of}
        for name, found in rates.items()
        if len(found) == 1
    ]


def _hourly(terms: dict[str, Any]) -> Iterable[float]:
    """Rates above 0: a product that isn't sold so is listed at 0."""
    for term in terms.values():
        for dimension in term.get("priceDimensions", {}).values():
            usd = dimension.get("pricePerUnit", {}).get("USD")
            if dimension.get("unit") == "Hrs" and usd and float(usd) > 0:
                yield float(usd)


def block_rows(offers: Iterable[dict[str, Any]], region: str, zone_ids: Mapping[str, str], as_of: str) -> list[Row]:
    """From DescribeCapacityBlockOfferings: each type's least hourly rate of a node, of equal ones the earliest."""
    found: dict[str, tuple[float, str, str, str]] = {}
    for offer in offers:
        hours, nodes = offer.get("CapacityBlockDurationHours") or 0, offer.get("InstanceCount") or 0
        if offer.get("CurrencyCode") != "USD" or not hours or not nodes or offer.get("UltraserverType"):
            continue
        zone = offer.get("AvailabilityZone", "")
        rate = round(float(offer["UpfrontFee"]) / (hours * nodes), 6)
        one = (rate, offer["StartDate"].date().isoformat(), zone_ids.get(zone, zone), str(hours))
        name = offer["InstanceType"]
        found[name] = min(found.get(name, one), one)
    return [
        {
            "instance_type": name,
            "region": region,
            "usd_h": _text(rate),
            "zone_id": zone,
            "hours": hours,
            "start": start,
            "as_of": as_of,
        }
        for name, (rate, start, zone, hours) in found.items()
        if rate > 0
    ]


def spot_rows(history: Iterable[dict[str, Any]], region: str, zone_ids: Mapping[str, str], as_of: str) -> list[Row]:
    """From DescribeSpotPriceHistory: the latest of each type and zone; a zone whose id isn't known is left out."""
    latest: dict[tuple[str, str], dict[str, Any]] = {}
    for item in history:
        zone = item.get("AvailabilityZoneId") or zone_ids.get(item.get("AvailabilityZone", ""), "")
        before = latest.get((item["InstanceType"], zone))
        if zone and (before is None or item["Timestamp"] > before["Timestamp"]):
            latest[item["InstanceType"], zone] = item
    return [
        {
            "instance_type": name,
            "region": region,
            "zone_id": zone,
            "usd_h": _text(float(item["SpotPrice"])),
            "as_of": as_of,
        }
        for (name, zone), item in latest.items()
        if float(item["SpotPrice"]) > 0
    ]


def _text(usd: float) -> str:
    return f"{usd:.6f}".rstrip("0").rstrip(".")
