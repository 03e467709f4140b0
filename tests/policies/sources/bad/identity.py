"""Roles that anybody may take, with more than anybody needs."""

from __future__ import annotations

import json
from typing import Any

from pulumi import ResourceOptions
from pulumi_aws import iam


def text(*statements: dict[str, Any]) -> str:
    """A document of IAM."""
    return json.dumps({"Version": "2012-10-17", "Statement": list(statements)})


def declare(using: ResourceOptions) -> iam.Role:
    """The role of machines."""
    trust = text({"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "sts:AssumeRole"})
    everything = text({"Effect": "Allow", "Action": "*", "Resource": "*"})
    ignoring = ResourceOptions.merge(using, ResourceOptions(ignore_changes=["assumeRolePolicy", "description"]))
    role = iam.Role("node", assume_role_policy=trust, max_session_duration=43200, opts=ignoring)
    iam.RolePolicy("inline", role=role.id, policy=everything, opts=using)
    admin = "arn:aws:iam::aws:policy/AdministratorAccess"
    iam.RolePolicyAttachment("admin", role=role.name, policy_arn=admin, opts=using)
    iam.Policy("everything", policy=everything, opts=using)
    iam.Policy(
        "much",
        policy=text(
            {"Effect": "Allow", "Action": ["s3:GetObject", "kms:Decrypt", "ssm:GetParameter"], "Resource": "*"},
            {"Effect": "Allow", "Action": ["iam:PassRole", "ec2:*", "cloudtrail:StopLogging"], "Resource": "*"},
        ),
        opts=using,
    )
    later = role.arn.apply(lambda arn: text({"Effect": "Allow", "Action": "iam:*", "Resource": arn}))
    iam.Policy("later", policy=later, opts=using)
    service = text({"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"})
    iam.Role("service", assume_role_policy=service, opts=using)
    iam.Role("federated", assume_role_policy=_federated(using), opts=using)
    user = iam.User("ana", opts=using)
    iam.AccessKey("ana", user=user.name, opts=using)
    iam.UserPolicyAttachment("ana", user=user.name, policy_arn=admin, opts=using)
    return role


def _federated(using: ResourceOptions) -> Any:
    issuer = "token.actions.githubusercontent.com"
    provider = iam.OpenIdConnectProvider(
        "forge", url=f"http://{issuer}", client_id_lists=["*"], thumbprint_lists=["0" * 40], opts=using
    )
    return provider.arn.apply(
        lambda arn: text(
            {"Effect": "Allow", "Principal": {"Federated": arn}, "Action": "sts:AssumeRoleWithWebIdentity"},
        )
    )
