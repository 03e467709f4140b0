"""Keys of the customer's own, and the statements that let services use them."""

from __future__ import annotations

from typing import Any

from pulumi import ResourceOptions
from pulumi_aws import kms
from tests.policies.rules.documents import allow, text
from tests.policies.stacks.parts.names import ACCOUNT, REGION, tags

KEPT = ResourceOptions(protect=True)
OWNER = allow("kms:*", principal={"AWS": f"arn:aws:iam::{ACCOUNT}:root"})
USE = ["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey*", "kms:ReEncrypt*"]


def for_service(name: str, *actions: str) -> Any:
    """Lets a service use the key for this account's resources only."""
    own = {"StringEquals": {"aws:SourceAccount": ACCOUNT}}
    return allow(list(actions) or USE, principal={"Service": name}, condition=own)


def for_logs(*groups: str) -> Any:
    """Lets CloudWatch Logs encrypt these log groups."""
    arns = [f"arn:aws:logs:{REGION}:{ACCOUNT}:log-group:{name}" for name in groups]
    own = {"ArnEquals": {"kms:EncryptionContext:aws:logs:arn": arns}}
    return allow(USE, principal={"Service": f"logs.{REGION}.amazonaws.com"}, condition=own)


def key(name: str, classification: str, *statements: Any) -> kms.Key:
    """One that rotates every year, and can be got back for a month once it is deleted."""
    return kms.Key(
        name,
        description=f"Data of class {classification}",
        enable_key_rotation=True,
        rotation_period_in_days=365,
        deletion_window_in_days=30,
        policy=text(OWNER, *statements),
        tags=tags(classification),
        opts=KEPT,
    )
