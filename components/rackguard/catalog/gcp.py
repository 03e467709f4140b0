"""Machine types and prices of Google Cloud; the data is loaded, planning for GCP comes later."""

from __future__ import annotations

from functools import cache

from rackguard.catalog.tables import Row, number, table
from rackguard.catalog.types import Price, PurchaseOption, Source
from rackguard.record import record


@record
class GcpMachineType:
    """One machine type with GPUs."""

    name: str
    gpu: str
    gpu_count: float
    """Below 1 for a slice (g4 with vGPU)."""
    gpu_memory_gb: float
    vcpus: int
    memory_gb: float
    local_ssd_gib: float | None
    network_gbps: float | None
    regions: tuple[str, ...]
    notes: str
    """How it can be bought, where that is restricted."""
    source: Source


# How a type's notes say that Google does not sell it on demand, although a list rate exists.
_NOT_ON_DEMAND = ("reservation only", "spot or flex-start only", "no plain on-demand")


@cache
def gcp_types() -> dict[str, GcpMachineType]:
    """Every machine type by name, in file order."""
    return {row["machine_type"]: _machine_type(row) for row in table("gcp_gpu_types.csv", "machine_type").all_rows()}


def gcp_price(machine_type: str, region: str, purchase: PurchaseOption) -> Price | None:
    """The on-demand or spot rate; None where there is none. Discounted SKUs are never on-demand."""
    known = gcp_types().get(machine_type)
    if purchase is PurchaseOption.ON_DEMAND and known and any(words in known.notes for words in _NOT_ON_DEMAND):
        return None
    columns = {PurchaseOption.ON_DEMAND: "on_demand_usd_h", PurchaseOption.SPOT: "spot_usd_h"}
    for row in table("gcp_prices.csv", "machine_type").rows(machine_type):
        usd = number(row[columns[purchase]]) if purchase in columns else None
        if row["region"] == region and usd is not None:
            source = Source(row["od_source"] or row["cud_source"], row["od_date"] or row["cud_date"] or "undated")
            return Price(usd, "hour", purchase, source, note=row["quality"])
    return None


def _machine_type(row: Row) -> GcpMachineType:
    return GcpMachineType(
        name=row["machine_type"],
        gpu=row["gpu"],
        gpu_count=float(row["gpu_count"]),
        gpu_memory_gb=float(row["gpu_mem_gb_each"]),
        vcpus=int(row["vcpus"]),
        memory_gb=float(row["mem_gb"]),
        local_ssd_gib=number(row["local_ssd_gib"]),
        network_gbps=number(row["max_network_gbps"]),
        regions=tuple(row["regions"].split("|")) if row["regions"] else (),
        notes=row["notes"],
        source=Source("Google Cloud GPU machine type pages", "2026-04 to 2026-08"),
    )
