"""An account that is asked how a stack fares."""

from __future__ import annotations

from typing import Any

from tests.account.preflight.asking import Account
from tests.account.status.told import ago

GROUP = "llm-pool-train"
IDENTITY = {"Account": "123456789012", "UserId": "AIDAEXAMPLE", "Arn": "arn:aws:iam::123456789012:user/ana"}


def group(*states: str, wanted: int = 2, least: int = 0, most: int = 2, **more: Any) -> dict[str, Any]:
    """A group of so many nodes as there are states."""
    return {
        "AutoScalingGroupName": GROUP,
        "MinSize": least,
        "MaxSize": most,
        "DesiredCapacity": wanted,
        "DefaultCooldown": 300,
        "AvailabilityZones": ["us-east-2b"],
        "HealthCheckType": "EC2",
        "CreatedTime": ago(1000),
        "Instances": [
            {
                "InstanceId": f"i-{number}",
                "InstanceType": "g6.xlarge",
                "AvailabilityZone": "us-east-2b",
                "LifecycleState": state,
                "HealthStatus": "Healthy",
                "ProtectedFromScaleIn": False,
            }
            for number, state in enumerate(states)
        ],
        **more,
    }


def node(number: int, hours: float, of: str = GROUP, state: str = "running") -> dict[str, Any]:
    """A node that was launched so many hours ago."""
    return {
        "InstanceId": f"i-{number}",
        "InstanceType": "g6.xlarge",
        "LaunchTime": ago(hours),
        "State": {"Name": state},
        "Tags": [{"Key": "aws:autoscaling:groupName", "Value": of}],
    }


def account(
    groups: list[dict[str, Any]], nodes: list[dict[str, Any]], *histories: list[dict[str, Any]], names: Any = (GROUP,)
) -> Account:
    """What it says of groups, nodes and each group's history."""
    one = Account().says(
        "autoscaling", "describe_auto_scaling_groups", {"AutoScalingGroups": groups}, AutoScalingGroupNames=[*names]
    )
    filters = [{"Name": "tag:aws:autoscaling:groupName", "Values": [*names]}]
    one.says("ec2", "describe_instances", {"Reservations": [{"Instances": nodes}]}, Filters=filters)
    for name, history in zip(names, histories, strict=False):
        one.says("autoscaling", "describe_scaling_activities", {"Activities": history}, **of_the_month(name))
    return one


def of_the_month(name: str) -> dict[str, Any]:
    return {
        "AutoScalingGroupName": name,
        "IncludeDeletedGroups": True,
        "Filters": [{"Name": "StartTimeLowerBound", "Values": ["2026-11-30T00:00:00Z"]}],
    }
