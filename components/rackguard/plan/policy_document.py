"""Policy documents as plain data: statements, documents, and their size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rackguard.plan.types import Document

MANAGED_POLICY_CHARACTERS = 6144
"""Of a managed policy, white space not counted (AWS IAM user guide, quotas, 2026)."""

Conditions = dict[str, dict[str, Any]]


def allow(
    sid: str,
    actions: Sequence[str],
    resources: Sequence[str],
    conditions: Conditions | None = None,
    principal: dict[str, Any] | str | None = None,
) -> Document:
    """One statement that allows; of a resource's own policy, whom (`"*"` is everybody)."""
    return _statement("Allow", sid, actions, resources, conditions, principal)


def deny(
    sid: str,
    actions: Sequence[str],
    resources: Sequence[str],
    conditions: Conditions,
    principal: dict[str, Any] | str = "*",
) -> Document:
    """One statement of a resource's own policy that denies; to everybody where `principal` isn't given."""
    return _statement("Deny", sid, actions, resources, conditions, principal)


def document(statements: Iterable[Document]) -> Document:
    """A policy of these statements."""
    return {"Version": "2012-10-17", "Statement": list(statements)}


def size(policy: Document) -> int:
    """Characters of a policy as AWS counts them for a managed policy: without white space."""
    import json

    return sum(map(len, json.dumps(policy, separators=(",", ":")).split()))


def split(statements: Iterable[Document], limit: int = MANAGED_POLICY_CHARACTERS) -> tuple[Document, ...]:
    """As few policies as the statements need in their order, none larger than `limit`.

    A single statement that is larger by itself is left whole.
    """
    parts: list[list[Document]] = []
    for statement in statements:
        if parts and size(document([*parts[-1], statement])) <= limit:
            parts[-1].append(statement)
        else:
            parts.append([statement])
    return tuple(document(part) for part in parts)


def _statement(
    effect: str,
    sid: str,
    actions: Sequence[str],
    resources: Sequence[str],
    conditions: Conditions | None,
    principal: dict[str, Any] | str | None,
) -> Document:
    statement: Document = {"Sid": sid, "Effect": effect}
    if principal is not None:
        statement["Principal"] = principal
    statement["Action"] = _one_or_many(actions)
    if resources:
        statement["Resource"] = _one_or_many(resources)
    if conditions:
        statement["Condition"] = conditions
    return statement


def _one_or_many(values: Sequence[str]) -> str | list[str]:
    return values[0] if len(values) == 1 else list(values)
