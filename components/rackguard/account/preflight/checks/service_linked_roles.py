"""The service-linked roles by which AWS works for the cluster are there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.account.preflight.check import Check
from rackguard.account.preflight.outcome import Outcome
from rackguard.catalog.types import PurchaseOption
from rackguard.plan.encryption import AUTO_SCALING, SPOT

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.subject import Subject
    from rackguard.plan.types import ClusterPlan

_ID = "service_linked_roles"
_LUSTRE = ("fsx.amazonaws.com", "AWSServiceRoleForAmazonFSx")
_EFS = ("elasticfilesystem.amazonaws.com", "AWSServiceRoleForAmazonElasticFileSystem")
_CONNECT = ("ec2-instance-connect.amazonaws.com", "AWSServiceRoleForEc2InstanceConnect")


def _run(subject: Subject, questions: Questions) -> Iterator[Outcome]:
    plan = subject.plan
    for service, role in _in_the_keys_policy(plan):
        there = _is_there(questions, role)
        if service in plan.key.service_linked_roles:
            yield _made_by_the_stack(role, there=there)
        elif there:
            yield Outcome(_ID, "ok", "", f"the role {role} is there")
        else:
            yield _lacking(service, role)
    for where, service, role in _made_by_aws(plan):
        if _is_there(questions, role):
            yield Outcome(_ID, "ok", where, f"the role {role} is there")
        else:
            message = f"the role {role} isn't there yet; {service} makes it when it is first used"
            hint = "Whoever deploys needs the permission iam:CreateServiceLinkedRole, or makes it before."
            yield Outcome(_ID, "warning", where, message, hint, _command(service))


def _in_the_keys_policy(plan: ClusterPlan) -> Iterator[tuple[str, str]]:
    """Service and name of the roles that use the key, without which no encrypted node starts."""
    yield AUTO_SCALING
    if any(pool.purchase is PurchaseOption.SPOT for pool in plan.pools):
        yield SPOT


def _made_by_aws(plan: ClusterPlan) -> Iterator[tuple[str, str, str]]:
    """Part, service and name of the roles that a service makes by itself."""
    if plan.storage.lustre:
        yield f"storage.{plan.storage.lustre[0].key}", *_LUSTRE
    if plan.storage.efs:
        yield f"storage.{plan.storage.efs[0].key}", *_EFS
    if plan.access.connect_endpoint:
        yield "access", *_CONNECT


def _made_by_the_stack(role: str, *, there: bool) -> Outcome:
    if not there:
        return Outcome(_ID, "ok", "encryption", f"the role {role} isn't there, and the stack makes it")
    message = f"the role {role} is there already, and the stack is to make it"
    hint = (
        "Where this stack has made it, all is well. Else `pulumi up` fails:"
        " set `encryption.service_linked_roles: assume_exist`."
    )
    return Outcome(_ID, "warning", "encryption", message, hint)


def _lacking(service: str, role: str) -> Outcome:
    message = f"the role {role} isn't there; the key's policy names it, and KMS refuses a role that doesn't exist"
    hint = "Make it, once for the account; or let the stack do it: `encryption.service_linked_roles: create`."
    return Outcome(_ID, "problem", "encryption", message, hint, _command(service))


def _is_there(questions: Questions, role: str) -> bool:
    return bool(questions.ask("iam", "get_role", RoleName=role))


def _command(service: str) -> str:
    return f"aws iam create-service-linked-role --aws-service-name {service}"


CHECK = Check(
    id=_ID,
    title="service-linked roles are there, or are made",
    permissions=("iam:GetRole",),
    run=_run,
)
