"""Launch templates that EC2 refuses by themselves, and volumes that no launch gets."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from tests.aws.opinion.broken import launch_says, says
from tests.aws.opinion.launch_template import call

TEMPLATE = "llm-dev-pool-lab-template"


def tags(count: int) -> dict[str, str]:
    return {f"key-{number}": "value" for number in range(count)}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"name": "it"},
            "InvalidLaunchTemplateName.MalformedException: 'it': 3 to 128 letters, digits and ( ) . - / _ are allowed",
        ),
        (
            {"name": "llm dev"},
            (
                "InvalidLaunchTemplateName.MalformedException: 'llm dev': 3 to 128 letters, digits and ( ) . - / _ are"
                " allowed"
            ),
        ),
        (
            {"userData": base64.b64encode(bytes(16385)).decode()},
            "InvalidUserData.Malformed: User data is limited to 16384 bytes; it has 16385",
        ),
        ({"userData": "#!/bin/sh"}, "InvalidUserData.Malformed: Invalid BASE64 encoding of user data."),
        ({"tags": tags(51)}, "TagLimitExceeded: More than 50 tags specified: the launch template has 51"),
        (
            {"tagSpecifications.1.tags": tags(51)},
            "TagLimitExceeded: More than 50 tags specified: each volume has 51",
        ),
        (
            {"tags": {"aws:owner": "us"}},
            "InvalidParameterValue: Tag keys starting with 'aws:' are reserved for internal use: aws:owner",
        ),
        (
            {"tags": {"k" * 129: ""}},
            f"InvalidParameterValue: Tag key has 129 characters, 1 to 128 allowed: {'k' * 129}",
        ),
        (
            {"tags": {"owner": "v" * 257}},
            "InvalidParameterValue: Tag value has 257 characters, up to 256 allowed: owner",
        ),
        (
            {"description": "d" * 256},
            "CreateLaunchTemplate: VersionDescription: 256 characters, 255 at most",
        ),
        (
            {"metadataOptions.httpTokens": "must"},
            "CreateLaunchTemplate: LaunchTemplateData.MetadataOptions.HttpTokens: 'must' is none of optional, required",
        ),
        (
            {"instanceType": "g6.huge"},
            "CreateLaunchTemplate: LaunchTemplateData.InstanceType: 'g6.huge' is none that is known",
        ),
        (
            {"blockDeviceMappings.0.ebs.volumeType": "gp4"},
            (
                "CreateLaunchTemplate: LaunchTemplateData.BlockDeviceMappings[0].Ebs.VolumeType: 'gp4' is none of"
                " standard, io1, io2, gp2, sc1, st1, gp3"
            ),
        ),
        (
            {"monitoring.enabled": "yes"},
            (
                "CreateLaunchTemplate: Invalid type for parameter LaunchTemplateData.Monitoring.Enabled, value: yes,"
                " type: <class 'str'>, valid types: <class 'bool'>"
            ),
        ),
        (
            {"placement.group": "here"},
            (
                'CreateLaunchTemplate: Unknown parameter in LaunchTemplateData.Placement: "Group", must be one of:'
                " AvailabilityZone, AvailabilityZoneId, Affinity, GroupName, HostId, Tenancy, SpreadDomain,"
                " HostResourceGroupArn, PartitionNumber, GroupId"
            ),
        ),
    ],
)
def test_templates(changes: dict[str, Any], said: str) -> None:
    assert says("dev", TEMPLATE, changes) == [said]


def test_as_much_as_ec2_takes() -> None:
    most = {"userData": base64.b64encode(bytes(16384)).decode(), "tags": {**tags(49), "k" * 128: "v" * 256}}
    assert says("dev", TEMPLATE, {**most, "name": "n" * 128, "description": "d" * 255}) == []


@pytest.mark.parametrize(
    ("volume", "said"),
    [
        ({"volumeSize": 65537}, "InvalidParameterValue: Volume of 65537GiB is invalid for gp3; 1 to 65536 allowed GiB"),
        ({"iops": 2999}, "InvalidParameterValue: Volume iops of 2999 is invalid for gp3; 3000 to 80000 allowed"),
        (
            {"volumeSize": 200, "iops": 80001},
            "InvalidParameterValue: Volume iops of 80001 is invalid for gp3; 3000 to 80000 allowed",
        ),
        (
            {"volumeSize": 150, "iops": 75001},
            "InvalidParameterValue: Iops to volume size ratio of 500.006667 is too high; maximum is 500",
        ),
        ({"throughput": 124}, "InvalidParameterValue: Throughput of 124 MiBps is invalid for gp3; 125 to 2000 allowed"),
        (
            {"throughput": 2001, "iops": 10000},
            "InvalidParameterValue: Throughput of 2001 MiBps is invalid for gp3; 125 to 2000 allowed",
        ),
        (
            {"throughput": 751},
            (
                "InvalidParameterValue: Throughput (MiBps) to iops ratio of 0.250333 is too high; maximum is 0.250000"
                " MiBps per iops"
            ),
        ),
        (
            {"volumeType": "gp2", "throughput": 125},
            "InvalidParameterCombination: throughput can only be specified for volumeType gp3.",
        ),
        (
            {"volumeType": "gp2", "iops": 3000},
            "InvalidParameterCombination: The parameter iops is not supported for gp2 volumes.",
        ),
        (
            {"volumeType": "io2"},
            "MissingParameter: The request must contain the parameter iops for io2 volumes",
        ),
        (
            {"volumeType": "io2", "iops": 99},
            "InvalidParameterValue: Volume iops of 99 is invalid for io2; 100 to 256000 allowed",
        ),
        (
            {"volumeType": "io2", "volumeSize": 5, "iops": 5001},
            "InvalidParameterValue: Iops to volume size ratio of 1000.200000 is too high; maximum is 1000",
        ),
        (
            {"volumeType": "st1", "volumeSize": 124},
            "InvalidParameterValue: Volume of 124GiB is invalid for st1; 125 to 16384 allowed GiB",
        ),
        (
            {"encrypted": "false"},
            "InvalidParameterDependency: The parameter KmsKeyId requires the parameter Encrypted to be set.",
        ),
    ],
)
def test_volumes(volume: dict[str, Any], said: str) -> None:
    changes = {f"blockDeviceMappings.0.ebs.{key}": value for key, value in volume.items()}
    assert launch_says("dev-lab", changes) == [said]


@pytest.mark.parametrize(
    "volume",
    [
        {"volumeSize": 160, "iops": 80000, "throughput": 2000},
        {"volumeSize": 1},
        {"volumeSize": 1, "iops": 3000, "throughput": 750},
        {"volumeType": "io2", "volumeSize": 256, "iops": 256000},
    ],
)
def test_volumes_at_their_bounds(volume: dict[str, Any]) -> None:
    changes = {f"blockDeviceMappings.0.ebs.{key}": value for key, value in volume.items()}
    assert launch_says("dev-lab", changes) == []


def test_one_device_twice() -> None:
    again = {"deviceName": "/dev/sda1", "ebs": {"volumeSize": 10}}
    assert launch_says("dev-lab", {"blockDeviceMappings.1": again}) == [
        "InvalidBlockDeviceMapping: The device '/dev/sda1' is used in more than one block-device mapping"
    ]


def test_what_is_sent() -> None:
    given = {
        "name": "one",
        "tags": {"owner": "us"},
        "updateDefaultVersion": True,
        "imageId": "ami-1",
        "keyName": "",
        "networkInterfaces": [
            {"associatePublicIpAddress": "false", "securityGroups": ["sg-1"], "interfaceType": "efa"}
        ],
        "tagSpecifications": [{"resourceType": "volume", "tags": {"owner": "us"}, "__defaults": []}],
        "__defaults": ["name"],
    }
    owner = [{"Key": "owner", "Value": "us"}]
    interface = {
        "AssociatePublicIpAddress": False,
        "DeviceIndex": 0,
        "Groups": ["sg-1"],
        "InterfaceType": "efa",
        "NetworkCardIndex": 0,
    }
    assert call(given) == {
        "LaunchTemplateName": "one",
        "LaunchTemplateData": {
            "ImageId": "ami-1",
            "NetworkInterfaces": [interface],
            "TagSpecifications": [{"ResourceType": "volume", "Tags": owner}],
        },
        "TagSpecifications": [{"ResourceType": "launch-template", "Tags": owner}],
    }
