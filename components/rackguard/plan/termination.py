"""How nodes are told that their group ends them: at a block's end, in a roll-out, by a smaller size, by `destroy`.

Auto Scaling ends an instance at once unless a lifecycle hook makes it wait (EC2 Auto Scaling user guide, "Lifecycle
hooks", 2026). The node sees it in its own metadata, saves, and lets Auto Scaling go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.plan.types import Decision, TerminationPlan

if TYPE_CHECKING:
    from rackguard.spec.pool import Pool

HOOK = "save-before-end"
"""Name of the lifecycle hook in each group."""
HEARTBEAT_SECONDS = 480
"""At most this long: with the two minutes by which a scheduled action may be late, the ten minutes for which a block's
group is empty before AWS takes its nodes."""
NOTICED_SECONDS = 30
"""What of it may pass until a node has seen it."""

_SOURCE = "AWS EC2 Auto Scaling user guide, lifecycle hooks, 2026"


def plan_termination(pool_name: str, pool: Pool) -> TerminationPlan:
    """How the pool's nodes are told that they are ended."""
    store = pool.purchase.checkpoint
    saved = f"then checkpoints are saved to {store}" if store else "no store is named, so nothing is saved by itself"
    reason = (
        f"Before the group ends a node, its programs for interruptions run; {saved}. The node goes as soon as that is"
        " done, and in any case when the time is over."
    )
    value = f"within {HEARTBEAT_SECONDS // 60} minutes"
    return TerminationPlan(
        hook_name=HOOK,
        heartbeat_seconds=HEARTBEAT_SECONDS,
        default_result="CONTINUE",
        decisions=(Decision("termination", f"pools.{pool_name}", value, reason, _SOURCE),),
    )
