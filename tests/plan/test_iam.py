from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rackguard.plan.iam import plan_flow_log_role, plan_login_role, plan_node_role
from rackguard.plan.policy_document import MANAGED_POLICY_CHARACTERS, size
from rackguard.plan.types import RolePlan
from rackguard.spec.stack import Stack

EXISTING = "arn:aws:kms:us-east-2:123456789012:key/01234567-89ab-cdef-0123-456789abcdef"
READ_USERS = {
    "Sid": "ReadUsers",
    "Effect": "Allow",
    "Action": "ssm:GetParametersByPath",
    "Resource": [
        "arn:aws:ssm:us-east-2:123456789012:parameter/rackguard/llm/users",
        "arn:aws:ssm:us-east-2:123456789012:parameter/rackguard/llm/users/*",
    ],
}
WRITE_LOG_INS = {
    "Sid": "WriteLogInRecords",
    "Effect": "Allow",
    "Action": ["logs:CreateLogStream", "logs:DescribeLogStreams", "logs:PutLogEvents"],
    "Resource": [
        "arn:aws:logs:us-east-2:123456789012:log-group:/rackguard/llm/auth",
        "arn:aws:logs:us-east-2:123456789012:log-group:/rackguard/llm/auth:*",
    ],
}
END = {
    "Sid": "EndOnceSaved",
    "Effect": "Allow",
    "Action": "autoscaling:CompleteLifecycleAction",
    "Resource": "arn:aws:autoscaling:us-east-2:123456789012:autoScalingGroup:*:autoScalingGroupName/llm-pool-train",
}
PEERS = [
    {
        "Sid": "PublishHostKey",
        "Effect": "Allow",
        "Action": "ec2:CreateTags",
        "Resource": "arn:aws:ec2:us-east-2:123456789012:instance/*",
        "Condition": {
            "ArnEquals": {
                "ec2:SourceInstanceARN": "arn:aws:ec2:us-east-2:123456789012:instance/${ec2:InstanceID}",
            },
            "StringEquals": {
                "aws:ResourceTag/rackguard:cluster": "llm",
                "aws:ResourceTag/rackguard:pool": "train",
            },
            "Null": {"aws:ResourceTag/rackguard:ssh-host-key": "true", "aws:TagKeys": "false"},
            "ForAllValues:StringEquals": {"aws:TagKeys": ["rackguard:ssh-host-key"]},
        },
    },
    {
        "Sid": "FindNodes",
        "Effect": "Allow",
        "Action": "ec2:DescribeInstances",
        "Resource": "*",
        "Condition": {"StringEquals": {"aws:RequestedRegion": "us-east-2"}},
    },
]
BUCKET = "arn:aws:s3:::llm-data-123456789012-us-east-2"
USE_BUCKET = [
    {
        "Sid": "ListBuckets",
        "Effect": "Allow",
        "Action": ["s3:GetBucketLocation", "s3:ListBucket", "s3:ListBucketMultipartUploads"],
        "Resource": BUCKET,
    },
    {
        "Sid": "UseObjects",
        "Effect": "Allow",
        "Action": [
            "s3:AbortMultipartUpload",
            "s3:DeleteObject",
            "s3:GetObject",
            "s3:ListMultipartUploadParts",
            "s3:PutObject",
        ],
        "Resource": f"{BUCKET}/*",
    },
    {
        "Sid": "UseKeyForObjects",
        "Effect": "Allow",
        "Action": ["kms:Decrypt", "kms:GenerateDataKey"],
        "Resource": "arn:aws:kms:us-east-2:123456789012:key/*",
        "Condition": {
            "StringEquals": {"kms:ViaService": "s3.us-east-2.amazonaws.com"},
            "StringLike": {"kms:EncryptionContext:aws:s3:arn": [BUCKET, f"{BUCKET}/*"]},
            "ForAnyValue:StringEquals": {"kms:ResourceAliases": "alias/llm"},
        },
    },
]


def only_statements(role: RolePlan) -> list[dict[str, Any]]:
    ((_, policy),) = role.policies
    assert policy["Version"] == "2012-10-17"
    return policy["Statement"]


