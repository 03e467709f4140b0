"""The same job in other regions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rackguard.economics.region_carbon import JobCarbon, cleanest, job_carbon

# p5: 8 × 700 W × 0.76, 192 vCPU × 2.12 W, 2048 GiB of memory × 0.392 W a GB.
P5_KW = (8 * 700 * 0.76 + 192 * 2.12 + 2048 * 1.073741824 * 0.392) / 1000


def kg_of(job: JobCarbon) -> float:
    assert job.kg is not None
    return job.kg


def test_a_job_by_hand(catalog) -> None:
    job = job_carbon("p5.48xlarge", 1000, "us-west-2", catalog)
    # 1,000 h at PUE 1.12 and 119.76 g/kWh; other publishers say 68.82, 476.66 and 350.9 g.
    kg = P5_KW * 1000 * 1.12 * 119.76 / 1000
    assert job.operational_kg == pytest.approx(kg)
    assert job.operational_kg_low == pytest.approx(kg * 68.82 / 119.76)
    assert job.operational_kg_high == pytest.approx(kg * 476.66 / 119.76)
    assert job.embodied_kg == pytest.approx(catalog.embodied("p5.48xlarge").g_per_hour)
    assert job.kg == pytest.approx(kg + catalog.embodied("p5.48xlarge").g_per_hour)
    assert job.lacks == ()


def test_the_cleanest_allowed_regions(catalog) -> None:
    allowed = ("us-east-2", "us-west-2", "eu-north-1", "ca-central-1", "ap-south-1", "eu-central-2")
    found = cleanest("p5.48xlarge", 1000, allowed, catalog)
    # p5 isn't offered in eu-central-2; 24.71 × 1.1 g, 30.51 × 1.19 g, 119.76 × 1.12 g.
    assert [job.region for job in found] == ["eu-north-1", "ca-central-1", "us-west-2"]
    assert kg_of(found[0]) < kg_of(found[1]) < kg_of(found[2])


def test_only_regions_that_are_allowed_and_offer_the_type(catalog) -> None:
    assert [job.region for job in cleanest("p5.48xlarge", 1, ["us-east-2", "mars-1"], catalog)] == ["us-east-2"]
    assert cleanest("p5.48xlarge", 1, [], catalog) == ()


def test_a_region_without_a_grid_factor_is_not_known_and_never_the_cleanest(catalog) -> None:
    job = job_carbon("g6.xlarge", 10, "ap-southeast-5", catalog)
    assert (job.operational_kg, job.operational_kg_low, job.operational_kg_high, job.kg) == (None, None, None, None)
    assert "no grid factor of ap-southeast-5" in job.lacks
    assert cleanest("g6.xlarge", 10, ["ap-southeast-5"], catalog) == ()


def test_unknown_power_is_not_no_emission(catalog) -> None:
    job = job_carbon("x9.metal", 10, "us-east-2", catalog)
    assert job.kg is None
    assert job.lacks[0] == "x9.metal is not in the catalogue"


def test_a_single_publisher_has_no_spread(catalog) -> None:
    class OnePublisher:
        def __getattr__(self, name: str):
            return getattr(catalog, name)

        def grid(self, region: str):
            return replace(catalog.grid(region), others_g=())

    job = job_carbon("p5.48xlarge", 10, "us-west-2", OnePublisher())  # pyright: ignore[reportArgumentType]
    assert job.operational_kg_low == job.operational_kg == job.operational_kg_high


@pytest.mark.parametrize("hours", [0, 1, 10, 1000])
def test_more_hours_never_emit_less(catalog, hours: float) -> None:
    less, more = (kg_of(job_carbon("p5.48xlarge", each, "us-east-2", catalog)) for each in (hours, hours + 1))
    assert 0 <= less < more
