from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from rackguard.plan.schedule import emptied_before_end
from rackguard.plan.termination import plan_termination
from rackguard.plan.types import Decision, TerminationPlan
from rackguard.spec.stack import Stack

SOURCE = "AWS EC2 Auto Scaling user guide, lifecycle hooks, 2026"
BLOCK = {"id": "cr-0fedcba9876543210", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}


@pytest.mark.parametrize(
    ("purchase", "words"),
    [
        ({"on_demand": {}}, "no store is named, so nothing is saved by itself"),
        ({"spot": {}}, "no store is named, so nothing is saved by itself"),
        ({"spot": {"checkpoint": "data"}}, "then checkpoints are saved to data"),
        ({"capacity_block": BLOCK}, "no store is named, so nothing is saved by itself"),
        ({"capacity_block": {**BLOCK, "checkpoint": "data"}}, "then checkpoints are saved to data"),
    ],
)
def test_every_pools_nodes_may_save_before_their_group_ends_them(
    declare: Callable[..., Stack], purchase: dict[str, Any], words: str
) -> None:
    pool = declare(storage={"data": {"s3": {}}}, pools={"train": {"purchase": purchase}}).cluster.pools["train"]
    reason = (
        f"Before the group ends a node, its programs for interruptions run; {words}. The node goes as soon as that is"
        " done, and in any case when the time is over."
    )
    assert plan_termination("train", pool) == TerminationPlan(
        hook_name="save-before-end",
        heartbeat_seconds=480,
        default_result="CONTINUE",
        decisions=(Decision("termination", "pools.train", "within 8 minutes", reason, SOURCE),),
    )


def test_a_blocks_nodes_are_done_before_aws_takes_them(declare: Callable[..., Stack]) -> None:
    """The group is emptied 40 minutes before the end, at most 2 late; AWS takes the nodes 30 minutes before."""
    pool = declare(pools={"train": {"purchase": {"capacity_block": BLOCK}}}).cluster.pools["train"]
    assert emptied_before_end(()) == timedelta(minutes=40)
    assert 40 * 60 - 2 * 60 - plan_termination("train", pool).heartbeat_seconds >= 30 * 60
