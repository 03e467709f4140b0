"""What one region answers: by moto where it has real data, else by botocore's Stubber, which knows the APIs' shapes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import boto3
import pytest
from botocore.stub import Stubber
from moto import mock_aws

from rackguard.account.aws.questions import Questions
from rackguard.account.refresh.refresh import regions_of
from rackguard.account.refresh.region import PERMISSIONS, Part, read_ec2, read_price_list
from rackguard.catalog.catalog import Catalog
from rackguard.spec.problem import InvalidInput

NOW = datetime(2026, 11, 30, 14, 5, tzinfo=UTC)
REGION = "us-west-2"
REFUSED = "You are not authorized to perform this operation."


@contextmanager
def stubbed(service: str, region: str = REGION) -> Iterator[tuple[Questions, Stubber]]:
    """Questions whose only answers are those that the stub is given, in their order."""
    questions = Questions(region)
    client = boto3.client(service, region_name=region)
    questions._clients[service] = client
    with Stubber(client) as stub:
        yield questions, stub
        stub.assert_no_pending_responses()


def kind(name: str, gpu: str = "H100") -> dict[str, Any]:
    return {
        "InstanceType": name,
        "SupportedUsageClasses": ["on-demand", "capacity-block"],
        "GpuInfo": {"Gpus": [{"Name": gpu, "Manufacturer": "NVIDIA", "Count": 8}]},
    }


def offered(name: str, zone: str) -> dict[str, str]:
    return {"InstanceType": name, "LocationType": "availability-zone-id", "Location": zone}


def priced(name: str, zone: str, usd: str) -> dict[str, Any]:
    linux = "Linux/UNIX"
    return {
        "InstanceType": name,
        "AvailabilityZone": zone,
        "SpotPrice": usd,
        "ProductDescription": linux,
        "Timestamp": NOW,
    }


ZONES = {
    "AvailabilityZones": [
        {"ZoneName": "us-west-2a", "ZoneId": "usw2-az2"},
        {"ZoneName": "us-west-2b", "ZoneId": "usw2-az1"},
    ]
}
BLOCK = {
    "InstanceType": "p5.48xlarge",
    "AvailabilityZone": "us-west-2b",
    "InstanceCount": 1,
    "CapacityBlockDurationHours": 24,
    "StartDate": datetime(2026, 12, 2, 11, 30, tzinfo=UTC),
    "UpfrontFee": "996.672",
    "CurrencyCode": "USD",
}
AT_ZONE_IDS = {"LocationType": "availability-zone-id"}
SPOT = {
    "InstanceTypes": ["p5.48xlarge"],
    "ProductDescriptions": ["Linux/UNIX", "Linux/UNIX (Amazon VPC)"],
    "StartTime": NOW,
}
WISH = {"InstanceType": "p5.48xlarge", "InstanceCount": 1, "CapacityDurationHours": 24}


def columns(part: Part, table: str, *names: str) -> list[tuple[str, ...]]:
    return [tuple(row[name] for name in names) for row in part.rows[table]]


def test_all_pages_of_all_answers_are_read() -> None:
    with stubbed("ec2") as (questions, stub):
        stub.add_response("describe_instance_types", {"InstanceTypes": [kind("p5.48xlarge")], "NextToken": "2"}, {})
        stub.add_response(
            "describe_instance_types",
            {"InstanceTypes": [{"InstanceType": "m7i.large"}, kind("p9.new", "X1")]},
            {"NextToken": "2"},
        )
        first = {"InstanceTypeOfferings": [offered("p5.48xlarge", "usw2-az2")], "NextToken": "b"}
        stub.add_response("describe_instance_type_offerings", first, AT_ZONE_IDS)
        second = [offered("p5.48xlarge", "usw2-az1"), offered("m7i.large", "usw2-az1")]
        stub.add_response(
            "describe_instance_type_offerings", {"InstanceTypeOfferings": second}, {**AT_ZONE_IDS, "NextToken": "b"}
        )
        stub.add_response("describe_availability_zones", ZONES, {})
        first = {"SpotPriceHistory": [priced("p5.48xlarge", "us-west-2a", "17.5")], "NextToken": "s"}
        stub.add_response("describe_spot_price_history", first, SPOT)
        second = [priced("p5.48xlarge", "us-west-2b", "20")]
        stub.add_response("describe_spot_price_history", {"SpotPriceHistory": second}, {**SPOT, "NextToken": "s"})
        dearer = {"CapacityBlockOfferings": [{**BLOCK, "UpfrontFee": "1200"}], "NextToken": "c"}
        stub.add_response("describe_capacity_block_offerings", dearer, WISH)
        stub.add_response(
            "describe_capacity_block_offerings", {"CapacityBlockOfferings": [BLOCK]}, {**WISH, "NextToken": "c"}
        )
        part = read_ec2(questions, Catalog(), NOW)
    assert (part.region, part.as_of, part.unread) == (REGION, "2026-11-30", ())
    assert columns(part, "types", "instance_type") == [("p5.48xlarge",), ("p9.new",)]
    assert columns(part, "offerings", "region", "instance_type", "az_ids") == [
        (REGION, "p5.48xlarge", "usw2-az1|usw2-az2")
    ]
    assert columns(part, "spot", "zone_id", "usd_h") == [("usw2-az2", "17.5"), ("usw2-az1", "20")]
    assert columns(part, "capacity_blocks", "usd_h", "zone_id", "start") == [("41.528", "usw2-az1", "2026-12-02")]


def test_what_is_refused_names_its_permission_and_the_rest_goes_on() -> None:
    with stubbed("ec2") as (questions, stub):
        stub.add_client_error("describe_instance_types", "UnauthorizedOperation", REFUSED)
        listed = {"InstanceTypeOfferings": [offered("p5.48xlarge", "usw2-az1"), offered("p9.new", "usw2-az1")]}
        stub.add_response("describe_instance_type_offerings", listed, AT_ZONE_IDS)
        stub.add_response("describe_availability_zones", ZONES, {})
        stub.add_client_error("describe_spot_price_history", "UnauthorizedOperation", REFUSED)
        stub.add_response("describe_capacity_block_offerings", {"CapacityBlockOfferings": [BLOCK]}, WISH)
        part = read_ec2(questions, Catalog(), NOW)
    assert [(each.table, each.permission) for each in part.unread] == [
        ("types", "ec2:DescribeInstanceTypes"),
        ("spot", "ec2:DescribeSpotPriceHistory"),
    ]
    # Which of the offered ones have GPUs, and sell blocks, is taken from what is known.
    assert columns(part, "offerings", "instance_type") == [("p5.48xlarge",)]
    assert columns(part, "capacity_blocks", "instance_type", "usd_h") == [("p5.48xlarge", "41.528")]
    assert sorted(part.rows) == ["capacity_blocks", "offerings"]


def test_without_zones_a_spot_price_has_no_place() -> None:
    with stubbed("ec2") as (questions, stub):
        stub.add_response("describe_instance_types", {"InstanceTypes": []}, {})
        listed = {"InstanceTypeOfferings": [offered("g6.xlarge", "usw2-az1")]}
        stub.add_response("describe_instance_type_offerings", listed, AT_ZONE_IDS)
        stub.add_client_error("describe_availability_zones", "UnauthorizedOperation", REFUSED)
        part = read_ec2(questions, Catalog(), NOW)
    assert [(each.table, each.permission) for each in part.unread] == [("spot", "ec2:DescribeAvailabilityZones")]
    assert part.rows["capacity_blocks"] == []


def test_where_nothing_is_told_the_known_types_are_asked_for() -> None:
    with stubbed("ec2", "me-south-1") as (questions, stub):
        for operation in ("describe_instance_types", "describe_instance_type_offerings"):
            stub.add_client_error(operation, "UnauthorizedOperation", REFUSED)
        known = sorted(each.instance_type for each in Catalog().offerings("me-south-1"))
        assert known
        stub.add_response("describe_availability_zones", {"AvailabilityZones": []}, {})
        stub.add_response("describe_spot_price_history", {"SpotPriceHistory": []}, {**SPOT, "InstanceTypes": known})
        part = read_ec2(questions, Catalog(), NOW)
    assert part.rows == {"spot": [], "capacity_blocks": []}


def test_an_answer_that_is_not_as_described_costs_its_own_table() -> None:
    with stubbed("ec2") as (questions, stub):
        stub.add_response("describe_instance_types", {"InstanceTypes": [kind("p5.48xlarge")]}, {})
        listed = {"InstanceTypeOfferings": [offered("p5.48xlarge", "usw2-az1")]}
        stub.add_response("describe_instance_type_offerings", listed, AT_ZONE_IDS)
        stub.add_response("describe_availability_zones", ZONES, {})
        history = {"SpotPriceHistory": [priced("p5.48xlarge", "us-west-2a", "much")]}
        stub.add_response("describe_spot_price_history", history, SPOT)
        stub.add_response("describe_capacity_block_offerings", {"CapacityBlockOfferings": []}, WISH)
        part = read_ec2(questions, Catalog(), NOW)
    assert [(each.table, each.message) for each in part.unread] == [
        ("spot", "AWS's answer is not as its API describes it: ValueError")
    ]
    assert sorted(part.rows) == ["capacity_blocks", "offerings", "types"]


def filters() -> list[dict[str, str]]:
    wanted = {
        "operatingSystem": "Linux",
        "tenancy": "Shared",
        "preInstalledSw": "NA",
        "capacitystatus": "Used",
        "marketoption": "OnDemand",
        "operation": "RunInstances",
        "instanceFamily": "GPU instance",
        "regionCode": "eu-north-1",
    }
    return [{"Type": "TERM_MATCH", "Field": field, "Value": value} for field, value in wanted.items()]


def listed(name: str, usd: str) -> str:
    dimension = {"unit": "Hrs", "pricePerUnit": {"USD": usd}}
    terms = {"OnDemand": {"S.T": {"priceDimensions": {"S.T.D": dimension}}}}
    return json.dumps({"product": {"attributes": {"instanceType": name}}, "terms": terms})


def test_on_demand_prices_of_a_region_are_asked_of_the_price_list() -> None:
    asked = {"ServiceCode": "AmazonEC2", "Filters": filters()}
    with stubbed("pricing", "us-east-1") as (questions, stub):
        first = {"PriceList": [listed("p5.48xlarge", "60.1")], "NextToken": "2"}
        stub.add_response("get_products", first, asked)
        stub.add_response("get_products", {"PriceList": [listed("g6.xlarge", "0.9")]}, {**asked, "NextToken": "2"})
        part = read_price_list(questions, "eu-north-1", NOW)
    assert columns(part, "on_demand", "instance_type", "region", "usd_h", "as_of") == [
        ("p5.48xlarge", "eu-north-1", "60.1", "2026-11-30"),
        ("g6.xlarge", "eu-north-1", "0.9", "2026-11-30"),
    ]


@pytest.mark.parametrize(
    ("answer", "told", "permission"),
    [
        (
            lambda stub: stub.add_client_error("get_products", "AccessDeniedException", REFUSED),
            "AWS refuses pricing:get_products to these credentials: AccessDeniedException",
            "pricing:GetProducts",
        ),
        (
            lambda stub: stub.add_response("get_products", {"PriceList": ["{not JSON"]}),
            "AWS's answer is not as its API describes it: JSONDecodeError",
            "",
        ),
    ],
)
def test_prices_that_are_not_told(answer: Callable[[Stubber], Any], told: str, permission: str) -> None:
    with stubbed("pricing", "us-east-1") as (questions, stub):
        answer(stub)
        part = read_price_list(questions, "eu-north-1", NOW)
    assert [(each.region, each.table, each.message, each.permission) for each in part.unread] == [
        ("eu-north-1", "on_demand", told, permission)
    ]
    assert part.rows == {}


ALL = {"AllRegions": True}


def region(name: str, status: str = "opt-in-not-required") -> dict[str, str]:
    return {"RegionName": name, "OptInStatus": status}


def test_the_regions_of_the_catalogue_that_are_enabled_are_read() -> None:
    known = Catalog().regions()
    answer = [region(name) for name in known if name not in ("me-central-1", "af-south-1")]
    answer += [region("me-central-1", "not-opted-in"), region("af-south-1", "opted-in"), region("eu-new-1")]
    with stubbed("ec2") as (questions, stub):
        stub.add_response("describe_regions", {"Regions": answer}, ALL)
        found = regions_of(questions, (), Catalog())
    assert found.enabled == tuple(name for name in known if name != "me-central-1")
    assert (found.not_enabled, found.unread) == (("me-central-1",), ())


def test_regions_that_are_named_are_read_once_whether_known_or_not() -> None:
    with stubbed("ec2") as (questions, stub):
        stub.add_response("describe_regions", {"Regions": [region("eu-new-1"), region("us-east-1")]}, ALL)
        found = regions_of(questions, ["eu-new-1", "us-east-1", "eu-new-1"], Catalog())
    assert found.enabled == ("eu-new-1", "us-east-1")


def test_every_region_that_aws_does_not_have_is_named() -> None:
    with stubbed("ec2") as (questions, stub):
        stub.add_response("describe_regions", {"Regions": [region("us-east-1"), region("us-east-2")]}, ALL)
        with pytest.raises(InvalidInput) as refused:
            regions_of(questions, ["us-est-2", "us-east-1", "mars"], Catalog())
    first, second = refused.value.problems
    assert (first.message, first.hint) == (
        "--region is 'us-est-2', which AWS does not have",
        "Did you mean 'us-east-2' or 'us-east-1'?",
    )
    assert (second.message, second.hint) == (
        "--region is 'mars', which AWS does not have",
        "Regions: us-east-1, us-east-2.",
    )


def test_where_regions_are_refused_all_count_as_enabled() -> None:
    with stubbed("ec2") as (questions, stub):
        stub.add_client_error("describe_regions", "UnauthorizedOperation", REFUSED)
        found = regions_of(questions, ["us-east-2"], Catalog())
    assert (found.enabled, found.not_enabled) == (("us-east-2",), ())
    assert [(each.table, each.permission) for each in found.unread] == [("regions", "ec2:DescribeRegions")]


@mock_aws
def test_types_and_offerings_are_those_of_the_packaged_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """By moto's data, which is AWS's of the same month; it knows no blocks, and each spot price is nearly nothing."""
    monkeypatch.setattr("rackguard.account.refresh.region._blocks", lambda *_: [])
    part = read_ec2(Questions(REGION), Catalog(), NOW)
    packaged = Catalog().offerings(REGION)
    assert len(packaged) > 40
    assert sorted(columns(part, "offerings", "instance_type", "az_ids")) == sorted(
        (each.instance_type, "|".join(sorted(each.zone_ids))) for each in packaged
    )
    assert len(part.rows["types"]) == 65
    assert {row["usd_h"] for row in part.rows["spot"]} == {"0.00001"}
    assert {row["zone_id"] for row in part.rows["spot"]} <= {"usw2-az1", "usw2-az2", "usw2-az3", "usw2-az4"}


def test_the_least_policy_has_what_is_asked_and_nothing_else() -> None:
    import inspect
    import re

    from rackguard.account.refresh import refresh
    from rackguard.account.refresh import region as asked

    text = inspect.getsource(asked) + inspect.getsource(refresh)
    calls = {(service, name) for service, name in re.findall(r'"(ec2|pricing)",\s+"((?:describe|get)_\w+)"', text)}
    actions = {f"{service}:{''.join(word.capitalize() for word in name.split('_'))}" for service, name in calls}
    assert actions == set(PERMISSIONS)
