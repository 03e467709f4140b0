"""Every policy document of the example stacks, looked at as a whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from moto.iam.aws_managed_policies import aws_managed_policies_data
from moto.iam.policy_validation import IAMPolicyDocumentValidator, IAMTrustPolicyDocumentValidator

from rackguard.catalog.catalog import load
from rackguard.plan.cluster import plan_cluster
from rackguard.plan.policy_document import size
from rackguard.plan.types import ClusterPlan, Document, RolePlan
from rackguard.spec.load import load_stack

STACKS = Path(__file__).parents[2] / "stacks"

WHOLE_KEY = "a key's policy has no other resource"
WHOLE_FILE_SYSTEM = "a file system's policy has no other resource"
REVIEWED = {
    "FindNodes": "EC2 knows no resources for DescribeInstances",
    "AccountAdministersByIam": WHOLE_KEY,
    "ServicesUseForVolumes": WHOLE_KEY,
    "ServicesGrantForVolumes": WHOLE_KEY,
    "LogsEncryptTheClustersGroups": WHOLE_KEY,
    "DenyWithoutTls": WHOLE_FILE_SYSTEM,
    "MountByClusterRoles": WHOLE_FILE_SYSTEM,
}
"""Statements that may say `Resource: "*"`, and why."""

pytestmark = pytest.mark.parametrize("stack", ["dev", "staging", "prod"])


@cache
def planned(stack: str) -> ClusterPlan:
    loaded = load_stack(STACKS / f"Pulumi.{stack}.yaml").stack
    assert loaded is not None
    return plan_cluster(loaded, load(), datetime(2026, 12, 1, tzinfo=UTC))


def roles(plan: ClusterPlan) -> Iterator[RolePlan]:
    yield from (pool.role for pool in plan.pools)
    if plan.access.login_node:
        yield plan.access.login_node.role
    if plan.network.flow_log_role:
        yield plan.network.flow_log_role


def documents(plan: ClusterPlan) -> Iterator[Document]:
    yield plan.key.policy
    for role in roles(plan):
        yield role.trust
        yield from (policy for _, policy in role.policies)
    yield from (bucket.policy for bucket in plan.storage.buckets)
    if plan.storage.access_logs:
        yield plan.storage.access_logs.policy
    yield from ({"Statement": list(efs.policy_statements)} for efs in plan.storage.efs)


def statements(plan: ClusterPlan) -> Iterator[dict[str, Any]]:
    for document in documents(plan):
        yield from document["Statement"]


def texts(value: str | list[str] | None) -> list[str]:
    return [value] if isinstance(value, str) else value or []


@cache
def known_actions() -> frozenset[str]:
    """Every action that AWS's own managed policies name, in small letters."""
    policies = json.loads(aws_managed_policies_data).values()
    found: set[str] = set()
    for policy in policies:
        declared = policy["Document"]["Statement"]
        for statement in declared if isinstance(declared, list) else [declared]:
            found |= {action.lower() for action in texts(statement.get("Action"))}
    return frozenset(found)


def test_no_statement_is_for_every_resource_but_those_reviewed(stack: str) -> None:
    open_ones = {s["Sid"] for s in statements(planned(stack)) if "*" in texts(s.get("Resource"))}
    needless = {"FindNodes", "DenyWithoutTls", "MountByClusterRoles"}  # dev has one node, and no EFS
    assert open_ones == set(REVIEWED) - (needless if stack == "dev" else set[str]())


def test_no_statement_allows_a_whole_service_but_the_keys_administration(stack: str) -> None:
    allowed = [(s["Sid"], a) for s in statements(planned(stack)) if s["Effect"] == "Allow" for a in texts(s["Action"])]
    assert [(sid, action) for sid, action in allowed if action.endswith(":*") or action == "*"] == [
        ("AccountAdministersByIam", "kms:*")
    ]


def test_every_action_is_one_that_aws_knows(stack: str) -> None:
    known = known_actions() | {"s3:*", "kms:*", "kms:generatedatakey*", "kms:reencrypt*"}
    named = {action for s in statements(planned(stack)) for action in texts(s["Action"])}
    assert {action for action in named if action.lower() not in known} == set()


def test_iam_takes_the_documents(stack: str) -> None:
    for role in roles(planned(stack)):
        IAMTrustPolicyDocumentValidator(json.dumps(role.trust)).validate()
        for _, policy in role.policies:
            IAMPolicyDocumentValidator(json.dumps(policy)).validate()
            assert size(policy) <= 6144


def test_names_of_roles_and_policies_are_their_own(stack: str) -> None:
    all_roles = list(roles(planned(stack)))
    policies = [name for role in all_roles for name, _ in role.policies]
    assert len({role.name for role in all_roles}) == len(all_roles)
    assert len(set(policies)) == len(policies)


def test_only_denials_and_conditions_speak_to_everybody(stack: str) -> None:
    for statement in statements(planned(stack)):
        if statement["Effect"] == "Allow":
            assert statement.get("Principal") not in ("*", {"AWS": "*"})


def test_sids_are_once_in_a_document(stack: str) -> None:
    for document in documents(planned(stack)):
        sids = [statement["Sid"] for statement in document["Statement"]]
        assert len(set(sids)) == len(sids)
        assert all(sid.isalnum() for sid in sids)


def test_a_pool_reaches_its_own_stores_only(stack: str) -> None:
    plan = planned(stack)
    buckets = {bucket.key: bucket.arn for bucket in plan.storage.buckets}
    loaded = load_stack(STACKS / f"Pulumi.{stack}.yaml").stack
    assert loaded is not None
    for pool in plan.pools:
        declared = loaded.cluster.pools[pool.name]
        checkpoint = declared.purchase.spot.checkpoint if declared.purchase.spot else None
        used = {arn for key, arn in buckets.items() if key in declared.mounts or key == checkpoint}
        policies = json.dumps([policy for _, policy in pool.role.policies])
        assert {arn for arn in buckets.values() if f'"{arn}"' in policies} == used
