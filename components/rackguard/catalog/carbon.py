"""Carbon: intensity of the grid by region, and what making an instance's hardware emitted."""

from __future__ import annotations

from typing import Literal

from rackguard.catalog.tables import number, table
from rackguard.catalog.types import Embodied, GridFactor, Source

_OTHERS = {
    "em_production_g": "Electricity Maps, production",
    "watttime_marginal_g": "WattTime, marginal",
    "ccf_factor_g": "Cloud Carbon Footprint",
}


def grid(region: str, cloud: Literal["aws", "gcp"]) -> GridFactor | None:
    """The grid factor of a region; None where no publisher gives one."""
    for row in table("carbon.csv", "region").rows(region):
        grams = number(row["gCO2e_per_kWh"])
        if row["cloud"] == cloud and grams is not None:
            return GridFactor(
                cloud=cloud,
                region=region,
                g_co2e_per_kwh=grams,
                pue=float(row["pue"]),
                pue_basis=row["pue_basis"],
                others_g=tuple((name, float(row[column])) for column, name in _OTHERS.items() if row[column]),
                source=Source(row["source"], row["year"] or "undated"),
            )
    return None


def embodied(instance_type: str) -> Embodied | None:
    """Embodied carbon of a type over a life of six years; None where the model has no such type."""
    for row in table("embodied_aws.csv", "instance_type").rows(instance_type):
        return Embodied(
            instance_type=instance_type,
            g_per_hour=float(row["embodied_g_per_hour"]),
            total_kg=float(row["embodied_kgCO2e"]),
            lifetime_hours=float(row["lifetime_hours"]),
            source=Source(row["source"].partition(" (")[0], "2026"),
        )
    return None
