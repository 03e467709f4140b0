"""Roles of services, with a policy each."""

from __future__ import annotations

from typing import Any

from pulumi_aws import iam
from tests.policies.rules.documents import allow, text
from tests.policies.stacks.parts.names import ACCOUNT, tags


def trust(service: str) -> str:
    """For a service that acts for this account alone; machines' roles are passed by the account as it is."""
    own = None if service == "ec2" else {"StringEquals": {"aws:SourceAccount": ACCOUNT}}
    made = allow("sts:AssumeRole", principal={"Service": f"{service}.amazonaws.com"}, condition=own)
    made.pop("Resource")
    return text(made)


def role(name: str, service: str, classification: str, *statements: Any) -> iam.Role:
    """One that a service assumes, with what the statements allow."""
    made = iam.Role(name, assume_role_policy=trust(service), tags=tags(classification))
    policy = iam.Policy(f"{name}-policy", policy=text(*statements), tags=tags(classification))
    iam.RolePolicyAttachment(f"{name}-attached", role=made.name, policy_arn=policy.arn)
    return made
