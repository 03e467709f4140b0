"""The check of recorded inputs against the provider's classes finds what the SDK and its mocks let through."""

from __future__ import annotations

from typing import Any

import pytest
from tests.aws.provider_schema import arguments_of, check, knows

from rackguard.graph.resource import UNKNOWN, Resource, Secret

TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
LUSTRE = "aws:fsx/lustreFileSystem:LustreFileSystem"


def resource(type_: str, inputs: dict[str, Any], *, custom: bool = True, external: bool = False) -> Resource:
    return Resource(
        urn=f"urn:pulumi:test::tests::{type_}::one",
        type=type_,
        name="one",
        parent=None,
        provider=None,
        custom=custom,
        inputs=inputs,
        external=external,
    )


def problems(type_: str, **inputs: Any) -> list[str]:
    return check(resource(type_, inputs))


def test_good_inputs_of_every_kind_have_no_problem():
    assert not problems(
        TEMPLATE,
        namePrefix=UNKNOWN,
        userData=Secret(known=True),
        updateDefaultVersion=True,
        tags={"Name": "train", "owner": UNKNOWN},
        vpcSecurityGroupIds=[UNKNOWN, "sg-0123456789abcdef0"],
        blockDeviceMappings=[{"deviceName": "/dev/sda1", "ebs": {"volumeSize": 500, "encrypted": "true"}}],
        networkInterfaces=[{"networkCardIndex": 1, "deviceIndex": 1, "deleteOnTermination": "true"}],
        metadataOptions={"httpTokens": "required", "httpPutResponseHopLimit": 1},
    )


@pytest.mark.parametrize(
    ("type_", "inputs", "expected"),
    [
        (TEMPLATE, {"nam": "x"}, ["one nam: unknown; LaunchTemplateArgs has no such input"]),
        (TEMPLATE, {"name_prefix": "x"}, ["one name_prefix: unknown; LaunchTemplateArgs has no such input"]),
        (
            TEMPLATE,
            {"networkInterfaces": [{"networkCardIndex": 0}, {"networkCardIndx": 1}]},
            ["one networkInterfaces[1].networkCardIndx: unknown; LaunchTemplateNetworkInterfaceArgs has no such input"],
        ),
        (
            TEMPLATE,
            {"blockDeviceMappings": [{"ebs": {"volumeSize": "500"}}]},
            ["one blockDeviceMappings[0].ebs.volumeSize: int wanted, str given: '500'"],
        ),
        (
            TEMPLATE,
            {"blockDeviceMappings": [{"ebs": {"encrypted": True}}]},
            ["one blockDeviceMappings[0].ebs.encrypted: str wanted, bool given: True"],
        ),
        (
            TEMPLATE,
            {"blockDeviceMappings": {"deviceName": "/dev/sda1"}},
            ["one blockDeviceMappings: list wanted, map given: {'deviceName': '/dev/sda1'}"],
        ),
        (TEMPLATE, {"metadataOptions": []}, ["one metadataOptions: map wanted, list given: []"]),
        (TEMPLATE, {"updateDefaultVersion": 1}, ["one updateDefaultVersion: bool wanted, int given: 1"]),
        (TEMPLATE, {"updateDefaultVersion": None}, ["one updateDefaultVersion: bool wanted, null given: None"]),
        (TEMPLATE, {"tags": {"nodes": 3}}, ["one tags.nodes: str wanted, int given: 3"]),
        (LUSTRE, {}, ["one subnetIds: missing"]),
        (LUSTRE, {"subnetIds": ["subnet-1"]}, ["one subnetIds: str wanted, list given: ['subnet-1']"]),
        (
            LUSTRE,
            {"subnetIds": UNKNOWN, "storageCapacity": 1.5},
            ["one storageCapacity: int wanted, float given: 1.5"],
        ),
        (
            "aws:ec2/placementGroup:PlacementGroup",
            {"strategy": 1},
            ["one strategy: str wanted, int given: 1"],
        ),
        (
            "aws:autoscaling/group:Group",
            {"minSize": 0, "maxSize": 1, "tags": [{"key": "a", "value": "b"}]},
            ["one tags[0].propagateAtLaunch: missing"],
        ),
        (
            "aws:iam/policy:Policy",
            {"policy": ["*"]},
            ["one policy: str or map wanted, list given: ['*']"],
        ),
        (
            "aws:iam/policy:Policy",
            {"policy": {"Version": "2012-10-17", "Statement": [{"Effect": "Maybe"}]}},
            ["one policy.Statement[0].Effect: one of 'Allow', 'Deny' wanted, str given: 'Maybe'"],
        ),
    ],
)
def test_a_bad_input_is_named_with_its_path(type_: str, inputs: dict[str, Any], expected: list[str]):
    assert check(resource(type_, inputs)) == expected


def test_all_problems_come_at_once():
    found = problems(LUSTRE, storageCapacity="1200", nam="x")
    assert found == [
        "one nam: unknown; LustreFileSystemArgs has no such input",
        "one subnetIds: missing",
        "one storageCapacity: int wanted, str given: '1200'",
    ]


def test_components_providers_and_things_that_are_only_read_are_passed_over():
    assert not check(resource("rackguard-aws:index:Network", {"anything": 1}, custom=False))
    assert not check(resource("pulumi:providers:aws", {"region": "us-east-2"}))
    assert not check(resource(LUSTRE, {}, external=True))


@pytest.mark.parametrize("token", ["aws:ec2/vpc:Vpcs", "aws:ec3/vpc:Vpc"])
def test_a_token_that_the_provider_does_not_have_is_refused(token: str):
    with pytest.raises(LookupError, match=f"pulumi_aws has no resource {token}"):
        check(resource(token, {}))


def test_an_input_that_a_class_takes_is_known():
    assert knows("aws:ec2/vpc:Vpc", "tags")
    assert not knows("aws:iam/rolePolicyAttachment:RolePolicyAttachment", "tags")


def test_a_class_of_arguments_with_a_nested_namesake_is_found():
    assert arguments_of("aws:ec2/managedPrefixListEntry:ManagedPrefixListEntry").__name__ == (
        "ManagedPrefixListEntryInitArgs"
    )
    # Its module holds the nested type as well.
    assert arguments_of("aws:s3/bucketObjectLockConfiguration:BucketObjectLockConfiguration").__name__ == (
        "BucketObjectLockConfigurationInitArgs"
    )
