"""A key that the stack names: its state, and what its policy lets AWS' services do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.account.preflight.asking import Account, outcomes, subject, told

from rackguard.account.preflight.checks.existing_key import CHECK
from rackguard.account.preflight.key_policy import Lack, lacks

ARN = "arn:aws:kms:us-east-2:123456789012:key/00000000-0000-0000-0000-000000000000"
ID = ARN.rpartition("/")[2]
ABOUT = subject(encryption={"key": ARN})
LINKED = "arn:aws:iam::123456789012:role/aws-service-role"
AUTO = f"{LINKED}/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"
ROOT = "arn:aws:iam::123456789012:root"
METADATA = {"KeyId": ID, "AWSAccountId": "123456789012", "KeyState": "Enabled", "KeyManager": "CUSTOMER"}
FINE = ("ok", "encryption", f"the key {ARN} is enabled")
ALLOWED = ("ok", "encryption", "the key's policy allows what the cluster needs")
USE = "kms:Decrypt, kms:DescribeKey, kms:Encrypt, kms:GenerateDataKey, kms:GenerateDataKeyWithoutPlaintext"
USE = f"{USE}, kms:ReEncryptFrom, kms:ReEncryptTo"


def statement(principal: Any, actions: Any = "kms:*", **more: Any) -> dict[str, Any]:
    return {"Effect": "Allow", "Principal": principal, "Action": actions, "Resource": "*", **more}


LOGS = statement({"Service": "logs.us-east-2.amazonaws.com"})
OPEN = [statement({"AWS": ROOT}), statement({"AWS": [AUTO]}), LOGS]


def described(**changes: Any) -> Account:
    return Account().says("kms", "describe_key", {"KeyMetadata": {**METADATA, **changes}}, KeyId=ARN)


def with_policy(statements: list[dict[str, Any]], **changes: Any) -> Account:
    answer = {"Policy": json.dumps({"Version": "2012-10-17", "Statement": statements})}
    return described(**changes).says("kms", "get_key_policy", answer, KeyId=ARN, PolicyName="default")


def test_a_key_whose_policy_allows_everything_needed() -> None:
    assert told(CHECK.run, ABOUT, with_policy(OPEN)) == [FINE, ALLOWED]
    assert told(CHECK.run, subject(), Account()) == []


def test_the_policy_that_the_plan_asks_for_is_enough() -> None:
    assert told(CHECK.run, ABOUT, with_policy(ABOUT.plan.key.policy["Statement"])) == [FINE, ALLOWED]


def test_an_account_that_may_do_all_does_not_let_auto_scaling_do_it() -> None:
    """The default policy of a key, which is the mistake that ends nodes as soon as they start."""
    none = {"Grants": []}
    account = with_policy([statement({"AWS": ROOT}), LOGS])
    for _ in range(2):  # the statement for use, and that for grants
        account.says("kms", "list_grants", none, KeyId=ARN, GranteePrincipal=AUTO)
    _, use, grants = outcomes(CHECK.run, ABOUT, account)
    end = "without it nodes end as soon as they start"
    assert (use.status, use.message) == ("problem", f"the key's policy doesn't allow {AUTO} {USE}; {end}")
    assert grants.message == f"the key's policy doesn't allow {AUTO} kms:CreateGrant; {end}"
    assert "cluster.key.policy" in use.hint


def test_a_grant_stands_in_for_the_policy() -> None:
    account = with_policy([statement({"AWS": ROOT}), LOGS])
    grant = {"Operations": ["Decrypt", "GenerateDataKeyWithoutPlaintext", "CreateGrant"]}
    for _ in range(2):
        account.says("kms", "list_grants", {"Grants": [grant]}, KeyId=ARN, GranteePrincipal=AUTO)
    assert told(CHECK.run, ABOUT, account) == [FINE]


@pytest.mark.parametrize(
    ("changes", "message", "command"),
    [
        (
            {"KeyState": "Disabled"},
            f"the key {ARN} is disabled",
            f"aws kms enable-key --key-id {ID} --region us-east-2",
        ),
        (
            {"KeyState": "PendingDeletion"},
            f"the key {ARN} waits for its deletion",
            f"aws kms cancel-key-deletion --key-id {ID} --region us-east-2",
        ),
        ({"KeyState": "Unavailable"}, f"the key {ARN} is in the state Unavailable", ""),
        ({"KeyManager": "AWS"}, f"the key {ARN} is AWS' own, whose policy nobody can change", ""),
        (
            {"KeySpec": "RSA_2048", "KeyUsage": "SIGN_VERIFY"},
            f"the key {ARN} is RSA_2048 for SIGN_VERIFY; volumes and stores take a symmetric one that encrypts",
            "",
        ),
    ],
)
def test_a_key_that_cannot_be_used(changes: dict[str, Any], message: str, command: str) -> None:
    wrong, fine = outcomes(CHECK.run, ABOUT, with_policy(OPEN, **changes))
    assert (wrong.status, wrong.where, wrong.message, wrong.command) == ("problem", "encryption", message, command)
    assert (fine.status, fine.where, fine.message) == ALLOWED


def test_one_that_is_not_there_and_one_of_another_account() -> None:
    gone = Account().refuses("kms", "describe_key", "NotFoundException")
    message = f"there is no key {ARN} that these credentials may see"
    assert told(CHECK.run, ABOUT, gone) == [("problem", "encryption", message)]
    message = "the policy of the key of the account 210987654321 can't be read from this one"
    assert told(CHECK.run, ABOUT, described(AWSAccountId="210987654321")) == [FINE, ("unknown", "encryption", message)]


NEED = {"Statement": [statement({"AWS": AUTO}, ["kms:CreateGrant"])]}


@pytest.mark.parametrize(
    ("statements", "answer"),
    [
        ([statement("*")], None),
        ([statement({"AWS": "*"}, "kms:Create*")], None),
        ([statement({"AWS": AUTO}, "KMS:creategrant")], None),
        ([statement({"AWS": AUTO}, Condition={"Bool": {"kms:GrantIsForAWSResource": "true"}})], None),
        ([statement({"AWS": AUTO}, Condition={"StringEquals": {"kms:ViaService": "s3"}})], "maybe"),
        ([{"Effect": "Allow", "NotPrincipal": {"AWS": ROOT}, "Action": "kms:*"}], "maybe"),
        ([statement({"AWS": AUTO}, "kms:Decrypt")], "no"),
        ([statement({"AWS": f"{AUTO}_other"})], "no"),
        ([statement({"AWS": AUTO}), statement({"AWS": "*"}, Effect="Deny")], "no"),
        (
            [
                statement({"AWS": AUTO}),
                statement("*", Effect="Deny", Condition={"Bool": {"aws:SecureTransport": "false"}}),
            ],
            "maybe",
        ),
        (
            [
                statement("*", Effect="Deny", Condition={"Bool": {"aws:SecureTransport": "false"}}),
                statement({"AWS": AUTO}),
            ],
            "maybe",
        ),
        (
            [
                statement({"AWS": AUTO}),
                statement("*", Effect="Deny", Condition={"Bool": {"kms:GrantIsForAWSResource": "false"}}),
            ],
            "maybe",
        ),
        ([statement({"AWS": "*"}, Effect="Deny"), statement({"AWS": AUTO})], "no"),
        ([statement({"AWS": AUTO}), statement({"AWS": ROOT}, Effect="Deny")], None),
        ([], "no"),
    ],
)
def test_what_a_policy_allows(statements: list[dict[str, Any]], answer: Any) -> None:
    found = list(lacks({"Statement": statements}, NEED))
    assert found == ([Lack(AUTO, ("kms:CreateGrant",), answer)] if answer else [])


def test_a_condition_that_decides_is_unknown_and_no_pass() -> None:
    conditional = statement(
        {"AWS": AUTO}, Condition={"StringEquals": {"kms:ViaService": "ec2.us-east-2.amazonaws.com"}}
    )
    account = with_policy([statement({"AWS": "123456789012"}), conditional, LOGS])
    for _ in range(2):
        account.says("kms", "list_grants", {"Grants": []}, KeyId=ARN, GranteePrincipal=AUTO)
    _, use, grants = outcomes(CHECK.run, ABOUT, account)
    assert (use.status, grants.status) == ("unknown", "unknown")
    assert grants.message == f"whether the key's policy allows {AUTO} kms:CreateGrant hangs on a condition"
