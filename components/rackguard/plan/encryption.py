"""The key that encrypts every volume, store and log of a cluster, and who may use it.

The key's policy names only principals that exist before the stack does: the account, service-linked roles and a
service. KMS refuses a policy that names a role which isn't there, so the stack's own roles are never in it.
"""

from __future__ import annotations

from collections.abc import Iterable

from rackguard.catalog.types import PurchaseOption
from rackguard.plan import arn, names
from rackguard.plan.logs import keeps_logs
from rackguard.plan.policy_document import allow, document
from rackguard.plan.types import Decision, Document, KeyPlan
from rackguard.spec.stack import Stack

USE = ("kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey*", "kms:ReEncrypt*")
KEY_POLICY_BYTES = 32768
"""AWS KMS developer guide, resource quotas, 2026."""
DELETION_WINDOW_DAYS = 30
"""The longest that KMS offers: time to notice."""

AUTO_SCALING = ("autoscaling.amazonaws.com", "AWSServiceRoleForAutoScaling")
SPOT = ("spot.amazonaws.com", "AWSServiceRoleForEC2Spot")

_GRANTS_SOURCE = "AWS EC2 Auto Scaling user guide, required key policy for encrypted volumes, 2026"


def plan_key(stack: Stack, log_groups: Iterable[str]) -> KeyPlan:
    """The cluster's key; `log_groups` are the names of the log groups that it encrypts."""
    encryption = stack.cluster.encryption
    create = encryption.key == "create"
    make_roles = encryption.service_linked_roles == "create"
    log_groups = tuple(log_groups)
    return KeyPlan(
        create=create,
        alias=names.key_alias(stack.cluster.name),
        arn=None if create else encryption.key,
        policy=_policy(stack, log_groups),
        service_linked_roles=tuple(service for service, _ in _linked_roles(stack)) if make_roles else (),
        decisions=_decisions(stack),
        retain=create and _needed_later(stack, log_groups),
    )


def _needed_later(stack: Stack, log_groups: tuple[str, ...]) -> bool:
    """True where something encrypted with the key outlives `destroy`: kept logs, last backups of Lustre.

    Recovery points of EFS have the key of their vault (AWS Backup developer guide, encryption for backups, 2026), and
    no bucket outlives `destroy` unless `destroy` stops at it, before the key.
    """
    lustre = any(store.lustre for store in stack.cluster.storage.values())
    return lustre or bool(log_groups and keeps_logs(stack.cluster))


def _policy(stack: Stack, log_groups: tuple[str, ...]) -> Document:
    linked = [
        arn.service_linked_role_arn(stack.region, stack.cluster.account_id, service, role)
        for service, role in _linked_roles(stack)
    ]
    account = {"AWS": arn.account_root_arn(stack.region, stack.cluster.account_id)}
    # A key's policy has no other resource than the key itself: "*" is that key.
    statements = [
        allow("AccountAdministersByIam", ["kms:*"], ["*"], principal=account)
        if stack.cluster.encryption.key == "create"
        else allow("AccountUsesByIam", USE, ["*"], principal=account),
        allow("ServicesUseForVolumes", USE, ["*"], principal={"AWS": linked}),
        allow(
            "ServicesGrantForVolumes",
            ["kms:CreateGrant"],
            ["*"],
            {"Bool": {"kms:GrantIsForAWSResource": "true"}},
            {"AWS": linked},
        ),
    ]
    if log_groups:
        statements.append(_logs_statement(stack, log_groups))
    return document(statements)


def _logs_statement(stack: Stack, log_groups: tuple[str, ...]) -> Document:
    groups = [arn.log_group_arn(stack.region, stack.cluster.account_id, name) for name in log_groups]
    return allow(
        "LogsEncryptTheClustersGroups",
        USE,
        ["*"],
        {"ArnEquals": {"kms:EncryptionContext:aws:logs:arn": groups}},
        {"Service": f"logs.{stack.region}.{arn.dns_suffix(stack.region)}"},
    )


def _linked_roles(stack: Stack) -> list[tuple[str, str]]:
    spot = any(pool.purchase.option is PurchaseOption.SPOT for pool in stack.cluster.pools.values())
    return [AUTO_SCALING, SPOT] if spot else [AUTO_SCALING]


def _decisions(stack: Stack) -> tuple[Decision, ...]:
    encryption = stack.cluster.encryption
    roles = " and ".join(role for _, role in _linked_roles(stack))
    if encryption.key == "create":
        administration = Decision(
            id="key-administration",
            subject="encryption",
            value="by the account's IAM policies",
            reason="The key's policy gives administration to the account, so that no lost role can lock everybody"
            " out of the data. To part administration from use, allow kms actions in IAM to different people.",
            source="AWS KMS developer guide, default key policy, 2026",
        )
    else:
        administration = Decision(
            id="key-administration",
            subject="encryption",
            value="yours",
            reason="The key is yours and its policy stays as it is; it must allow what is listed in the plan,"
            " or nodes never start.",
            source=_GRANTS_SOURCE,
        )
    return (
        administration,
        Decision(
            id="key-grants",
            subject="encryption",
            value=roles,
            reason="Auto Scaling and Spot start nodes by these roles, whose volumes can't be made unless the key lets"
            " them use it and pass its use on to EC2 by a grant.",
            source=_GRANTS_SOURCE,
        ),
        Decision(
            id="service-linked-roles",
            subject="encryption",
            value="made by the stack" if encryption.service_linked_roles == "create" else "assumed to exist",
            reason="KMS refuses a policy that names a role which doesn't exist. AWS makes these roles once per account,"
            " at the first group or spot request; in a new account set `service_linked_roles: create`.",
            source="AWS KMS developer guide, key policies, 2026",
        ),
        Decision(
            id="key-use-by-nodes",
            subject="encryption",
            value="by the roles' own policies",
            reason="The key's policy names no role of the stack: roles and key would wait for each other. What a role"
            " may decrypt is in its own policy, through S3 and for its buckets only.",
        ),
    )
