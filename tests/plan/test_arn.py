"""ARNs in each partition."""

from __future__ import annotations

import pytest

from rackguard.plan import arn

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
