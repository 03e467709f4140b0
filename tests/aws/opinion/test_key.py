"""Keys and key policies that KMS refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.aws.opinion.account import ACCOUNT
from tests.aws.opinion.broken import says, state_of
from tests.aws.opinion.existing import LINKED_ROLE
from tests.aws.opinion.opinion import refusals

KEY = "llm-dev-key-key"
LOCKED = (
    "MalformedPolicyDocumentException: The new key policy will not allow you to update the key policy in the future."
)
INVALID = "MalformedPolicyDocumentException: Policy contains a statement with one or more invalid principals:"
ROOT = {"AWS": f"arn:aws:iam::{ACCOUNT}:root"}
ADMINISTER: dict[str, Any] = {"Effect": "Allow", "Principal": ROOT, "Action": "kms:*", "Resource": "*"}


def policy(*statements: dict[str, Any]) -> dict[str, str]:
    return {"policy": json.dumps({"Version": "2012-10-17", "Statement": statements})}


def use(principal: object) -> dict[str, Any]:
    return {"Effect": "Allow", "Principal": principal, "Action": ["kms:Decrypt"], "Resource": "*"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"deletionWindowInDays": 6}, ["ValidationException: PendingWindowInDays is 6; 7 to 30 allowed"]),
        ({"deletionWindowInDays": 31}, ["ValidationException: PendingWindowInDays is 31; 7 to 30 allowed"]),
        (
            {"rotationPeriodInDays": 89},
            ["EnableKeyRotation: Invalid value for parameter RotationPeriodInDays, value: 89, valid min value: 90"],
        ),
        ({"rotationPeriodInDays": 2561}, ["EnableKeyRotation: RotationPeriodInDays: 2561, 2560 at most"]),
        ({"description": "d" * 8193}, ["CreateKey: Description: 8193 characters, 8192 at most"]),
        (
            {"keyUsage": "BOTH"},
            [
                (
                    "CreateKey: KeyUsage: 'BOTH' is none of SIGN_VERIFY, ENCRYPT_DECRYPT, GENERATE_VERIFY_MAC,"
                    " KEY_AGREEMENT, ENCAPSULATE_DECAPSULATE"
                )
            ],
        ),
        ({"customerMasterKeySpec": "AES"}, ["CreateKey: KeySpec: 'AES' is none that is known"]),
        (
            {"tags": {f"key-{number}": "" for number in range(51)}},
            ["TagLimitExceeded: More than 50 tags specified: the key has 51"],
        ),
        (
            {"tags": {"owner": "v" * 257}},
            [
                "CreateKey: Tags[0].TagValue: 257 characters, 256 at most",
                "InvalidParameterValue: Tag value has 257 characters, up to 256 allowed: owner",
            ],
        ),
        ({"policy": "allow all"}, ["MalformedPolicyDocumentException: The policy is no JSON"]),
        (policy(use(ROOT)), [LOCKED]),
        (policy({**ADMINISTER, "Effect": "Deny"}), [LOCKED]),
        (policy({**ADMINISTER, "Condition": {"Bool": {"aws:MultiFactorAuthPresent": "true"}}}), [LOCKED]),
        (policy({**ADMINISTER, "Principal": {"Service": "logs.us-west-2.amazonaws.com"}}), [LOCKED]),
        (
            policy(ADMINISTER, use({"AWS": f"arn:aws:iam::{ACCOUNT}:role/nobody"})),
            [f"{INVALID} arn:aws:iam::{ACCOUNT}:role/nobody"],
        ),
        (policy(ADMINISTER, use({"Service": "logs"})), [f"{INVALID} logs"]),
        (
            policy(ADMINISTER, use({"AWS": ["arn:aws:iam::1:root", "AROAEXAMPLE"]})),
            [f"{INVALID} arn:aws:iam::1:root, AROAEXAMPLE"],
        ),
        (
            policy(ADMINISTER, {**use(ROOT), "Sid": "S" * 32768}),
            ["LimitExceededException: The key policy has 33053 bytes, 32768 allowed"],
        ),
    ],
)
def test_keys(changes: dict[str, Any], said: list[str]) -> None:
    assert says("dev", KEY, changes) == said


@pytest.mark.parametrize(
    "changes",
    [
        policy(ADMINISTER),
        policy({**ADMINISTER, "Principal": "*"}),
        policy({**ADMINISTER, "Action": ["kms:Put*"], "Principal": {"AWS": ACCOUNT}}),
        {**policy(use(ROOT)), "bypassPolicyLockoutSafetyCheck": True},
        {"deletionWindowInDays": 7, "rotationPeriodInDays": 90},
    ],
)
def test_keys_that_kms_takes(changes: dict[str, Any]) -> None:
    assert says("dev", KEY, changes) == []


def test_a_role_of_the_stack_that_is_there_already() -> None:
    role = state_of("dev", "llm-dev-pool-lab-role")["arn"]
    assert says("dev", KEY, policy(ADMINISTER, use({"AWS": role}))) == []
    assert says("dev", KEY, policy(ADMINISTER, use({"AWS": role})), {"llm-dev-pool-lab-role": None}) == [
        f"{INVALID} {role}"
    ]


def test_an_account_that_has_never_run_a_group_or_a_spot_instance() -> None:
    inputs = state_of("dev", KEY)
    names = ["autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling", "spot.amazonaws.com/AWSServiceRoleForEC2Spot"]
    arns = [f"arn:aws:iam::{ACCOUNT}:role/aws-service-role/{name}" for name in names]
    assert refusals("aws:kms/key:Key", inputs, lambda _: ()) == [f"{INVALID} {', '.join(arns)}"]
    there = [{"arn": arn} for arn in arns]
    assert refusals("aws:kms/key:Key", inputs, lambda token: there if token == LINKED_ROLE else ()) == []
