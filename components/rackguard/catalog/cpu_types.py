"""CPU instance types for login nodes, and what they cost."""

from __future__ import annotations

from functools import cache

from rackguard.catalog.services import service_price
from rackguard.catalog.tables import Row, number, table
from rackguard.catalog.types import CpuType, Price, PurchaseOption, Source

_FILE = "cpu_types.csv"


@cache
def cpu_types() -> dict[str, CpuType]:
    """Every CPU type by name, in file order."""
    return {row["instance_type"]: _cpu_type(row) for row in table(_FILE, "instance_type").all_rows()}


def cpu_price(name: str, region: str) -> Price | None:
    """The on-demand rate of a CPU type in a region; None where it is not known there."""
    price = service_price("aws_services.csv", "EC2 CPU", f"{name} Linux on demand", region)
    if price is None:
        return None
    return Price(price.amount_usd, "hour", PurchaseOption.ON_DEMAND, price.source, price.estimate, price.note)


def _cpu_type(row: Row) -> CpuType:
    return CpuType(
        name=row["instance_type"],
        vcpus=int(row["vcpus"]),
        memory_gib=float(row["memory_gib"]),
        architecture="arm64" if row["architecture"] == "arm64" else "x86_64",
        tdp_w=number(row["tdp_w"]),
        source=Source(row["source"], row["as_of"]),
    )
