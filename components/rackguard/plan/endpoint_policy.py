"""Policies of VPC endpoints: what is written through them is written by the cluster's own account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.plan.policy_document import allow

if TYPE_CHECKING:
    from rackguard.plan.types import Document

_TAKE_POLICIES = frozenset(
    {
        "ec2",
        "ecr.api",
        "ecr.dkr",
        "elasticfilesystem",
        "fsx",
        "kms",
        "logs",
        "monitoring",
        "s3",
        "secretsmanager",
        "ssm",
        "sts",
    }
)
"""Services whose endpoints surely take a policy; some services' endpoints refuse one (PrivateLink user guide)."""


def endpoint_statements(service: str, account_id: str) -> tuple[Document, ...]:
    """Who may do what through the endpoint of `service` (`s3`, `ecr.api`); none leaves AWS's default, everything.

    A key of another account, brought to a node, writes nothing: data doesn't leave that way. S3 may be read by anybody,
    as packages, public data sets and ECR's image layers are, in buckets of others and unsigned at times.
    """
    if service not in _TAKE_POLICIES:
        return ()
    own = {"StringEquals": {"aws:PrincipalAccount": account_id}}
    statements = [allow("OwnAccount", ["*"], ["*"], own, principal="*")]
    if service == "s3":
        statements.append(allow("ReadObjects", ["s3:Get*", "s3:List*"], ["*"], principal="*"))
    return tuple(statements)
