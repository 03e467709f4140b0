"""IAM roles as planned: customer-managed policies, nothing inline."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pulumi import Alias, ResourceOptions
from pulumi_aws import iam

from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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


def make_role(
    name: str, plan: RolePlan, tags: Mapping[str, str], parent: Resource, former: Sequence[str] = ()
) -> MadeRole:
    """The role, its policies and its instance profile, named `name`, `name-<policy>`, `name-profile` in the stack.

    `former` are values that `name` had in earlier states of the stack.
    """

    def options(suffix: str) -> ResourceOptions:
        return ResourceOptions(parent=parent, aliases=[Alias(name=f"{one}{suffix}") for one in former])

    trust = as_json(plan.trust)
    role = iam.Role(name, name=plan.name, assume_role_policy=trust, tags=dict(tags), opts=options(""))
    attachments: list[iam.RolePolicyAttachment] = []
    for number, (policy_name, document) in enumerate(plan.policies, start=1):
        made, attached = f"-policy-{number}", f"-attachment-{number}"
        policy = iam.Policy(
            f"{name}{made}", name=policy_name, policy=as_json(document), tags=dict(tags), opts=options(made)
        )
        attachments.append(
            iam.RolePolicyAttachment(f"{name}{attached}", role=role.name, policy_arn=policy.arn, opts=options(attached))
        )
    profile = None
    if plan.instance_profile:
        profile = iam.InstanceProfile(
            f"{name}-profile", name=plan.instance_profile, role=role.name, tags=dict(tags), opts=options("-profile")
        )
    return MadeRole(role, tuple(attachments), profile)


def as_json(document: Document) -> str:
    """A policy as text, the same for the same document."""
    return json.dumps(document, separators=(",", ":"), sort_keys=True)
