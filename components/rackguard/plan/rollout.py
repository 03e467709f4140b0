"""What a changed launch template does to running nodes.

Percentages are those of an instance refresh and of the group's maintenance policy (EC2 Auto Scaling user guide,
"Instance maintenance policies", 2026).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.types import PurchaseOption
from rackguard.plan.types import Decision, RolloutPlan

if TYPE_CHECKING:
    from rackguard.plan.types import PlacementPlan
    from rackguard.spec.pool import Pool

_SOURCE = "AWS EC2 Auto Scaling user guide, instance maintenance policies, 2026"
_CAPPED = {
    PurchaseOption.RESERVATION: "a reservation",
    PurchaseOption.CAPACITY_BLOCK: "a capacity block",
}
_CAPPED_GROUPS = {"cluster": "a cluster placement group", "spread": "a spread placement group"}


def plan_rollout(pool_name: str, pool: Pool, placement: PlacementPlan) -> RolloutPlan:
    """How a change of template reaches the pool's nodes."""
    subject = f"pools.{pool_name}"
    if pool.rollout == "manual":
        reason = "A changed template waits: running jobs go on, and a node gets it when you replace the node."
        return RolloutPlan(
            mode="manual",
            min_healthy_percent=None,
            max_healthy_percent=None,
            ends_nodes=False,
            decisions=(Decision("rollout", subject, "manual", reason, _SOURCE),),
        )
    capped = _capped(pool, placement)
    low, high = (90, 100) if capped else (100, 110)
    order = "ends a node before it starts one" if capped else "starts a node before it ends one"
    because = f"{capped} may have no room for one more" if capped else "there is room for one more"
    reason = (
        f"A changed template ends the running nodes of {pool_name}, and their jobs, by itself; it {order}: {because}."
    )
    value = f"rolling, {low}–{high} % of the nodes in service"
    return RolloutPlan(
        mode="rolling",
        min_healthy_percent=low,
        max_healthy_percent=high,
        ends_nodes=True,
        decisions=(Decision("rollout", subject, value, reason, _SOURCE),),
    )


def _capped(pool: Pool, placement: PlacementPlan) -> str | None:
    """What caps the pool's capacity, in words; None where it is elastic."""
    return _CAPPED.get(pool.purchase.option) or _CAPPED_GROUPS.get(placement.strategy or "")


def surge_nodes(rollout: RolloutPlan, nodes_max: int) -> int:
    """Nodes above the maximum that a roll-out may run for a while."""
    above = max(0, (rollout.max_healthy_percent or 100) - 100)
    return -(-nodes_max * above // 100)
