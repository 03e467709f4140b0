"""Google Cloud's data is read by the same code."""

from __future__ import annotations

import pytest

from rackguard.catalog.gcp import gcp_price, gcp_types
from rackguard.catalog.services import service_price
from rackguard.catalog.types import Price, PurchaseOption, Source

REGIONS = {region for machine in gcp_types().values() for region in machine.regions}


def test_machine_types() -> None:
    assert len(gcp_types()) == 36
    a3 = gcp_types()["a3-megagpu-8g"]
    assert (a3.gpu, a3.gpu_count, a3.gpu_memory_gb, a3.vcpus, a3.memory_gb) == ("H100", 8, 80, 208, 1872)
    assert (a3.local_ssd_gib, a3.network_gbps) == (6000, 1800)
    assert "us-central1" in a3.regions


def test_prices() -> None:
    assert gcp_price("g2-standard-4", "us-central1", PurchaseOption.ON_DEMAND) == Price(
        amount_usd=0.706832,
        unit="hour",
        purchase=PurchaseOption.ON_DEMAND,
        source=Source("cloudpilot-ai/karpenter-provider-gcp initial-prices.json", "2026-08-03"),
        note="billing-API derived",
    )
    spot = gcp_price("a4-highgpu-8g", "us-central1", PurchaseOption.SPOT)
    assert spot is not None
    assert spot.amount_usd == 34.2368


@pytest.mark.parametrize("region", sorted(REGIONS))
@pytest.mark.parametrize(
    "name",
    [
        "a3-highgpu-1g",
        "a3-highgpu-2g",
        "a3-highgpu-4g",
        "a3-ultragpu-8g",
        "a4-highgpu-8g",
        "a4x-highgpu-4g",
        "a4x-maxgpu-4g-metal",
    ],
)
def test_what_is_not_sold_on_demand_has_no_such_price(name: str, region: str) -> None:
    assert gcp_price(name, region, PurchaseOption.ON_DEMAND) is None


def test_a_discounted_sku_is_not_on_demand() -> None:
    # us-central1 has 90.216 in the discounted column alone.
    assert gcp_price("a4-highgpu-8g", "us-central1", PurchaseOption.ON_DEMAND) is None


def test_no_price_is_zero_or_undated() -> None:
    options = (PurchaseOption.ON_DEMAND, PurchaseOption.SPOT)
    found = [p for name in gcp_types() for region in REGIONS for o in options if (p := gcp_price(name, region, o))]
    assert len(found) > 500
    assert min(price.amount_usd for price in found) > 0.05
    assert all(price.source.name and price.source.as_of for price in found)


def test_other_ways_of_buying_have_no_price() -> None:
    assert gcp_price("g2-standard-4", "us-central1", PurchaseOption.CAPACITY_BLOCK) is None
    assert gcp_price("g2-standard-9", "us-central1", PurchaseOption.ON_DEMAND) is None


def test_services() -> None:
    price = service_price("gcp_services.csv", "Compute disk", "pd-balanced", "us-central1")
    assert price is not None
    assert (price.amount_usd, price.unit, price.source.as_of) == (0.1, "GiB-month", "2026-07-30")
