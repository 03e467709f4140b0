"""Roles, policies and the key."""

from __future__ import annotations

from typing import Any

from rackguard.plan.types.decision import Decision
from rackguard.record import record

Document = dict[str, Any]
"""An IAM, key, bucket or file-system policy as its JSON."""


@record
class RolePlan:
    """An IAM role with its least privileges, each a document with explicit ARNs."""

    name: str
    arn: str
    trust: Document
    policies: tuple[tuple[str, Document], ...]
    """Name and document of each customer-managed policy."""
    instance_profile: str | None = None


@record
class KeyPlan:
    """The key that encrypts the cluster."""

    create: bool
    alias: str
    arn: str | None
    """Known for an existing key only."""
    policy: Document
    """For a new key; for an existing one what its policy must allow."""
    service_linked_roles: tuple[str, ...]
    """Service names (`autoscaling.amazonaws.com`, …) whose role the stack creates."""
    decisions: tuple[Decision, ...]
    retain: bool = False
    """True where a new key outlives `destroy`, since something that is encrypted with it does."""
