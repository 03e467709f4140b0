"""KMS keys: rotation, policies, deletion, grants, and what is encrypted with them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pulumi import ResourceOptions
from pulumi_aws import cloudwatch, ebs, iam, kms, s3
from tests.policies.recorded import findings, graph_of, outcomes
from tests.policies.rules.documents import allow, text

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome

ROOT: Any = {"AWS": "arn:aws:iam::123456789012:root"}
ALICE: Any = {"AWS": "arn:aws:iam::123456789012:role/alice"}
BOB: Any = {"AWS": ["arn:aws:iam::123456789012:role/bob"]}
ACCOUNT: Any = allow("kms:*", principal=ROOT)
CALLER: Any = {"StringEquals": {"kms:CallerAccount": "123456789012"}}
PROTECTED = ResourceOptions(protect=True)


def policies(unknown: kms.Key) -> None:
    """Keys that differ in their policies."""
    documents: dict[str, Any] = {
        "closed": text(ACCOUNT),
        "open": text(ACCOUNT, allow("kms:Decrypt", principal="*")),
        "open-list": text(ACCOUNT, allow("kms:Decrypt", principal={"AWS": [ALICE["AWS"], "*"]})),
        "all-but": json.dumps({"Statement": {**allow("kms:Decrypt"), "NotPrincipal": ALICE}}),
        "everybody-of-account": text(allow("kms:Decrypt", principal={"AWS": "*"}, condition=CALLER)),
        "vague": text(allow("kms:Decrypt", principal="*", condition={"StringLike": {"kms:CallerAccount": "*"}})),
        "if-there": text(
            allow("kms:Decrypt", principal="*", condition={"StringEqualsIfExists": CALLER["StringEquals"]})
        ),
        "but-one": text(allow("kms:Decrypt", principal="*", condition={"StringNotEquals": CALLER["StringEquals"]})),
        "both-hats": text(ACCOUNT, allow("kms:*", principal=ALICE)),
        "two-statements": text(
            allow(["kms:PutKeyPolicy"], principal=BOB), allow(["kms:Enc*", "kms:ReEncrypt*"], principal=BOB)
        ),
        "two-people": text(allow("kms:Put*", principal=ALICE), allow("kms:Decrypt", principal=BOB)),
        "unknown-policy": unknown.arn,
    }
    for name, document in documents.items():
        kms.Key(name, policy=document, enable_key_rotation=True, opts=PROTECTED)
    apart = kms.Key("apart", enable_key_rotation=True, opts=PROTECTED)
    kms.KeyPolicy("apart-policy", key_id=apart.id, policy=text(allow("kms:Decrypt", principal="*")))
    kms.Key("silent", enable_key_rotation=True, opts=PROTECTED)


def settings() -> None:
    """Keys that differ in one setting each."""
    answers: dict[str, dict[str, Any]] = {
        "no-rotation": {},
        "off": {"enable_key_rotation": False},
        "signing": {"customer_master_key_spec": "ECC_NIST_P256", "key_usage": "SIGN_VERIFY"},
        "own-store": {"custom_key_store_id": "cks-1"},
        "unknown-store": {"custom_key_store_id": ebs.Volume("v-of-store", availability_zone="a").arn},
        "slow": {"enable_key_rotation": True, "rotation_period_in_days": 366},
        "fast": {"enable_key_rotation": True, "rotation_period_in_days": 90},
        "short": {"enable_key_rotation": True, "deletion_window_in_days": 7},
        "disabled": {"enable_key_rotation": True, "is_enabled": False},
        "reckless": {"enable_key_rotation": True, "bypass_policy_lockout_safety_check": True},
        "everywhere": {"enable_key_rotation": True, "multi_region": True},
    }
    for name, answer in answers.items():
        kms.Key(name, policy=text(ACCOUNT), opts=PROTECTED, **answer)
    kms.ReplicaKey("replica", primary_key_arn="arn:aws:kms:us-east-1:1:key/1", policy=text(ACCOUNT), opts=PROTECTED)
    kms.ExternalKey("external", policy=text(ACCOUNT), enabled=False, opts=PROTECTED)
    kms.Key("bare", policy=text(ACCOUNT), enable_key_rotation=True)
    kms.Key("kept", policy=text(ACCOUNT), enable_key_rotation=True, opts=ResourceOptions(retain_on_delete=True))
    kms.Key("test-data", policy=text(ACCOUNT), enable_key_rotation=True, tags={"Data-Classification": "Internal"})


def grants(key: kms.Key) -> None:
    """Grants to roles, accounts and service-linked roles."""
    role = iam.Role("grantee", assume_role_policy=text(allow("sts:AssumeRole", principal=ROOT)))
    linked = "arn:aws:iam::123456789012:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"
    for name, grantee, operations in (
        ("grant-good", role.arn, ["Decrypt"]),
        ("grant-linked", linked, ["Decrypt", "CreateGrant"]),
        ("grant-on", role.arn, ["Decrypt", "CreateGrant"]),
        ("grant-account", ROOT["AWS"], ["Decrypt"]),
        ("grant-unknown", key.arn, ["Decrypt"]),
    ):
        kms.Grant(name, key_id=key.id, grantee_principal=grantee, operations=operations)


def stores(key: kms.Key) -> None:
    """What is encrypted with the key, with keys of elsewhere and with none."""
    alias = kms.Alias("alias", name="alias/data", target_key_id=key.id)
    ebs.Volume("v-own", availability_zone="a", kms_key_id=key.arn, tags={"classification": "phi", "env": "prod"})
    cloudwatch.LogGroup("l-alias", kms_key_id=alias.arn, tags={"classification": "PHI", "env": "prod"})
    ebs.Volume("v-foreign", availability_zone="a", kms_key_id="arn:aws:kms:us-east-1:1:key/2")
    ebs.Volume("v-aws", availability_zone="a", kms_key_id="alias/aws/ebs")
    ebs.Volume("v-default", availability_zone="a")
    ebs.Volume("v-unknown", availability_zone="a", kms_key_id=ebs.Volume("v-other", availability_zone="a").arn)
    shared = kms.Key("shared", policy=text(ACCOUNT), enable_key_rotation=True, opts=PROTECTED)
    bucket = s3.Bucket("b-public", bucket="open-data", tags={"classification": "public", "env": "dev"})
    default: Any = {"sse_algorithm": "aws:kms", "kms_master_key_id": shared.arn}
    rules: Any = [{"apply_server_side_encryption_by_default": default}]
    s3.BucketServerSideEncryptionConfiguration("b-encryption", bucket=bucket.id, rules=rules)
    ebs.Volume("v-shared", availability_zone="a", kms_key_id=shared.arn, tags={"classification": "phi", "env": "prod"})


def program() -> None:
    key = kms.Key("key", policy=text(ACCOUNT), enable_key_rotation=True, opts=PROTECTED)
    policies(key)
    settings()
    grants(key)
    stores(key)


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(program)


def test_symmetric_keys_rotate(graph: Graph) -> None:
    path = "enableKeyRotation"
    assert findings(graph, "kms-rotation") == {"no-rotation": [path], "off": [path], "unknown-store": [path]}
    assert set(outcomes(graph, "kms-rotation", Outcome.NOT_APPLICABLE)) == {"signing", "own-store"}


def test_keys_rotate_every_year(graph: Graph) -> None:
    assert findings(graph, "kms-rotation-period") == {"slow": ["rotationPeriodInDays"]}
    assert set(outcomes(graph, "kms-rotation-period", Outcome.NOT_APPLICABLE)) == {
        "no-rotation",
        "off",
        "signing",
        "own-store",
        "unknown-store",
    }


def test_keys_let_in_whom_they_name(graph: Graph) -> None:
    assert findings(graph, "kms-no-wildcard") == {
        "open": ["policy.Statement[1]"],
        "open-list": ["policy.Statement[1]"],
        "all-but": ["policy.Statement"],
        "vague": ["policy.Statement[0]"],
        "if-there": ["policy.Statement[0]"],
        "but-one": ["policy.Statement[0]"],
        "apart-policy": ["policy.Statement[0]"],
        "silent": ["policy"],
    }
    assert outcomes(graph, "kms-no-wildcard", Outcome.UNPROVEN) == {"unknown-policy": ["policy"]}


def test_administration_and_use_are_parted(graph: Graph) -> None:
    assert findings(graph, "kms-admin-user-split") == {"both-hats": ["policy"], "two-statements": ["policy"]}
    assert outcomes(graph, "kms-admin-user-split", Outcome.UNPROVEN) == {"unknown-policy": ["policy"]}


def test_keys_wait_and_work_and_stay(graph: Graph) -> None:
    assert findings(graph, "kms-deletion-window") == {"short": ["deletionWindowInDays"]}
    assert findings(graph, "kms-enabled") == {"disabled": ["isEnabled"], "external": ["enabled"]}
    assert findings(graph, "kms-lockout-check") == {"reckless": ["bypassPolicyLockoutSafetyCheck"]}
    assert findings(graph, "kms-not-multi-region") == {"everywhere": ["multiRegion"], "replica": [""]}
    assert findings(graph, "kms-not-multi-region", keys=["replica", "everywhere"]) == {}
    assert findings(graph, "kms-protected") == {"bare": [""]}
    assert set(outcomes(graph, "kms-protected", Outcome.NOT_APPLICABLE)) == {"test-data"}
    assert findings(graph, "kms-protected", disposable=["public"]) == {"bare": [""], "test-data": [""]}


def test_grants_are_narrow(graph: Graph) -> None:
    assert findings(graph, "kms-grant-scope") == {"grant-on": ["operations[1]"], "grant-account": ["granteePrincipal"]}
    assert outcomes(graph, "kms-grant-scope", Outcome.UNPROVEN) == {"grant-unknown": ["granteePrincipal"]}


def test_a_service_linked_role_may_grant_further() -> None:
    """Auto Scaling makes a grant for each volume; the role is the stack's own, or named by its ARN."""

    def program() -> None:
        role = iam.ServiceLinkedRole("scaling", aws_service_name="autoscaling.amazonaws.com")
        arn = "arn:aws:iam::123456789012:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"
        for name, grantee in (("own", role.arn), ("by-arn", arn)):
            kms.Grant(name, key_id="k", grantee_principal=grantee, operations=["Decrypt", "CreateGrant"])

    assert outcomes(graph_of(program), "kms-grant-scope", Outcome.COMPLIANT).keys() == {"own", "by-arn"}


def test_stores_are_under_keys_of_the_stack_or_listed(graph: Graph) -> None:
    path = "kmsKeyId"
    assert findings(graph, "stk-kms-used-key-good") == {"v-foreign": [path], "v-aws": [path]}
    listed = ["arn:aws:kms:us-east-1:1:key/2"]
    assert findings(graph, "stk-kms-used-key-good", keys=listed) == {"v-aws": [path]}
    assert outcomes(graph, "stk-kms-used-key-good", Outcome.UNPROVEN) == {"v-unknown": [path]}


def test_a_key_serves_one_class_and_environment(graph: Graph) -> None:
    assert findings(graph, "stk-kms-key-sharing") == {"shared": ["", ""]}
