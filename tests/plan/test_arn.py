"""ARNs in each partition."""

from __future__ import annotations

from typing import get_args

import pytest

from rackguard.plan import arn
from rackguard.spec.network import Endpoint

ACCOUNT = "123456789012"


@pytest.mark.parametrize(
    ("region", "partition", "suffix"),
    [
        ("us-east-2", "aws", "amazonaws.com"),
        ("eu-central-1", "aws", "amazonaws.com"),
        ("us-gov-west-1", "aws-us-gov", "amazonaws.com"),
        ("cn-north-1", "aws-cn", "amazonaws.com.cn"),
    ],
)
def test_partition_and_domain_follow_the_region(region, partition, suffix):
    assert arn.partition(region) == partition
    assert arn.dns_suffix(region) == suffix


CHINESE = {
    "s3": "com.amazonaws.cn-north-1.s3",
    "autoscaling": "cn.com.amazonaws.cn-north-1.autoscaling",
    "ec2": "cn.com.amazonaws.cn-north-1.ec2",
    "ec2messages": "com.amazonaws.cn-north-1.ec2messages",
    "ecr.api": "cn.com.amazonaws.cn-north-1.ecr.api",
    "ecr.dkr": "cn.com.amazonaws.cn-north-1.ecr.dkr",
    "elasticfilesystem": "cn.com.amazonaws.cn-north-1.elasticfilesystem",
    "fsx": "cn.com.amazonaws.cn-north-1.fsx",
    "kms": "com.amazonaws.cn-north-1.kms",
    "logs": "com.amazonaws.cn-north-1.logs",
    "monitoring": "cn.com.amazonaws.cn-north-1.monitoring",
    "secretsmanager": "com.amazonaws.cn-north-1.secretsmanager",
    "ssm": "com.amazonaws.cn-north-1.ssm",
    "ssmmessages": "com.amazonaws.cn-north-1.ssmmessages",
    "sts": "cn.com.amazonaws.cn-north-1.sts",
}


def test_endpoints_of_china_are_named_service_by_service():
    assert {service: arn.endpoint_service("cn-north-1", service) for service in get_args(Endpoint)} == CHINESE


@pytest.mark.parametrize("region", ["us-east-2", "us-gov-west-1", "ca-central-1"])
def test_endpoints_elsewhere_are_named_alike(region):
    made = {arn.endpoint_service(region, service) for service in get_args(Endpoint)}
    assert made == {f"com.amazonaws.{region}.{service}" for service in CHINESE}


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (arn.role_arn("us-east-2", ACCOUNT, "r"), "arn:aws:iam::123456789012:role/r"),
        (arn.policy_arn("us-gov-east-1", ACCOUNT, "p"), "arn:aws-us-gov:iam::123456789012:policy/p"),
        (arn.instance_profile_arn("us-east-2", ACCOUNT, "p"), "arn:aws:iam::123456789012:instance-profile/p"),
        (arn.account_root_arn("cn-north-1", ACCOUNT), "arn:aws-cn:iam::123456789012:root"),
        (arn.bucket_arn("us-east-2", "b"), "arn:aws:s3:::b"),
        (
            arn.parameter_arn("us-east-2", ACCOUNT, "/rackguard/llm/users/*"),
            "arn:aws:ssm:us-east-2:123456789012:parameter/rackguard/llm/users/*",
        ),
        (
            arn.log_group_arn("us-east-2", ACCOUNT, "/rackguard/llm/flow"),
            "arn:aws:logs:us-east-2:123456789012:log-group:/rackguard/llm/flow",
        ),
        (arn.placement_group_name("arn:aws:ec2:us-east-2:123456789012:placement-group/team-a"), "team-a"),
        (arn.key_alias_arn("us-east-2", ACCOUNT, "alias/llm"), "arn:aws:kms:us-east-2:123456789012:alias/llm"),
        (
            arn.placement_group_arn("us-east-2", ACCOUNT, "g"),
            "arn:aws:ec2:us-east-2:123456789012:placement-group/g",
        ),
        (
            arn.group_arn("us-east-2", ACCOUNT, "g"),
            "arn:aws:autoscaling:us-east-2:123456789012:autoScalingGroup:*:autoScalingGroupName/g",
        ),
        (
            arn.service_linked_role_arn(
                "us-east-2", ACCOUNT, "autoscaling.amazonaws.com", "AWSServiceRoleForAutoScaling"
            ),
            "arn:aws:iam::123456789012:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling",
        ),
    ],
)
def test_arns_of_each_kind(made, expected):
    assert made == expected
