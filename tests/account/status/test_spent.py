"""Costs so far, by hand: now is 2026-12-10 12:00 UTC, 228 hours into the month."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.account.preflight.asking import Account, subject
from tests.account.status.told import NOW

from rackguard.account.preflight.subject import Subject
from rackguard.account.status.node_time import NodeTime, Span
from rackguard.account.status.spent import Spent, spent

ID = "cr-0123456789abcdef0"
TEN = [
    {"family": family, "purchase": purchase, "rate_usd_per_hour": rate, "source": "agreement 2026"}
    for family, purchase, rate in (("p5", "reservation", 10), ("p5", "capacity_block", 20), ("g6", "on_demand", 1))
]
TRAIN = {"instance_type": "p5.48xlarge", "zone_id": "use2-az1", "nodes": {"max": 8}}
RESERVATION: dict[str, Any] = {
    "CapacityReservationId": ID,
    "OwnerId": "123456789012",
    "InstanceType": "p5.48xlarge",
    "TotalInstanceCount": 8,
    "State": "active",
    "StartDate": datetime(2026, 10, 1, tzinfo=UTC),
}
NOTHING = NodeTime((), ())


def about(**pool: Any) -> Subject:
    return replace(subject(prices=TEN, pools={"train": {**pool}}), now=NOW)


def cost(of: Subject, time: NodeTime, account: Account | None = None) -> Spent:
    (pool,) = of.plan.pools
    one = account or Account()
    found = spent(of, pool, time, one, {})
    one.all_asked()
    return found


def figures(found: Spent) -> list[tuple[str, float, float | None, str]]:
    return [(part.what, part.hours, part.usd, part.price.marker) for part in found.parts]


def asked(answer: dict[str, Any] | None = None, **changes: Any) -> Account:
    described = {"CapacityReservations": [{**(answer or RESERVATION), **changes}]}
    return Account().says("ec2", "describe_capacity_reservations", described, CapacityReservationIds=[ID])


def test_nodes_on_demand_cost_their_hours() -> None:
    time = NodeTime((Span("i-1", "g6.xlarge", 100.0), Span("i-2", "", 28.0)), ())
    assert figures(cost(about(), time)) == [("g6.xlarge", 128.0, 128.0, "yours")]
    assert cost(about(), NOTHING).parts == ()


def test_the_lists_price_where_there_is_no_other() -> None:
    plain = replace(subject(), now=NOW)
    found = cost(plain, NodeTime((Span("i-1", "g6.xlarge", 10.0),), ()))
    assert figures(found) == [("g6.xlarge", 10.0, pytest.approx(8.048), "list")]  # 0.8048 USD in us-east-2
    assert found.at_least is False


def test_a_share_under_a_commitment_costs_its_rate() -> None:
    commitment = {"kind": "private_agreement", "share_percent": 75, "rate_usd_per_hour": 0.4, "source": "deal"}
    found = cost(about(commitment=commitment), NodeTime((Span("i-1", "g6.xlarge", 100.0),), ()))
    # 75 % at 0.40 and 25 % at 1.00 USD.
    assert figures(found) == [("g6.xlarge", 100.0, pytest.approx(55.0), "yours")]


def test_nodes_whose_type_is_forgotten_cost_the_dearest() -> None:
    types = ["g6.xlarge", "g5.xlarge"]
    prices = [
        {"instance_type": name, "purchase": "spot", "rate_usd_per_hour": rate, "source": "deal"}
        for name, rate in zip(types, (0.5, 2), strict=True)
    ]
    spot = {"instance_type": None, "instance_types": types, "purchase": {"spot": {}}}
    of = replace(subject(prices=prices, pools={"train": spot}), now=NOW)
    found = cost(of, NodeTime((Span("i-1", "g6.xlarge", 10.0), Span("i-2", "", 10.0)), ("i-3",)))
    assert figures(found) == [
        ("g6.xlarge", 10.0, 5.0, "yours"),
        ("g6.xlarge or g5.xlarge", 10.0, 20.0, "yours"),
    ]
    assert found.notes == (
        "AWS no longer tells the types of nodes that have ended: the dearest is taken",
        "when these ended isn't told, and they aren't counted: i-3",
    )
    assert found.at_least


def test_no_price_is_none_and_never_0() -> None:
    of = replace(subject(region="us-east-1", pools={"train": {"zone_id": "use1-az1"}}), now=NOW)
    (part,) = cost(of, NodeTime((Span("i-1", "g6.unheard-of", 10.0),), ())).parts
    assert (part.usd, part.price.usd, part.price.marker) == (None, None, "no price")


def test_a_reservation_is_billed_whole_from_its_start() -> None:
    reserved = about(**TRAIN, purchase={"reservation": {"id": ID}})
    time = NodeTime((Span("i-1", "p5.48xlarge", 5.0),), ())
    found = cost(reserved, time, asked())
    assert figures(found) == [(f"8 × p5.48xlarge in {ID}", 1824.0, 18240.0, "yours")]  # 8 × 228 hours
    assert found.notes == ("a reservation is billed whole, used or not",)
    young = asked(StartDate=datetime(2026, 12, 10, 2, tzinfo=UTC))
    assert figures(cost(reserved, time, young))[0][1:3] == (80.0, 800.0)
    over = asked(State="expired", EndDate=datetime(2026, 12, 2, tzinfo=UTC))
    assert figures(cost(reserved, time, over))[0][1:3] == (192.0, 1920.0)
    for state in ("scheduled", "delayed", "unsupported"):
        assert cost(reserved, time, asked(State=state)).parts == ()
    cut = cost(reserved, time, asked(State="cancelled", EndDate=datetime(2026, 12, 20, tzinfo=UTC)))
    assert (cut.parts, cut.at_least) == ((), True)
    lost = cost(reserved, time, asked(State="cancelled"))
    assert (lost.parts, lost.at_least) == ((), True)
    assert lost.notes[1] == f"when these ended isn't told, and they aren't counted: {ID}"


def test_a_reservation_that_the_stack_made_is_found_by_its_name() -> None:
    made = about(**TRAIN, purchase={"reservation": {"create": 8}})
    filters = [{"Name": "tag:Name", "Values": ["llm-pool-train"]}]
    account = Account().says(
        "ec2", "describe_capacity_reservations", {"CapacityReservations": [RESERVATION]}, Filters=filters
    )
    assert figures(cost(made, NOTHING, account)) == [(f"8 × p5.48xlarge in {ID}", 1824.0, 18240.0, "yours")]


def test_of_a_reservation_of_another_account_nodes_alone_are_paid() -> None:
    reserved = about(**TRAIN, purchase={"reservation": {"id": ID}})
    time = NodeTime((Span("i-1", "p5.48xlarge", 5.0),), ())
    found = cost(reserved, time, asked(OwnerId="210987654321"))
    assert figures(found) == [("p5.48xlarge", 5.0, 50.0, "yours")]
    assert found.notes == ("the reservation is the account 210987654321's, which pays for what stands empty",)


def test_a_reservation_that_cannot_be_read_or_is_gone() -> None:
    reserved = about(**TRAIN, purchase={"reservation": {"id": ID}})
    time = NodeTime((Span("i-1", "p5.48xlarge", 5.0),), ())
    denied = Account().refuses("ec2", "describe_capacity_reservations", "UnauthorizedOperation")
    found = cost(reserved, time, denied)
    assert (figures(found), found.at_least) == ([("p5.48xlarge", 5.0, 50.0, "yours")], True)
    assert found.notes[0].startswith("its nodes alone are counted, not what stands empty: AWS refuses ec2:")
    gone = Account().refuses("ec2", "describe_capacity_reservations", "InvalidCapacityReservationId.NotFound")
    assert cost(reserved, time, gone).notes == ("its reservation isn't there: its nodes are counted by themselves",)


def test_a_block_costs_the_hours_of_it_that_have_passed() -> None:
    block = {"id": ID, "start": "2026-12-09T11:30:00Z", "end": "2026-12-16T11:30:00Z", "count": 4}
    found = cost(about(**TRAIN, purchase={"capacity_block": block}), NOTHING)
    assert figures(found) == [(f"4 × p5.48xlarge in {ID}", 98.0, 1960.0, "yours")]  # 4 × 24.5 hours
    assert found.notes == ("the block was paid up front: this is the share of its hours that have passed this month",)
    later = {**block, "start": "2026-12-20T11:30:00Z", "end": "2026-12-27T11:30:00Z"}
    assert cost(about(**TRAIN, purchase={"capacity_block": later}), NOTHING) == Spent(())


def test_what_two_pools_share_is_counted_once() -> None:
    shared = {**TRAIN, "purchase": {"reservation": {"id": ID}}}
    of = replace(subject(prices=TEN, pools={"train": shared, "more": shared}), now=NOW)
    counted: dict[str, str] = {}
    first, second = (
        spent(of, pool, NOTHING, account, counted)
        for pool, account in zip(of.plan.pools, (asked(), Account()), strict=True)
    )
    assert figures(first) == [(f"8 × p5.48xlarge in {ID}", 1824.0, 18240.0, "yours")]
    assert second == Spent((), ("paid with the reservation of train",))
    block = {"id": ID, "start": "2026-12-09T11:30:00Z", "end": "2026-12-16T11:30:00Z"}
    shared = {**TRAIN, "purchase": {"capacity_block": block}}
    of = replace(subject(prices=TEN, pools={"train": shared, "more": shared}), now=NOW)
    counted = {}
    first, second = (spent(of, pool, NOTHING, Account(), counted) for pool in of.plan.pools)
    assert (len(first.parts), second) == (1, Spent((), ("paid with the capacity block of train",)))
