"""A cluster as its account has it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from tests.account.preflight.asking import Account, subject
from tests.account.status.asked import GROUP, account, group, node
from tests.account.status.told import NOW, ended, failed, started

from rackguard.account.aws.questions import Denied
from rackguard.account.preflight.subject import Subject
from rackguard.account.status.status import PoolStatus, status_of
from rackguard.plan.cluster import plan_cluster
from rackguard.spec.problem import InvalidInput

PRICES = [{"family": "g6", "purchase": "on_demand", "rate_usd_per_hour": 1, "source": "agreement 2026"}]


def about(now: datetime = NOW, **pool: Any) -> Subject:
    at = subject(prices=PRICES, pools={"train": {"nodes": {"max": 2}, **pool}})
    return replace(at, plan=plan_cluster(at.stack, at.catalog, now), now=now)


def only(one: Account, of: Subject | None = None) -> PoolStatus:
    (pool,) = status_of(of or about(), one)
    one.all_asked()
    return pool


def test_a_pool_that_has_what_it_wants() -> None:
    pool = only(account([group("InService", "InService")], [node(0, 10), node(1, 20)], []))
    assert (pool.group, pool.wanted, pool.launched, pool.in_service) == (GROUP, 2, 2, 2)
    assert (pool.is_there, pool.is_short, pool.is_failing, pool.others, pool.notes) == (True, False, False, (), ())
    assert pool.time
    assert (pool.time.hours, [part.usd for part in pool.spent.parts]) == (30.0, [30.0])


def test_nodes_that_start_end_or_stand_by_are_launched_and_not_in_service() -> None:
    states = ("InService", "Pending:Wait", "Pending", "Terminating:Wait", "Standby")
    pool = only(account([group(*states, wanted=3, most=5)], [], []), about(nodes={"max": 5}))
    assert (pool.launched, pool.in_service, pool.is_short) == (5, 1, True)
    assert pool.others == (("starting", 2), ("ending", 1), ("standing by", 1))


def test_a_node_that_is_over_or_gets_another_root_volume_does_not_stand_by() -> None:
    states = ("Terminated", "Terminating:Retained", "ReplacingRootVolume:Wait", "RootVolumeReplaced", "EnteringStandby")
    pool = only(account([group(*states, wanted=0)], [], []))
    others = (("starting", 1), ("ending", 2), ("with a root volume that is replaced", 1), ("standing by", 1))
    assert pool.others == others


def test_a_pool_whose_starts_fail() -> None:
    history = [failed(1), failed(2), started("i-0", 10)]
    pool = only(account([group("InService")], [node(0, 10)], history))
    assert (pool.is_short, pool.is_failing) == (True, True)
    (failure,) = pool.failures
    assert failure.cause
    assert (failure.cause.id, failure.times) == ("no-spot-capacity", 2)


def test_enough_nodes_and_starts_that_fail_is_failing() -> None:
    pool = only(account([group("InService", wanted=1)], [node(0, 10)], [failed(1), started("i-0", 10)]))
    assert (pool.is_short, pool.is_failing) == (False, True)


def test_a_group_that_is_not_there_costs_what_it_has_cost() -> None:
    history = [ended("i-7", 100), started("i-7", 110), failed(99)]
    pool = only(account([], [], history))
    assert (pool.is_there, pool.is_short, pool.failures) == (False, True, ())
    assert pool.notes == (f"there is no group {GROUP} in us-east-2: `pulumi up` makes it",)
    assert [part.usd for part in pool.spent.parts] == [10.0]


def test_a_name_that_no_group_ever_had() -> None:
    one = account([], []).refuses("autoscaling", "describe_scaling_activities", "ValidationError", "name not found")
    assert only(one).spent.parts == ()
    later = account([], []).refuses("autoscaling", "describe_scaling_activities", "Throttling", "Rate exceeded")
    with pytest.raises(InvalidInput, match="AWS does not answer autoscaling:describe_scaling_activities: Throttling"):
        status_of(about(), later)
    there = account([group()], []).refuses("autoscaling", "describe_scaling_activities", "ValidationError")
    with pytest.raises(InvalidInput, match="AWS does not answer autoscaling:describe_scaling_activities"):
        status_of(about(), there)


def test_what_is_suspended_ill_deleted_or_of_another_size_is_said() -> None:
    suspended = [
        {"ProcessName": "Launch", "SuspensionReason": "User suspended at 2026-12-09T10:00:00Z"},
        {"ProcessName": "AZRebalance"},
    ]
    made = group("InService", "InService", least=1, most=9, SuspendedProcesses=suspended, Status="Delete in progress")
    made["Instances"][0]["HealthStatus"] = "Unhealthy"
    pools = about()
    (planned,) = pools.plan.pools
    of = replace(pools, plan=replace(pools.plan, pools=(replace(planned, suspended_processes=("AZRebalance",)),)))
    resume = (
        f"aws autoscaling resume-processes --auto-scaling-group-name {GROUP}"
        " --scaling-processes Launch --region us-east-2"
    )
    assert only(account([made], [], []), of).notes == (
        "the group is being deleted",
        f"Launch is suspended (User suspended at 2026-12-09T10:00:00Z); to resume it: `{resume}`",
        "1 unhealthy: Auto Scaling ends and replaces them",
        "the group allows 1 to 9 nodes, the plan 0 to 2: `pulumi up` sets it",
    )


@pytest.mark.parametrize(
    ("start", "end", "note"),
    [
        ("20", "27", "its capacity block has not started, and the group is to hold no nodes until then"),
        ("02", "09", "its capacity block is over"),
    ],
)
def test_the_group_of_a_block_holds_nothing_outside_of_it(start: str, end: str, note: str) -> None:
    block = {
        "id": "cr-0123456789abcdef0",
        "start": f"2026-12-{start}T11:30:00Z",
        "end": f"2026-12-{end}T11:30:00Z",
    }
    of = about(instance_type="p5.48xlarge", purchase={"capacity_block": block})
    pool = only(account([group(wanted=0, most=0)], [], []), of)
    assert (pool.is_short, pool.notes) == (False, (note,))


def test_without_leave_to_read_nodes_costs_are_not_known_and_the_rest_is_told() -> None:
    one = Account().says("autoscaling", "describe_auto_scaling_groups", {"AutoScalingGroups": [group("InService")]})
    one.refuses("ec2", "describe_instances", "UnauthorizedOperation")
    one.says("autoscaling", "describe_scaling_activities", {"Activities": []})
    pool = only(one)
    assert (pool.in_service, pool.time, pool.spent.parts, pool.spent.at_least) == (1, None, (), True)
    assert pool.spent.notes == (
        "not known: AWS refuses ec2:describe_instances to these credentials: UnauthorizedOperation",
    )


def test_groups_that_may_not_be_read_end_it() -> None:
    one = Account().refuses("autoscaling", "describe_auto_scaling_groups", "AccessDenied")
    with pytest.raises(Denied) as denied:
        status_of(about(), one)
    assert denied.value.action == "autoscaling:DescribeAutoScalingGroups"
    one = account([], []).refuses("autoscaling", "describe_scaling_activities", "AccessDenied")
    with pytest.raises(Denied):
        status_of(about(), one)


def test_each_pool_has_its_own_nodes_and_history() -> None:
    of = subject(
        pools={
            "train": {"nodes": {"max": 2}},
            "more": {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 2}},
        }
    )
    names = [pool.group_name for pool in of.plan.pools]
    more = {**group("InService", wanted=1), "AutoScalingGroupName": names[1]}
    nodes = [node(0, 10), node(1, 5, names[1])]
    one = account([more, group("InService", wanted=1)], nodes, [], [failed(1)], names=names)
    first, second = status_of(replace(of, now=NOW), one)
    one.all_asked()
    assert [(pool.name, pool.time.hours if pool.time else None, pool.is_failing) for pool in (first, second)] == [
        ("train", 10.0, False),
        ("more", 5.0, True),
    ]


def test_on_the_first_of_a_month_the_day_before_is_looked_at_too() -> None:
    now = datetime.fromisoformat("2026-12-01T06:00:00+00:00")
    late = {**failed(0), "StartTime": datetime.fromisoformat("2026-11-30T12:00:00+00:00")}
    pool = only(account([group()], [], [late]), about(now))
    assert (pool.is_short, pool.is_failing) == (True, True)