def test_a_node_alone_reads_people_and_writes_log_ins(declare: Callable[..., Stack]) -> None:
    role = plan_node_role(declare(), "train")
    assert role == RolePlan(
        name="llm-us-east-2-pool-train",
        arn="arn:aws:iam::123456789012:role/llm-us-east-2-pool-train",
        trust={
            "Version": "2012-10-17",
            "Statement": [
                {
                    "Sid": "Ec2",
                    "Effect": "Allow",
                    "Principal": {"Service": "ec2.amazonaws.com"},
                    "Action": "sts:AssumeRole",
                }
            ],
        },
        policies=(
            ("llm-us-east-2-pool-train", {"Version": "2012-10-17", "Statement": [READ_USERS, WRITE_LOG_INS, END]}),
        ),
        instance_profile="llm-us-east-2-pool-train",
    )


def test_nodes_with_peers_find_each_other_and_tag_themselves_once(declare: Callable[..., Stack]) -> None:
    stack = declare(pools={"train": {"nodes": {"max": 2}}})
    assert only_statements(plan_node_role(stack, "train")) == [READ_USERS, WRITE_LOG_INS, END, *PEERS]


def test_a_pool_reads_the_mounts_that_it_mounts_and_no_others(declare: Callable[..., Stack]) -> None:
    storage = {
        "scratch": {"lustre": {"size_gib": 1200, "zone_id": "use2-az1"}},
        "home": {"efs": {}},
        "other": {"efs": {}},
    }
    stack = declare(storage=storage, pools={"train": {"mounts": ["scratch", "home"]}})
    assert only_statements(plan_node_role(stack, "train"))[1] == {
        "Sid": "ReadMounts",
        "Effect": "Allow",
        "Action": "ssm:GetParameter",
        "Resource": [
            "arn:aws:ssm:us-east-2:123456789012:parameter/rackguard/llm/mounts/scratch",
            "arn:aws:ssm:us-east-2:123456789012:parameter/rackguard/llm/mounts/home",
        ],
    }


BLOCK = {"id": "cr-0fedcba9876543210", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}


@pytest.mark.parametrize("bought", [{"spot": {}}, {"capacity_block": BLOCK}])
def test_a_pool_may_use_its_checkpoint_bucket_and_no_other(
    declare: Callable[..., Stack], bought: dict[str, dict[str, str]]
) -> None:
    ((option, values),) = bought.items()
    stack = declare(
        storage={"data": {"s3": {}}, "secret": {"s3": {}}},
        pools={"train": {"purchase": {option: {**values, "checkpoint": "data"}}}},
    )
    assert only_statements(plan_node_role(stack, "train")) == [READ_USERS, WRITE_LOG_INS, *USE_BUCKET, END]


def test_an_existing_key_is_named_itself(declare: Callable[..., Stack]) -> None:
    stack = declare(storage={"data": {"s3": {}}}, pools={"train": {"mounts": ["data"]}}, encryption={"key": EXISTING})
    assert only_statements(plan_node_role(stack, "train"))[-2] == {
        "Sid": "UseKeyForObjects",
        "Effect": "Allow",
        "Action": ["kms:Decrypt", "kms:GenerateDataKey"],
        "Resource": EXISTING,
        "Condition": {
            "StringEquals": {"kms:ViaService": "s3.us-east-2.amazonaws.com"},
            "StringLike": {"kms:EncryptionContext:aws:s3:arn": [BUCKET, f"{BUCKET}/*"]},
        },
    }


def test_no_role_may_erase_a_version_or_start_a_session(declare: Callable[..., Stack]) -> None:
    stack = declare(storage={"data": {"s3": {}}}, pools={"train": {"nodes": {"max": 2}, "mounts": ["data"]}})
    text = json.dumps(plan_node_role(stack, "train").policies)
    assert "DeleteObject" in text
    assert text.count("Tags") == 1  # CreateTags: a tag that could be deleted could be written again
    for action in ("DeleteObjectVersion", "ssmmessages", "iam:", "PassRole", "ssm:PutParameter", "CreateLogGroup"):
        assert action not in text


