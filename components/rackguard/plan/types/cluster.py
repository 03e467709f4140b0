"""A whole cluster, decided."""

from __future__ import annotations

from rackguard.plan.types.access import AccessPlan
from rackguard.plan.types.capacity import QuotaNeed
from rackguard.plan.types.decision import Decision
from rackguard.plan.types.identity import KeyPlan
from rackguard.plan.types.network import NetworkPlan
from rackguard.plan.types.pool import PoolPlan
from rackguard.plan.types.storage import StoragePlan
from rackguard.record import record


@record
class Retained:
    """Something that outlives `pulumi destroy`, and why."""

    name: str
    kind: str
    reason: str


@record
class ClusterPlan:
    """A whole cluster, decided."""

    stack: str
    name: str
    region: str
    account_id: str
    tags: dict[str, str]
    protect: bool
    network: NetworkPlan
    key: KeyPlan
    access: AccessPlan
    storage: StoragePlan
    pools: tuple[PoolPlan, ...]
    quotas: tuple[QuotaNeed, ...]
    retained: tuple[Retained, ...]
    decisions: tuple[Decision, ...]
    """Every decision of every part, in the order of the plan."""
