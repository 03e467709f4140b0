"""Every IAM policy fits in what IAM takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

if TYPE_CHECKING:
    from rackguard.plan.types import ClusterPlan, RolePlan
    from rackguard.spec.problem import Path

MOST_POLICIES = 10


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.policy_document import MANAGED_POLICY_CHARACTERS, size

    for path, role in _roles(context.plan) if context.plan else ():
        for name, policy in role.policies:
            if size(policy) > MANAGED_POLICY_CHARACTERS:
                message = f"needs the policy {name} of {size(policy)} characters"
                yield found(path, f"{message}; allowed: {MANAGED_POLICY_CHARACTERS}")
        if len(role.policies) > MOST_POLICIES:
            yield found(path, f"needs {len(role.policies)} policies for its role; allowed: {MOST_POLICIES}")


def _roles(plan: ClusterPlan) -> Iterator[tuple[Path, RolePlan]]:
    for pool in plan.pools:
        yield ("pools", pool.name), pool.role
    if plan.access.login_node:
        yield ("access", "login_node"), plan.access.login_node.role
    if plan.network.flow_log_role:
        yield ("network",), plan.network.flow_log_role


VALIDATOR = Validator(
    id="iam-policy-size",
    level="error",
    summary="Every IAM policy is at most 6,144 characters long, and a role has at most 10.",
    why="IAM takes no longer policy, and no further one for a role (AWS IAM user guide, quotas, 2026).",
    hint="Use fewer stores in the pool.",
    check=_check,
)
