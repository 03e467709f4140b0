"""IAM roles as planned: customer-managed policies, nothing inline."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pulumi import ResourceOptions
from pulumi_aws import iam

from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pulumi import Resource

    from rackguard.plan.types import Document, RolePlan


@record
class MadeRole:
    """A role with everything attached to it."""

    role: iam.Role
    attachments: tuple[iam.RolePolicyAttachment, ...]
    profile: iam.InstanceProfile | None

    @property
    def ready(self) -> tuple[Resource, ...]:
        """What must be there before anything acts as the role."""
        return (self.role, *self.attachments, *((self.profile,) if self.profile else ()))


def make_role(name: str, plan: RolePlan, tags: Mapping[str, str], parent: Resource) -> MadeRole:
    """The role, its policies and its instance profile, named `name`, `name-<policy>`, `name-profile` in the stack."""
    options = ResourceOptions(parent=parent)
    role = iam.Role(name, name=plan.name, assume_role_policy=as_json(plan.trust), tags=dict(tags), opts=options)
    attachments: list[iam.RolePolicyAttachment] = []
    for number, (policy_name, document) in enumerate(plan.policies, start=1):
        policy = iam.Policy(
            f"{name}-policy-{number}", name=policy_name, policy=as_json(document), tags=dict(tags), opts=options
        )
        attachments.append(
            iam.RolePolicyAttachment(f"{name}-attachment-{number}", role=role.name, policy_arn=policy.arn, opts=options)
        )
    profile = None
    if plan.instance_profile:
        profile = iam.InstanceProfile(
            f"{name}-profile", name=plan.instance_profile, role=role.name, tags=dict(tags), opts=options
        )
    return MadeRole(role, tuple(attachments), profile)


def as_json(document: Document) -> str:
    """A policy as text, the same for the same document."""
    return json.dumps(document, separators=(",", ":"), sort_keys=True)
