"""What a job emits in each region, and where it would emit least, with the spread of the grid factors' publishers."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from rackguard.economics.carbon import operational_kg_per_hour
from rackguard.economics.power import GPU_LOAD, Assumption, NodePower, node_power
from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import GridFactor


@record
class JobCarbon:
    """Emissions of nodes for so many hours in a region; every figure is an estimate."""

    region: str
    operational_kg: float | None
    """With the main publisher's grid factor; None where the power or the grid is not known."""
    operational_kg_low: float | None
    """With the lowest factor that any publisher gives for the grid, the main one among them."""
    operational_kg_high: float | None
    embodied_kg: float | None
    """Their hours' share of making the hardware; None where no model has the type."""
    grid: GridFactor | None
    power: NodePower | None
    lacks: tuple[str, ...] = ()
    """What is not known, in words."""

    @property
    def kg(self) -> float | None:
        """What is known of both parts; None where the operational part is not known."""
        return None if self.operational_kg is None else fsum((self.operational_kg, self.embodied_kg or 0.0))


def job_carbon(
    instance_type: str, node_hours: float, region: str, catalog: Catalog, gpu_load: Assumption = GPU_LOAD
) -> JobCarbon:
    """What so many node-hours of a type emit in a region, GPUs drawing `gpu_load` of their rated power."""
    power, grid = node_power(instance_type, catalog, gpu_load.value), catalog.grid(region)
    embodied = catalog.embodied(instance_type)
    lacks = [power] if isinstance(power, str) else []
    lacks += [] if grid else [f"no grid factor of {region}"]
    lacks += [] if embodied else [f"no embodied figure of {instance_type}"]
    known = None if isinstance(power, str) else power
    kg = operational_kg_per_hour(known, grid) * node_hours if known and grid else None
    lowest, highest = _spread(grid)
    return JobCarbon(
        region=region,
        operational_kg=kg,
        operational_kg_low=None if kg is None else kg * lowest,
        operational_kg_high=None if kg is None else kg * highest,
        embodied_kg=embodied.g_per_hour / 1000 * node_hours if embodied else None,
        grid=grid,
        power=known,
        lacks=tuple(lacks),
    )


def cleanest(
    instance_type: str, node_hours: float, allowed: Iterable[str], catalog: Catalog, most: int = 3
) -> tuple[JobCarbon, ...]:
    """The same job in the allowed regions that offer the type and emit least, the cleanest first.

    A region whose figure is not known is never among them.
    """
    offered = {offering.region for offering in catalog.offerings(None, instance_type)}
    jobs = [job_carbon(instance_type, node_hours, region, catalog) for region in sorted(offered.intersection(allowed))]
    known = [(job.kg, job.region, job) for job in jobs if job.kg is not None]
    return tuple(job for *_, job in sorted(known, key=lambda entry: entry[:2])[:most])


def _spread(grid: GridFactor | None) -> tuple[float, float]:
    """The lowest and highest factor of all publishers, as ratios to the main one."""
    if grid is None or not grid.g_co2e_per_kwh:
        return 1.0, 1.0
    factors = [grid.g_co2e_per_kwh, *(grams for _, grams in grid.others_g)]
    return min(factors) / grid.g_co2e_per_kwh, max(factors) / grid.g_co2e_per_kwh
