from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from rackguard.plan.encryption import KEY_POLICY_BYTES, plan_key
from rackguard.spec.stack import Stack

EXISTING = "arn:aws:kms:us-east-2:123456789012:key/01234567-89ab-cdef-0123-456789abcdef"
AUTO_SCALING = "arn:aws:iam::123456789012:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"
SPOT = "arn:aws:iam::123456789012:role/aws-service-role/spot.amazonaws.com/AWSServiceRoleForEC2Spot"
USE = ["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey*", "kms:ReEncrypt*"]
SPOT_POOL = {"train": {"purchase": {"spot": {}}}}


def test_the_policy_of_a_new_key(declare: Callable[..., Stack]) -> None:
    plan = plan_key(declare(), ["/rackguard/llm/auth", "/rackguard/llm/flow"])
    assert plan.create
    assert plan.alias == "alias/llm"
    assert plan.arn is None
    assert plan.service_linked_roles == ()
    assert plan.policy == {
        "Version": "2012-10-17",
        "Statement": [
            {
                "Sid": "AccountAdministersByIam",
                "Effect": "Allow",
                "Principal": {"AWS": "arn:aws:iam::123456789012:root"},
                "Action": "kms:*",
                "Resource": "*",
            },
            {
                "Sid": "ServicesUseForVolumes",
                "Effect": "Allow",
                "Principal": {"AWS": [AUTO_SCALING]},
                "Action": USE,
                "Resource": "*",
            },
            {
                "Sid": "ServicesGrantForVolumes",
                "Effect": "Allow",
                "Principal": {"AWS": [AUTO_SCALING]},
                "Action": "kms:CreateGrant",
                "Resource": "*",
                "Condition": {"Bool": {"kms:GrantIsForAWSResource": "true"}},
            },
            {
                "Sid": "LogsEncryptTheClustersGroups",
                "Effect": "Allow",
                "Principal": {"Service": "logs.us-east-2.amazonaws.com"},
                "Action": USE,
                "Resource": "*",
                "Condition": {
                    "ArnEquals": {
                        "kms:EncryptionContext:aws:logs:arn": [
                            "arn:aws:logs:us-east-2:123456789012:log-group:/rackguard/llm/auth",
                            "arn:aws:logs:us-east-2:123456789012:log-group:/rackguard/llm/flow",
                        ]
                    }
                },
            },
        ],
    }


def test_a_spot_pool_adds_the_spot_role(declare: Callable[..., Stack]) -> None:
    statements = plan_key(declare(pools=SPOT_POOL), []).policy["Statement"]
    assert [statement["Sid"] for statement in statements] == [
        "AccountAdministersByIam",
        "ServicesUseForVolumes",
        "ServicesGrantForVolumes",
    ]
    assert all(statement["Principal"] == {"AWS": [AUTO_SCALING, SPOT]} for statement in statements[1:])


def test_an_existing_key_keeps_its_own_administration(declare: Callable[..., Stack]) -> None:
    plan = plan_key(declare(encryption={"key": EXISTING}), ["/rackguard/llm/auth"])
    assert not plan.create
    assert plan.arn == EXISTING
    assert plan.policy["Statement"][0] == {
        "Sid": "AccountUsesByIam",
        "Effect": "Allow",
        "Principal": {"AWS": "arn:aws:iam::123456789012:root"},
        "Action": USE,
        "Resource": "*",
    }
    assert "kms:*" not in json.dumps(plan.policy)


@pytest.mark.parametrize(
    ("pools", "expected"),
    [({}, ("autoscaling.amazonaws.com",)), (SPOT_POOL, ("autoscaling.amazonaws.com", "spot.amazonaws.com"))],
)
def test_roles_that_a_new_account_lacks_are_made(
    declare: Callable[..., Stack], pools: dict[str, object], expected: tuple[str, ...]
) -> None:
    stack = declare(pools=pools, encryption={"service_linked_roles": "create"})
    assert plan_key(stack, []).service_linked_roles == expected


@pytest.mark.parametrize(
    ("region", "root", "logs"),
    [
        ("us-gov-west-1", "arn:aws-us-gov:iam::123456789012:root", "logs.us-gov-west-1.amazonaws.com"),
        ("cn-north-1", "arn:aws-cn:iam::123456789012:root", "logs.cn-north-1.amazonaws.com.cn"),
    ],
)
def test_other_partitions_have_their_own_principals(
    declare: Callable[..., Stack], region: str, root: str, logs: str
) -> None:
    statements = plan_key(declare(region=region), ["/rackguard/llm/auth"]).policy["Statement"]
    assert statements[0]["Principal"] == {"AWS": root}
    assert statements[-1]["Principal"] == {"Service": logs}


@pytest.mark.parametrize(
    ("classification", "log_groups", "storage", "expected"),
    [
        ("internal", ["/rackguard/llm/auth"], {}, False),
        ("phi", ["/rackguard/llm/auth"], {}, True),
        ("phi", [], {}, False),
        ("internal", [], {"scratch": {"lustre": {"size_gib": 1200, "zone_id": "use2-az1"}, "mount": "/fsx"}}, True),
        ("internal", [], {"home": {"efs": {}}, "data": {"s3": {}}}, False),
    ],
)
def test_the_key_outlives_destroy_where_something_encrypted_with_it_does(
    declare: Callable[..., Stack],
    classification: str,
    log_groups: list[str],
    storage: dict[str, object],
    expected: bool,
) -> None:
    stack = declare(tags={"classification": classification}, storage=storage)
    assert plan_key(stack, log_groups).retain is expected
    existing = declare(tags={"classification": classification}, storage=storage, encryption={"key": EXISTING})
    assert plan_key(existing, log_groups).retain is False


def test_no_role_of_the_stack_is_named(declare: Callable[..., Stack]) -> None:
    policy = json.dumps(plan_key(declare(pools=SPOT_POOL), ["/rackguard/llm/auth"]).policy)
    assert policy.count(":role/") == policy.count(":role/aws-service-role/") == 4


def test_a_hundred_log_groups_fit(declare: Callable[..., Stack]) -> None:
    groups = [f"/aws/fsx/{'x' * 60}-{number}" for number in range(100)]
    assert len(json.dumps(plan_key(declare(pools=SPOT_POOL), groups).policy).encode()) <= KEY_POLICY_BYTES


def test_each_decision_has_its_reason(declare: Callable[..., Stack]) -> None:
    decisions = {decision.id: decision.value for decision in plan_key(declare(pools=SPOT_POOL), []).decisions}
    assert decisions == {
        "key-administration": "by the account's IAM policies",
        "key-grants": "AWSServiceRoleForAutoScaling and AWSServiceRoleForEC2Spot",
        "service-linked-roles": "assumed to exist",
        "key-use-by-nodes": "by the roles' own policies",
    }
    existing = plan_key(declare(encryption={"key": EXISTING, "service_linked_roles": "create"}), []).decisions
    assert {decision.id: decision.value for decision in existing} == {
        "key-administration": "yours",
        "key-grants": "AWSServiceRoleForAutoScaling",
        "service-linked-roles": "made by the stack",
        "key-use-by-nodes": "by the roles' own policies",
    }
