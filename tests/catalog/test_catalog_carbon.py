"""Grid factors and embodied carbon."""

from __future__ import annotations

import pytest

from rackguard.catalog.catalog import load
from rackguard.catalog.types import Source

CATALOG = load()


def test_grid_factor_with_what_others_say() -> None:
    grid = CATALOG.grid("us-west-2")
    assert grid is not None
    assert (grid.g_co2e_per_kwh, grid.pue, grid.pue_basis) == (119.76, 1.12, "AWS regional (via GSF) 2024")
    assert dict(grid.others_g)["Cloud Carbon Footprint"] == 350.9
    assert grid.source == Source("GSF real-time-cloud (Electricity Maps consumption avg)", "2024")


def test_clouds_are_told_apart() -> None:
    google = CATALOG.grid("us-central1", "gcp")
    assert google is not None
    assert (google.g_co2e_per_kwh, google.pue) == (412.72, 1.1)
    assert CATALOG.grid("us-central1") is None
    assert CATALOG.grid("us-west-2", "gcp") is None


@pytest.mark.parametrize("region", ["ca-west-1", "ap-southeast-5", "mars-north-1"])
def test_a_region_without_a_factor_has_none(region: str) -> None:
    assert CATALOG.grid(region) is None


def test_every_factor_is_plausible_and_dated() -> None:
    grids = [grid for region in CATALOG.regions() if (grid := CATALOG.grid(region))]
    assert len(grids) == 27
    assert all(20 < grid.g_co2e_per_kwh < 1000 and 1.0 < grid.pue < 1.6 for grid in grids)
    assert all(grid.source.name and grid.source.as_of for grid in grids)


def test_embodied() -> None:
    embodied = CATALOG.embodied("p5.48xlarge")
    assert embodied is not None
    assert (embodied.total_kg, embodied.g_per_hour, embodied.lifetime_hours) == (10300, 195.97, 52560)
    assert embodied.source == Source("boaviztapi 2.5.0 /v1/cloud/instance", "2026")


@pytest.mark.parametrize("name", ["p6-b200.48xlarge", "p6-b300.48xlarge", "p5e.48xlarge", "gr6f.4xlarge"])
def test_a_type_the_model_lacks_has_none(name: str) -> None:
    assert CATALOG.embodied(name) is None


def test_grams_an_hour_are_the_total_over_the_life() -> None:
    found = [e for item in CATALOG.instance_types() if (e := CATALOG.embodied(item.name))]
    assert len(found) > 60
    for embodied in found:
        assert embodied.g_per_hour == pytest.approx(embodied.total_kg * 1000 / embodied.lifetime_hours, abs=0.01)
