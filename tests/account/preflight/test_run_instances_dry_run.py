"""What EC2 is asked for, as it would be launched; and what its answer means."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.account.preflight.asking import Account, outcomes, refused, subject, told, with_pool

from rackguard.account.aws.questions import Denied
from rackguard.account.preflight.checks.run_instances_dry_run import CHECK
from rackguard.account.preflight.subject import Subject

ID = "ami-0123456789abcdef0"
SUBNET = "subnet-0123456789abcdef0"
RESERVATION = "cr-0123456789abcdef0"
IMAGE = {"dlami": "ubuntu-24.04", "id": ID}
SMALL = {"image": IMAGE}
NETWORK = {"existing": {"vpc_id": "vpc-0123456789abcdef0", "cidr": "10.0.0.0/16", "subnets": []}}
NETWORK["existing"]["subnets"] = [{"id": SUBNET, "zone_id": "use2-az1", "cidr": "10.0.0.0/20"}]
FILTERS = [
    {"Name": "tag:rackguard:cluster", "Values": ["llm"]},
    {"Name": "tag:rackguard:stack", "Values": ["test"]},
]


def small(**changes: Any) -> Subject:
    return subject(pools={"train": {**SMALL, **changes}})


def answers(code: str, message: str = "", **asked: Any) -> Account:
    account = Account().says("ec2", "describe_subnets", {"Subnets": []}, Filters=FILTERS)
    return account.refuses("ec2", "run_instances", code, message, **asked)


def launch(about: Subject, **more: Any) -> dict[str, Any]:
    """Of one g6.xlarge on 200 GiB of gp3."""
    (pool,) = about.plan.pools
    tags = [{"Key": key, "Value": value} for key, value in pool.tags.items()]
    disk = {"VolumeType": "gp3", "VolumeSize": 200, "Encrypted": True, "DeleteOnTermination": True}
    return {
        "DryRun": True,
        "ImageId": ID,
        "InstanceType": "g6.xlarge",
        "MinCount": 1,
        "MaxCount": 1,
        "BlockDeviceMappings": [{"DeviceName": "/dev/sda1", "Ebs": disk}],
        "MetadataOptions": {"HttpEndpoint": "enabled", "HttpTokens": "required", "HttpPutResponseHopLimit": 1},
        "TagSpecifications": [{"ResourceType": kind, "Tags": tags} for kind in ("instance", "volume")],
        **more,
    }


def test_a_machine_as_it_would_be_launched_in_the_default_network() -> None:
    about = small()
    assert {"Key": "rackguard:pool", "Value": "train"} in launch(about)["TagSpecifications"][0]["Tags"]
    account = answers("DryRunOperation", **launch(about, Placement={"AvailabilityZoneId": "use2-az1"}))
    message = (
        "these credentials may launch g6.xlarge in use2-az1, asked in the default VPC, as the stack has no subnet"
        " there yet"
    )
    assert told(CHECK.run, about, account) == [("ok", "pools.train", message)]


def test_a_node_in_a_subnet_that_is_there_has_its_interfaces() -> None:
    about = subject(pools={"train": SMALL}, network=NETWORK)
    interface = {
        "NetworkCardIndex": 0,
        "DeviceIndex": 0,
        "InterfaceType": "interface",
        "SubnetId": SUBNET,
        "DeleteOnTermination": True,
    }
    given = launch(about, NetworkInterfaces=[interface])
    account = Account().refuses("ec2", "run_instances", "DryRunOperation", **given)
    message = f"these credentials may launch g6.xlarge in use2-az1, asked in {SUBNET}"
    assert told(CHECK.run, about, account) == [("ok", "pools.train", message)]


def test_the_stacks_own_subnets_are_found_by_their_tags_and_names() -> None:
    about = small()
    (subnet,) = (one for one in about.plan.network.subnets if one.role == "nodes")
    named = [(SUBNET, subnet.name), ("subnet-1", "public")]
    made = [
        {"SubnetId": id_, "AvailabilityZoneId": "use2-az1", "Tags": [{"Key": "Name", "Value": name}]}
        for id_, name in named
    ]
    account = Account().says("ec2", "describe_subnets", {"Subnets": made}, Filters=FILTERS)
    account.refuses("ec2", "run_instances", "DryRunOperation")
    ((status, _, message),) = told(CHECK.run, about, account)
    assert (status, message.endswith(f"asked in {SUBNET}")) == ("ok", True)


@pytest.mark.parametrize(
    ("purchase", "more"),
    [
        (
            {"spot": {"max_price_usd_per_hour": 0.5}},
            {
                "InstanceMarketOptions": {
                    "MarketType": "spot",
                    "SpotOptions": {
                        "SpotInstanceType": "one-time",
                        "InstanceInterruptionBehavior": "terminate",
                        "MaxPrice": "0.5",
                    },
                }
            },
        ),
        (
            {"reservation": {"id": RESERVATION}},
            {"CapacityReservationSpecification": {"CapacityReservationTarget": {"CapacityReservationId": RESERVATION}}},
        ),
    ],
)
def test_how_it_is_bought_is_asked_too(purchase: dict[str, Any], more: dict[str, Any]) -> None:
    about = small(purchase=purchase)
    given = launch(about, **more, Placement={"AvailabilityZoneId": "use2-az1"})
    assert [status for status, _, _ in told(CHECK.run, about, answers("DryRunOperation", **given))] == ["ok"]


def test_what_ec2_objects_to_is_told() -> None:
    account = answers("Unsupported", "Your requested instance type is not supported.")
    message = "EC2 would not launch g6.xlarge in use2-az1: Unsupported: Your requested instance type is not supported."
    assert told(CHECK.run, small(), account) == [("problem", "pools.train", message)]


def test_without_any_network_nothing_is_known() -> None:
    (unknown,) = outcomes(CHECK.run, small(), answers("VPCIdNotSpecified", "No default VPC for this user"))
    assert (unknown.status, unknown.hint) == ("unknown", "Run it again after the first deployment.")


def test_before_a_block_starts_an_objection_is_no_verdict() -> None:
    about = small()
    (pool,) = about.plan.pools
    before = with_pool(about, schedule=replace(pool.schedule, state="before"))
    assert [status for status, _, _ in told(CHECK.run, before, answers("ReservationCapacityExceeded"))] == ["unknown"]


def test_a_permission_that_is_lacking_is_named_as_aws_names_it() -> None:
    said = "You may not. User: arn:aws:iam::123456789012:user/ana is not authorized to"
    account = answers("UnauthorizedOperation", f"{said} perform: ec2:CreateTags on resource: arn:aws:ec2:…")
    denied = refused(CHECK.run, small(), account)
    assert isinstance(denied, Denied)
    assert denied.action == "ec2:CreateTags"


def test_without_an_image_nothing_is_asked() -> None:
    account = Account().says("ec2", "describe_subnets", {"Subnets": []})
    account.refuses("ssm", "get_parameter", "ParameterNotFound")
    message = "not asked: there is no image to launch"
    assert told(CHECK.run, subject(), account) == [("unknown", "pools.train", message)]