def test_a_hundred_buckets_are_split_over_policies_within_the_limit(declare: Callable[..., Stack]) -> None:
    names = [f"store{number}" for number in range(100)]
    stack = declare(
        storage={name: {"s3": {}} for name in names}, pools={"train": {"mounts": names, "nodes": {"max": 2}}}
    )
    role = plan_node_role(stack, "train")
    assert role == plan_node_role(stack, "train")
    assert len({name for name, _ in role.policies}) == len(role.policies) <= 10  # what a role may carry
    assert [name for name, _ in role.policies][:2] == ["llm-us-east-2-pool-train", "llm-us-east-2-pool-train.2"]
    assert all(size(policy) <= MANAGED_POLICY_CHARACTERS for _, policy in role.policies)
    statements = [statement for _, policy in role.policies for statement in policy["Statement"]]
    sids = [statement["Sid"] for statement in statements]
    assert len(set(sids)) == len(sids)
    listed = [arn for s in statements if s["Sid"].startswith("ListBuckets") for arn in s["Resource"]]
    assert listed == [f"arn:aws:s3:::llm-{name}-123456789012-us-east-2" for name in names]


def test_the_login_node_reads_people_and_its_mounts_and_tags_nothing(declare: Callable[..., Stack]) -> None:
    login = {"instance_type": "m7i.large", "zone_id": "use2-az1", "mounts": ["home", "data"]}
    stack = declare(
        storage={"home": {"efs": {}}, "data": {"s3": {}}, "other": {"s3": {}}}, access={"login_node": login}
    )
    role = plan_login_role(stack)
    assert role.name == role.instance_profile == "llm-us-east-2-login"
    mounts = {
        "Sid": "ReadMounts",
        "Effect": "Allow",
        "Action": "ssm:GetParameter",
        "Resource": "arn:aws:ssm:us-east-2:123456789012:parameter/rackguard/llm/mounts/home",
    }
    assert only_statements(role) == [READ_USERS, mounts, WRITE_LOG_INS, *USE_BUCKET]


def test_the_flow_log_role_serves_this_accounts_flow_logs_only(declare: Callable[..., Stack]) -> None:
    group = "arn:aws:logs:us-east-2:123456789012:log-group:/rackguard/llm/flow"
    assert plan_flow_log_role(declare(), "/rackguard/llm/flow") == RolePlan(
        name="llm-us-east-2-flow-logs",
        arn="arn:aws:iam::123456789012:role/llm-us-east-2-flow-logs",
        trust={
            "Version": "2012-10-17",
            "Statement": [
                {
                    "Sid": "FlowLogsOfThisAccount",
                    "Effect": "Allow",
                    "Principal": {"Service": "vpc-flow-logs.amazonaws.com"},
                    "Action": "sts:AssumeRole",
                    "Condition": {
                        "StringEquals": {"aws:SourceAccount": "123456789012"},
                        "ArnLike": {"aws:SourceArn": "arn:aws:ec2:us-east-2:123456789012:vpc-flow-log/*"},
                    },
                }
            ],
        },
        policies=(
            (
                "llm-us-east-2-flow-logs",
                {
                    "Version": "2012-10-17",
                    "Statement": [
                        {
                            "Sid": "WriteFlowLogs",
                            "Effect": "Allow",
                            "Action": ["logs:CreateLogStream", "logs:DescribeLogStreams", "logs:PutLogEvents"],
                            "Resource": [group, f"{group}:*"],
                        },
                        {
                            "Sid": "FindFlowLogs",
                            "Effect": "Allow",
                            "Action": "logs:DescribeLogGroups",
                            "Resource": "arn:aws:logs:us-east-2:123456789012:log-group:*",
                        },
                    ],
                },
            ),
        ),
        instance_profile=None,
    )


def test_long_names_stay_within_the_limits(declare: Callable[..., Stack]) -> None:
    cluster, pool = "c" * 32, "p" * 32
    stack = declare(
        name=cluster,
        pools={"train": None, pool: {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}}},
    )
    role = plan_node_role(stack, pool)
    assert len(role.name) == 64
    assert role.arn.endswith(f":role/{role.name}")
    assert all(len(name) <= 128 for name, _ in role.policies)


def test_china_has_its_own_partition_and_services(declare: Callable[..., Stack]) -> None:
    stack = declare(region="cn-north-1", storage={"data": {"s3": {}}}, pools={"train": {"mounts": ["data"]}})
    role = plan_node_role(stack, "train")
    assert role.trust["Statement"][0]["Principal"] == {"Service": "ec2.amazonaws.com.cn"}
    assert "arn:aws:" not in json.dumps([role.arn, role.policies])
