"""The clock moved before, during and after a capacity block."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.plan.schedule import plan_schedule
from rackguard.plan.types import ScheduledAction, SchedulePlan
from rackguard.spec.pool import Pool

START, END = "2026-12-07T11:30:00Z", "2026-12-14T11:30:00Z"
UP = ScheduledAction("block-start", "2026-12-07T11:30:00Z", 0, 4, 4)
DOWN = ScheduledAction("block-end", "2026-12-14T10:50:00Z", 0, 0, 0)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def schedule(declare, catalog, now, *, kind="p5en.48xlarge", start=START, end=END, **nodes) -> SchedulePlan:
    block = {"id": "cr-0fedcba9876543210", "start": start, "end": end}
    pool = {"instance_type": kind, "nodes": {"max": 4, **nodes}, "purchase": {"capacity_block": block}}
    declared = declare(pools={"train": pool}).cluster.pools["train"]
    moment = at(now) if isinstance(now, str) else now
    return plan_schedule("train", declared, (catalog.instance_type(kind),), moment)


def sizes(plan: SchedulePlan):
    return plan.min_size, plan.max_size, plan.desired_capacity


@pytest.mark.parametrize("now", ["2026-11-01T00:00:00Z", "2026-12-07T11:24:59Z", "2026-12-07T11:25:00Z"])
def test_before_the_block_there_are_no_nodes_and_two_actions(declare, catalog, now):
    plan = schedule(declare, catalog, now)
    assert plan.state == "before"
    assert sizes(plan) == (0, 0, 0)
    assert plan.actions == (UP, DOWN)
    assert plan.ignore_desired is True
    assert plan.decisions[0].subject == "pools.train"
    assert "2026-12-07T11:30:00Z" in plan.decisions[0].reason


@pytest.mark.parametrize(
    ("now", "begin"),
    [
        ("2026-12-07T11:25:01Z", "2026-12-07T11:30:01Z"),
        ("2026-12-07T11:29:59Z", "2026-12-07T11:34:59Z"),
        ("2026-12-07T11:29:59.5Z", "2026-12-07T11:35:00Z"),
    ],
)
def test_minutes_before_the_block_the_start_leaves_time_to_deploy(declare, catalog, now, begin):
    plan = schedule(declare, catalog, now)
    assert (plan.state, sizes(plan)) == ("before", (0, 0, 0))
    assert plan.actions == (ScheduledAction("block-start", begin, 0, 4, 4), DOWN)


@pytest.mark.parametrize("now", ["2026-12-07T11:30:00Z", "2026-12-10T00:00:00Z", "2026-12-14T10:44:59Z"])
def test_during_the_block_nodes_run_and_only_the_end_is_scheduled(declare, catalog, now):
    plan = schedule(declare, catalog, now, min=1)
    assert plan.state == "during"
    assert sizes(plan) == (1, 4, 4)
    assert plan.actions == (DOWN,)
    assert plan.ignore_desired is True


@pytest.mark.parametrize(
    "now", ["2026-12-14T10:45:00Z", "2026-12-14T10:50:00Z", "2026-12-14T11:30:00Z", "2027-01-01T00:00:00Z"]
)
def test_after_the_block_there_are_no_nodes_and_no_actions(declare, catalog, now):
    plan = schedule(declare, catalog, now)
    assert (plan.state, sizes(plan), plan.actions) == ("after", (0, 0, 0), ())
    assert plan.ignore_desired is True


def test_desired_is_what_starts_with_the_block(declare, catalog):
    plan = schedule(declare, catalog, "2026-11-01T00:00:00Z", desired=2, min=1)
    assert plan.actions[0] == ScheduledAction("block-start", "2026-12-07T11:30:00Z", 1, 4, 2)
    assert schedule(declare, catalog, "2026-12-10T00:00:00Z", desired=2).desired_capacity == 2
    assert schedule(declare, catalog, "2026-12-10T00:00:00Z", desired=0).desired_capacity == 0


def test_an_ultraserver_ends_half_an_hour_earlier(declare, catalog):
    plan = schedule(declare, catalog, "2026-12-10T00:00:00Z", kind="p6e-gb200.36xlarge")
    assert plan.actions == (ScheduledAction("block-end", "2026-12-14T10:20:00Z", 0, 0, 0),)


def test_times_with_an_offset_are_written_in_utc(declare, catalog):
    plan = schedule(
        declare,
        catalog,
        datetime(2026, 12, 1, 9, 0, tzinfo=timezone(timedelta(hours=-5))),
        start="2026-12-07T06:30:00-05:00",
        end="2026-12-14T12:30:00+01:00",
    )
    assert plan.actions == (UP, DOWN)


@pytest.mark.parametrize("now", ["2026-11-01T00:00:00Z", "2026-12-14T11:30:00Z", "2026-12-14T11:50:00Z"])
@pytest.mark.parametrize("end", [START, END, "2026-12-14T11:30:01Z", "2026-12-14T12:10:00Z"])
def test_a_block_too_short_for_a_node_runs_nothing_and_says_so(declare, catalog, now, end):
    plan = schedule(declare, catalog, now, start=END, end=end)
    assert (plan.state, sizes(plan), plan.actions) == ("before", (0, 0, 0), ())
    (decision,) = plan.decisions
    assert decision.value == "0 nodes"
    assert decision.reason.startswith("The block's nodes would go before they could come")


def test_the_shortest_block_runs_for_a_second(declare, catalog):
    plan = schedule(declare, catalog, "2026-11-01T00:00:00Z", end="2026-12-07T12:10:01Z")
    assert [action.start_time for action in plan.actions] == ["2026-12-07T11:30:00Z", "2026-12-07T11:30:01Z"]


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("0001-01-01T00:00:00Z", "0001-01-01T00:10:00Z"),
        ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"),
        ("9999-12-31T23:00:00Z", "9999-12-31T23:59:59Z"),
    ],
)
def test_the_ends_of_the_calendar_are_no_fault(declare, catalog, start, end):
    assert schedule(declare, catalog, "2026-11-01T00:00:00Z", start=start, end=end).state in {"before", "during"}


POOL = Pool.model_validate(
    {
        "instance_type": "p5en.48xlarge",
        "zone_id": "use2-az2",
        "nodes": {"min": 1, "max": 4},
        "purchase": {"capacity_block": {"id": "cr-0fedcba9876543210", "start": START, "end": END}},
    }
)


@given(st.timedeltas(timedelta(hours=-6), timedelta(days=7, hours=6)))
def test_no_action_is_in_the_past_or_beside_another(since_start):
    now = at(START) + since_start
    plan = plan_schedule("train", POOL, (), now)
    times = [at(action.start_time) for action in plan.actions]
    assert all(time >= now + timedelta(minutes=5) for time in times)
    assert times == sorted(set(times))
    assert (plan.max_size > 0) == (plan.state == "during")


@pytest.mark.parametrize(
    ("nodes", "desired", "ignored", "decisions"),
    [
        ({"min": 2, "max": 8}, None, True, ["2 to 8 nodes"]),
        ({"min": 8, "max": 8}, None, True, []),
        ({"min": 0, "max": 8, "desired": 3}, 3, False, []),
    ],
)
def test_other_pools_keep_their_size_unless_one_is_given(declare, nodes, desired, ignored, decisions):
    declared = declare(pools={"train": {"nodes": nodes}}).cluster.pools["train"]
    plan = plan_schedule("train", declared, (), at("2026-11-01T00:00:00Z"))
    assert plan.state == "always"
    assert sizes(plan) == (nodes["min"], nodes["max"], desired)
    assert plan.ignore_desired is ignored
    assert plan.actions == ()
    assert [decision.value for decision in plan.decisions] == decisions
