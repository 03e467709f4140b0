"""What each purchase option asks of EC2, exactly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rackguard.plan.launch import plan_launch
from rackguard.plan.placement import plan_placement
from rackguard.plan.types import LaunchPlan, ReservationPlan

RESERVATION = "cr-0123456789abcdef0"
BLOCK = {"id": "cr-0fedcba9876543210", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}
TYPES = ["g6e.12xlarge", "g6e.24xlarge"]
SEVERAL = {"instance_type": None, "instance_types": TYPES}

EMPTY = LaunchPlan(None, None, None, None, None, None, None, (), None, ())


def launch(declare, catalog, *, efa=False, **pool) -> LaunchPlan:
    stack = declare(pools={"train": pool})
    declared = stack.cluster.pools["train"]
    types = tuple(catalog.instance_type(name) for name in declared.types)
    placement = plan_placement("train", declared, types, stack, efa=efa)
    plan = plan_launch("train", declared, stack, placement)
    (decision,) = plan.decisions
    assert (decision.id, decision.subject) == ("launch", "pools.train")
    assert decision.reason
    return replace(plan, decisions=())


def test_on_demand_stays_out_of_reservations(declare, catalog):
    plan = launch(declare, catalog)
    assert plan == replace(EMPTY, reservation_preference="none", instance_type_in_template="g6.xlarge")


def test_on_demand_of_several_types(declare, catalog):
    plan = launch(declare, catalog, **SEVERAL)
    assert plan == replace(EMPTY, reservation_preference="none", mixed_types=tuple(TYPES))


def test_spot_of_one_type_is_asked_for_by_the_template(declare, catalog):
    plan = launch(declare, catalog, purchase={"spot": {}})
    assert plan == replace(
        EMPTY, market_type="spot", spot_interruption_behavior="terminate", instance_type_in_template="g6.xlarge"
    )


def test_spot_of_several_types_is_asked_for_by_the_mixed_policy_alone(declare, catalog):
    plan = launch(declare, catalog, **SEVERAL, purchase={"spot": {"max_price_usd_per_hour": 4.5}})
    assert plan == replace(
        EMPTY, mixed_types=tuple(TYPES), spot_allocation="price-capacity-optimized", spot_max_price="4.5"
    )


@pytest.mark.parametrize(
    ("price", "text"), [(3, "3"), (10.0, "10"), (0.25, "0.25"), (0.0001, "0.0001"), (55.04, "55.04"), (1e2, "100")]
)
def test_a_price_is_written_as_ec2_takes_it(declare, catalog, price, text):
    assert launch(declare, catalog, purchase={"spot": {"max_price_usd_per_hour": price}}).spot_max_price == text


def test_an_existing_reservation_is_targeted_without_a_preference(declare, catalog):
    plan = launch(declare, catalog, instance_type="p5.48xlarge", purchase={"reservation": {"id": RESERVATION}})
    assert plan == replace(EMPTY, reservation_id=RESERVATION, instance_type_in_template="p5.48xlarge")


def test_a_new_reservation_is_made_in_the_pools_group_and_for_the_pool_alone(declare, catalog):
    pool = {"instance_type": "p4d.24xlarge", "nodes": {"max": 2}, "purchase": {"reservation": {"create": 2}}}
    assert launch(declare, catalog, efa=True, **pool) == replace(
        EMPTY,
        reservation=ReservationPlan(
            name="llm-pool-train",
            instance_type="p4d.24xlarge",
            zone_id="use2-az1",
            count=2,
            platform="Linux/UNIX",
            match="targeted",
            placement_group_name="llm-pool-train-cluster",
        ),
        instance_type_in_template="p4d.24xlarge",
    )


@pytest.mark.parametrize("placement", ["none", "spread", "partition"])
def test_a_reservation_is_only_ever_made_in_a_cluster_group(declare, catalog, placement):
    pool = {"placement": placement, "purchase": {"reservation": {"create": 3}}, "nodes": {"max": 3}}
    reservation = launch(declare, catalog, **pool).reservation
    assert reservation
    assert (reservation.count, reservation.placement_group_name) == (3, None)


def test_a_capacity_block_is_asked_for_by_market_id_and_type(declare, catalog):
    plan = launch(declare, catalog, instance_type="p5en.48xlarge", purchase={"capacity_block": BLOCK})
    assert plan == replace(
        EMPTY,
        market_type="capacity-block",
        reservation_id="cr-0fedcba9876543210",
        instance_type_in_template="p5en.48xlarge",
    )


@pytest.mark.parametrize(
    "purchase", [{"capacity_block": BLOCK}, {"reservation": {"id": RESERVATION}}, {"reservation": {"create": 2}}]
)
def test_capacity_of_one_type_never_becomes_a_mix(declare, catalog, purchase):
    plan = launch(declare, catalog, **SEVERAL, purchase=purchase)
    assert (plan.instance_type_in_template, plan.mixed_types, plan.spot_allocation) == ("g6e.12xlarge", (), None)
