"""When a pool holds nodes: always, or inside the window of its capacity block.

AWS takes a block's instances from 30 minutes before its end (60 for UltraServers), without a notice (EC2 user guide,
"Capacity Blocks for ML", 2026). So the group goes to zero ten minutes earlier, and its lifecycle hook gives the nodes
these minutes to save.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Literal

from rackguard.plan.types import Decision, ScheduledAction, SchedulePlan

if TYPE_CHECKING:
    from rackguard.catalog.types import InstanceType
    from rackguard.spec.pool import Pool
    from rackguard.spec.purchase import CapacityBlock

_SOURCE = "AWS EC2 user guide, Capacity Blocks for ML, 2026"
_TAKEN = timedelta(minutes=30)
_TAKEN_ULTRASERVER = timedelta(minutes=60)
_EARLIER = timedelta(minutes=10)
# Auto Scaling refuses an action in the past, and some minutes go by between planning and deploying.
_LEAD = timedelta(minutes=5)
_DAWN = datetime.min.replace(tzinfo=UTC)


def plan_schedule(pool_name: str, pool: Pool, types: tuple[InstanceType, ...], now: datetime) -> SchedulePlan:
    """The sizes of the pool's group at `now` (with an offset), and the actions that change them later."""
    block = pool.purchase.capacity_block
    if not block:
        return _always(pool_name, pool)
    subject, desired = f"pools.{pool_name}", _desired(pool)
    soonest = _whole_second(now) + _LEAD
    start, stop = _utc(block.start), _stop(block, types)
    down = ScheduledAction("block-end", _text(stop), 0, 0, 0)
    if start >= stop:
        reason = "The block's nodes would go before they could come: its end is too early, or its start too late."
        return _empty("before", (), Decision("schedule", subject, "0 nodes", reason, _SOURCE))
    if soonest >= stop:
        reason = f"The block ends at {_text(_utc(block.end))} and AWS takes its nodes before; the pool can be removed."
        return _empty("after", (), Decision("schedule", subject, "0 nodes", reason, _SOURCE))
    if now < start:
        up = ScheduledAction("block-start", _text(max(start, soonest)), pool.nodes.min, pool.nodes.max, desired)
        reason = f"The block starts at {_text(start)}: {desired} nodes then, and 0 again at {_text(stop)}."
        return _empty("before", (up, down), Decision("schedule", subject, "0 nodes for now", reason, _SOURCE))
    reason = f"The block has started; the group goes to 0 at {_text(stop)}, before AWS takes the nodes."
    return SchedulePlan(
        state="during",
        min_size=pool.nodes.min,
        max_size=pool.nodes.max,
        desired_capacity=desired,
        ignore_desired=True,
        actions=(down,),
        decisions=(Decision("schedule", subject, f"{desired} nodes", reason, _SOURCE),),
    )


def emptied_before_end(types: tuple[InstanceType, ...]) -> timedelta:
    """How long before the block's end the group of a pool of these types goes to zero."""
    ultraserver = any(instance_type.family.startswith("p6e-") for instance_type in types)
    return (_TAKEN_ULTRASERVER if ultraserver else _TAKEN) + _EARLIER


def _always(pool_name: str, pool: Pool) -> SchedulePlan:
    nodes = pool.nodes
    decisions = ()
    if nodes.desired is None and nodes.min < nodes.max:
        reason = "Without `desired` the group keeps the size that somebody or something scaled it to."
        decisions = (Decision("schedule", f"pools.{pool_name}", f"{nodes.min} to {nodes.max} nodes", reason),)
    return SchedulePlan(
        state="always",
        min_size=nodes.min,
        max_size=nodes.max,
        desired_capacity=nodes.desired,
        ignore_desired=nodes.desired is None,
        actions=(),
        decisions=decisions,
    )


def _empty(state: Literal["before", "after"], actions: tuple[ScheduledAction, ...], decision: Decision) -> SchedulePlan:
    """A maximum of 0, so that Auto Scaling takes the desired size down with it, whatever it was."""
    return SchedulePlan(
        state=state,
        min_size=0,
        max_size=0,
        desired_capacity=0,
        ignore_desired=True,
        actions=actions,
        decisions=(decision,),
    )


def _desired(pool: Pool) -> int:
    return pool.nodes.max if pool.nodes.desired is None else pool.nodes.desired


def _stop(block: CapacityBlock, types: tuple[InstanceType, ...]) -> datetime:
    end, margin = _utc(block.end), emptied_before_end(types)
    return end - margin if end - _DAWN > margin else _DAWN


def _utc(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def _whole_second(moment: datetime) -> datetime:
    return moment.replace(microsecond=0) + timedelta(seconds=1) if moment.microsecond else moment


def _text(moment: datetime) -> str:
    """A time as Auto Scaling takes it."""
    return _whole_second(moment.astimezone(UTC)).strftime("%Y-%m-%dT%H:%M:%SZ")
