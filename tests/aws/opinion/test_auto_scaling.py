"""Groups that Auto Scaling refuses, and those none of whose nodes would ever run."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.aws.opinion.auto_scaling import call
from tests.aws.opinion.broken import MALFORMED, says, state_of

EVAL = "llm-staging-pool-eval-group"
SPLIT = "mixedInstancesPolicy.instancesDistribution"
OVERRIDES = "mixedInstancesPolicy.launchTemplate.overrides"
TERMINATION = (
    "AllocationStrategy, ClosestToNextInstanceHour, Default, NewestInstance, OldestInstance,"
    " OldestLaunchConfiguration, OldestLaunchTemplate"
)
PROCESSES = (
    "AZRebalance, AddToLoadBalancer, AlarmNotification, HealthCheck, InstanceRefresh, Launch, ReplaceUnhealthy,"
    " ScheduledActions, Terminate"
)
INCOMPATIBLE = (
    "InvalidQueryParameter: Incompatible launch template: You cannot use a launch template that is set to request Spot"
    " Instances (InstanceMarketOptions) when you configure an Auto Scaling group with a mixed instances policy. Add a"
    " different launch template to the group and try again."
)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"minSize": 5}, "ValidationError: Max bound, 4, must be greater than or equal to min bound, 5"),
        (
            {"desiredCapacity": 5},
            "ValidationError: Desired capacity:5 must be between the specified min size:0 and max size:4",
        ),
        ({"vpcZoneIdentifiers": ...}, "ValidationError: At least one Availability Zone or VPC Subnet is required."),
        (
            {"mixedInstancesPolicy": ...},
            (
                "ValidationError: Valid requests must contain either LaunchTemplate, LaunchConfigurationName,"
                " InstanceId or MixedInstancesPolicy parameter."
            ),
        ),
        (
            {"healthCheckType": "GPU"},
            "ValidationError: 'GPU' is no valid health check type: EBS, EC2, ELB, VPC_LATTICE",
        ),
        (
            {"terminationPolicies.1": "Youngest"},
            f"ValidationError: 'Youngest' is no valid termination policy: {TERMINATION}",
        ),
        ({"suspendedProcesses": ["Sleep"]}, f"ValidationError: 'Sleep' is no valid scaling process: {PROCESSES}"),
        (
            {
                "instanceMaintenancePolicy.maxHealthyPercentage": 150,
                "instanceMaintenancePolicy.minHealthyPercentage": 0,
            },
            (
                "ValidationError: The instance maintenance policy's MaxHealthyPercentage, 150, must be up to 100 above"
                " MinHealthyPercentage, 0"
            ),
        ),
        (
            {"instanceMaintenancePolicy.maxHealthyPercentage": ...},
            (
                "ValidationError: The instance maintenance policy needs both of MinHealthyPercentage and"
                " MaxHealthyPercentage"
            ),
        ),
        (
            {"instanceRefresh.preferences.minHealthyPercentage": 0},
            (
                "ValidationError: The instance refresh's MaxHealthyPercentage, 110, must be up to 100 above"
                " MinHealthyPercentage, 0"
            ),
        ),
        (
            {"instanceRefresh.strategy": "Sliding"},
            "StartInstanceRefresh: Strategy: 'Sliding' is none of Rolling, ReplaceRootVolume",
        ),
        (
            {f"{SPLIT}.onDemandPercentageAboveBaseCapacity": 101},
            "ValidationError: OnDemandPercentageAboveBaseCapacity is 101; 0 to 100 allowed",
        ),
        (
            {f"{SPLIT}.onDemandBaseCapacity": -1},
            "ValidationError: OnDemandBaseCapacity is -1; 0 or more allowed",
        ),
        (
            {f"{SPLIT}.spotAllocationStrategy": "cheapest"},
            (
                "ValidationError: 'cheapest' is no valid spot allocation strategy: capacity-optimized,"
                " capacity-optimized-prioritized, lowest-price, price-capacity-optimized"
            ),
        ),
        (
            {f"{SPLIT}.onDemandAllocationStrategy": "fastest"},
            "ValidationError: 'fastest' is no valid on-demand allocation strategy: lowest-price, prioritized",
        ),
        (
            {f"{SPLIT}.spotInstancePools": 2},
            "ValidationError: SpotInstancePools can only be specified with the spot allocation strategy lowest-price",
        ),
        (
            {f"{OVERRIDES}.3": {"instanceType": "g5.12xlarge"}},
            "ValidationError: Duplicate instance type g5.12xlarge in the overrides",
        ),
        (
            {"mixedInstancesPolicy.launchTemplate.launchTemplateSpecification.launchTemplateId": "lt-1"},
            f"{MALFORMED}The specified launch template, lt-1, does not exist.",
        ),
        (
            {"name": "n" * 256, "suspendedProcesses": ..., "instanceRefresh": ...},
            "CreateAutoScalingGroup: AutoScalingGroupName: 256 characters, 255 at most",
        ),
        (
            {"instanceMaintenancePolicy.minHealthyPercentage": 101},
            "CreateAutoScalingGroup: InstanceMaintenancePolicy.MinHealthyPercentage: 101, 100 at most",
        ),
    ],
)
def test_groups(changes: dict[str, Any], said: str) -> None:
    assert says("staging", EVAL, changes) == [said]


def test_a_template_and_a_mixed_policy() -> None:
    template = {"id": state_of("staging", "llm-staging-pool-eval-template")["id"], "version": "1"}
    assert says("staging", EVAL, {"launchTemplate": template}) == [
        "ValidationError: Only one of LaunchTemplate and MixedInstancesPolicy may be specified"
    ]


@pytest.mark.parametrize("version", ["2", "0", "newest"])
def test_a_version_that_the_template_has_not(version: str) -> None:
    template = state_of("dev", "llm-dev-pool-lab-template")["id"]
    assert says("dev", "llm-dev-pool-lab-group", {"launchTemplate.version": version}) == [
        f"{MALFORMED}Could not find launch template version {version} of {template}"
    ]


@pytest.mark.parametrize("version", ["1", "$Latest", "$Default"])
def test_a_version_that_the_template_has(version: str) -> None:
    assert says("dev", "llm-dev-pool-lab-group", {"launchTemplate.version": version}) == []


def test_a_template_by_its_name() -> None:
    by_name = {"launchTemplate": {"name": "llm-dev-pool-lab"}}
    assert says("dev", "llm-dev-pool-lab-group", by_name) == []


@pytest.mark.parametrize("market", ["spot", "capacity-block"])
def test_a_mixed_group_whose_template_says_how_to_buy(market: str) -> None:
    others = {"llm-staging-pool-eval-template": {"instanceMarketOptions": {"marketType": market}}}
    assert says("staging", EVAL, {}, others) == [INCOMPATIBLE]


def test_a_mixed_group_with_a_type_of_another_architecture() -> None:
    said = says("staging", EVAL, {f"{OVERRIDES}.3": {"instanceType": "g5g.16xlarge"}})
    assert [line.partition(";")[0] for line in said if "architecture" in line] == [
        (
            "Could not launch g5g.16xlarge: InvalidParameterValue: The architecture 'arm64' of the specified instance"
            " type does not match the architecture 'x86_64' of the specified AMI: g5g.16xlarge, ami-0aaaaaaaaaaaaaaa1"
        )
    ]


def test_a_mixed_group_that_buys_spot_of_a_type_that_is_not_sold_so() -> None:
    said = says("staging", EVAL, {f"{OVERRIDES}.3": {"instanceType": "hpc6a.48xlarge"}})
    sold = "Unsupported: The instance type 'hpc6a.48xlarge' isn't sold as spot, only as on-demand"
    assert f"Could not launch hpc6a.48xlarge: {sold}" in said
    on_demand = {f"{SPLIT}.onDemandPercentageAboveBaseCapacity": 100}
    said = says("staging", EVAL, {f"{OVERRIDES}.3": {"instanceType": "hpc6a.48xlarge"}, **on_demand})
    assert not any("isn't sold" in line for line in said)


@pytest.mark.parametrize(
    ("sid", "missing"),
    [
        ("ServicesGrantForVolumes", "kms:CreateGrant"),
        (
            "ServicesUseForVolumes",
            (
                "kms:Encrypt, kms:Decrypt, kms:ReEncryptFrom, kms:ReEncryptTo, kms:GenerateDataKey,"
                " kms:GenerateDataKeyWithoutPlaintext, kms:DescribeKey"
            ),
        ),
    ],
)
def test_a_key_that_does_not_let_the_services(sid: str, missing: str) -> None:
    key = state_of("dev", "llm-dev-key-key")
    policy = json.loads(key["policy"])
    policy["Statement"] = [one for one in policy["Statement"] if one["Sid"] != sid]
    assert says("dev", "llm-dev-pool-lab-group", {}, {"llm-dev-key-key": {"policy": json.dumps(policy)}}) == [
        f"Client.InternalError: Client error on launch: {role} may not use {key['arn']}: {missing}"
        for role in ("AWSServiceRoleForAutoScaling", "AWSServiceRoleForEC2Spot")
    ]


def test_too_many_overrides() -> None:
    many = {OVERRIDES: [{"instanceType": "g6e.12xlarge"}] * 41}
    assert says("staging", EVAL, many) == [
        "ValidationError: 41 overrides; 40 allowed",
        "ValidationError: Duplicate instance type g6e.12xlarge in the overrides",
    ]


def test_a_key_whose_policy_is_not_known() -> None:
    elsewhere = {"blockDeviceMappings.0.ebs.kmsKeyId": "arn:aws:kms:us-west-2:210987654321:key/theirs"}
    assert says("dev", "llm-dev-pool-lab-group", {}, {"llm-dev-pool-lab-template": elsewhere}) == []


def test_a_grant_for_more_than_resources_of_aws_is_enough_and_a_condition_of_grants_on_use_is_not() -> None:
    policy = json.loads(state_of("dev", "llm-dev-key-key")["policy"])
    grants = next(one for one in policy["Statement"] if one["Sid"] == "ServicesGrantForVolumes")
    use = next(one for one in policy["Statement"] if one["Sid"] == "ServicesUseForVolumes")
    condition = grants.pop("Condition")
    assert says("dev", "llm-dev-pool-lab-group", {}, {"llm-dev-key-key": {"policy": json.dumps(policy)}}) == []
    use["Condition"] = condition
    said = says("dev", "llm-dev-pool-lab-group", {}, {"llm-dev-key-key": {"policy": json.dumps(policy)}})
    assert [line.partition(":")[0] for line in said] == ["Client.InternalError", "Client.InternalError"]


def test_what_is_sent() -> None:
    given = {
        "name": "one",
        "minSize": 0.0,
        "maxSize": 2.0,
        "vpcZoneIdentifiers": ["subnet-1", "subnet-2"],
        "launchTemplate": {"id": "lt-1", "version": "3"},
        "protectFromScaleIn": True,
        "serviceLinkedRoleArn": "arn:aws:iam::1:role/r",
        "tags": [{"key": "owner", "value": "us", "propagateAtLaunch": False}],
        "waitForCapacityTimeout": "0",
    }
    assert call(given) == {
        "AutoScalingGroupName": "one",
        "MinSize": 0,
        "MaxSize": 2,
        "VPCZoneIdentifier": "subnet-1,subnet-2",
        "LaunchTemplate": {"LaunchTemplateId": "lt-1", "Version": "3"},
        "NewInstancesProtectedFromScaleIn": True,
        "ServiceLinkedRoleARN": "arn:aws:iam::1:role/r",
        "Tags": [
            {
                "ResourceId": "one",
                "ResourceType": "auto-scaling-group",
                "Key": "owner",
                "Value": "us",
                "PropagateAtLaunch": False,
            }
        ],
    }
