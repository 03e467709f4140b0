"""Prices of services and of login nodes."""

from __future__ import annotations

import pytest

from rackguard.catalog.catalog import load
from rackguard.catalog.types import PurchaseOption
from rackguard.catalog.unknown_name import UnknownName

CATALOG = load()


@pytest.mark.parametrize(
    ("service", "item", "region", "usd", "unit"),
    [
        ("EBS", "gp3 storage", "us-east-1", 0.08, "GB-month"),
        ("EBS", "io2 storage", "ap-northeast-1", 0.142, "GB-month"),
        ("VPC", "NAT gateway hour", "us-west-2", 0.045, "hour"),
        ("VPC", "interface endpoint hour per AZ", "us-west-2", 0.01, "hour"),
        ("VPC", "interface endpoint data first 1 PB", "us-west-2", 0.01, "GB"),
        ("S3", "Standard storage first 50 TB", "us-west-2", 0.023, "GB-month"),
        ("EBS", "gp3 storage", "us-east-2", 0.08, "GB-month"),
        ("CloudWatch", "logs ingest (standard class)", "us-east-2", 0.5, "GB"),
        ("CloudWatch", "logs storage (compressed)", "us-east-2", 0.03, "GB-month"),
        ("KMS", "customer managed key", "us-east-2", 1.0, "key-month"),
        ("KMS", "customer managed key", "af-south-1", 1.0, "key-month"),
        ("FSx Lustre", "SSD PERSISTENT_2 250 MBps/TiB", "us-east-1", 0.21, "GB-month"),
    ],
)
def test_a_price(service: str, item: str, region: str, usd: float, unit: str) -> None:
    price = CATALOG.service_price(service, item, region)
    assert price is not None
    assert (price.amount_usd, price.unit, price.purchase, price.estimate) == (usd, unit, None, False)
    assert price.source.as_of != "undated"


def test_an_unsupported_figure_is_an_estimate_that_says_so() -> None:
    price = CATALOG.service_price("EBS", "io2 storage", "us-east-2")
    assert price is not None
    assert price.estimate
    assert price.note == "believed equal to us-east-1"
    assert (price.source.name, price.source.as_of) == ("unverified, no published source found", "undated")


def test_a_region_without_a_row_has_no_price() -> None:
    assert CATALOG.service_price("EBS", "gp3 storage", "af-south-1") is None
    assert CATALOG.service_price("FSx Lustre", "SSD PERSISTENT_2 250 MBps/TiB", "ap-northeast-1") is None


def test_an_unknown_item_has_no_price() -> None:
    assert CATALOG.service_price("EBS", "gp9 storage", "us-east-1") is None
    assert CATALOG.service_price("XYZ", "gp3 storage", "us-east-1") is None


def test_a_row_for_all_regions_is_a_price_in_each() -> None:
    endpoint = CATALOG.service_price("VPC", "EC2 Instance Connect Endpoint", "af-south-1")
    assert endpoint is not None
    assert endpoint.amount_usd == 0  # AWS makes no charge
    assert not endpoint.estimate


def test_a_missing_figure_is_not_zero() -> None:
    assert CATALOG.service_price("FSx Lustre", "EFA-enabled surcharge", "us-east-1") is None
    assert CATALOG.service_price("PCS", "controller", "us-east-1") is None


def test_all_prices_of_a_region() -> None:
    prices = CATALOG.service_prices("us-east-1")
    assert prices["EBS", "gp3 storage"] == CATALOG.service_price("EBS", "gp3 storage", "us-east-1")
    assert all(price.source.name and price.source.as_of and price.unit for price in prices.values())
    free = {key for key, price in prices.items() if price.amount_usd == 0}
    assert free == {
        ("VPC", "gateway endpoint (S3, DynamoDB)"),
        ("VPC", "EC2 Instance Connect Endpoint"),
        ("ParallelCluster", "software"),
    }


def test_no_zero_is_an_estimate() -> None:
    for region in ("us-east-1", "us-east-2", "us-west-2", "eu-west-1", "eu-central-1", "ap-northeast-1", "af-south-1"):
        assert not [
            key for key, price in CATALOG.service_prices(region).items() if price.estimate and not price.amount_usd
        ]


def test_cpu_types() -> None:
    m7i = CATALOG.cpu_type("m7i.2xlarge")
    assert (m7i.vcpus, m7i.memory_gib, m7i.architecture, m7i.tdp_w) == (8, 32, "x86_64", None)
    assert CATALOG.cpu_type("c7g.large").architecture == "arm64"
    assert {cpu.name.partition(".")[0] for cpu in CATALOG.cpu_types()} >= {
        "t3",
        "m6i",
        "m7i",
        "m7a",
        "c6i",
        "c7i",
        "c7a",
    }


def test_an_unknown_cpu_type_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="Unknown CPU instance type"):
        CATALOG.cpu_type("m7i.2xlrge")


def test_cpu_price() -> None:
    price = CATALOG.cpu_price("m7i.2xlarge", "us-east-1")
    assert price is not None
    assert (price.amount_usd, price.unit, price.purchase) == (0.4032, "hour", PurchaseOption.ON_DEMAND)
    assert price.source.as_of == "2026-07-20"


def test_a_cpu_price_that_is_not_known_is_none() -> None:
    assert CATALOG.cpu_price("m7i.8xlarge", "us-east-2") is None
    assert CATALOG.cpu_price("m7g.large", "us-east-1") is None
