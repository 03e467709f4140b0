"""Whether Auto Scaling may end running nodes of a pool in order to spread them evenly over its zones.

It does so by itself when a zone gets capacity again, when a node was ended by hand, and when the zones of the group
change (EC2 Auto Scaling user guide, "Rebalancing activities" and "Suspend and resume processes", 2026).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.plan.types import Decision

if TYPE_CHECKING:
    from rackguard.spec.pool import Pool

_SUSPENDED = ("AZRebalance",)
"""Launch, Terminate and ReplaceUnhealthy go on: sizes are kept, and broken nodes are replaced."""
_SOURCE = "AWS EC2 Auto Scaling user guide, suspend and resume processes, 2026"


def suspended_processes(pool: Pool) -> tuple[str, ...]:
    """Names of the Auto Scaling processes that are off in the pool's group; none in a single zone."""
    return _SUSPENDED if len(set(pool.zones)) > 1 else ()


def balance_decisions(pool_name: str, pool: Pool) -> tuple[Decision, ...]:
    """Why running nodes aren't moved between the pool's zones; none in a single zone."""
    if not suspended_processes(pool):
        return ()
    reason = (
        "Auto Scaling would end running nodes, and their jobs, to spread them evenly. New nodes still go to the zone"
        " with the fewest. Nodes of a zone that you take away are yours to end: its subnet goes only after them."
    )
    return (Decision("zone-balance", f"pools.{pool_name}", "running nodes stay in their zone", reason, _SOURCE),)
