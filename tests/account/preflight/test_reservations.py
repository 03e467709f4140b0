"""Reservations and capacity blocks that a plan names, beside what EC2 says of them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from tests.account.preflight.asking import Account, outcomes, refused, subject, told

from rackguard.account.aws.questions import Denied
from rackguard.account.preflight.checks.capacity_blocks import CHECK as BLOCKS
from rackguard.account.preflight.checks.reservations import CHECK as RESERVATIONS
from rackguard.account.preflight.subject import Subject

ID = "cr-0123456789abcdef0"
GROUP = "arn:aws:ec2:us-east-2:123456789012:placement-group/made-here"
START, END = datetime(2027, 1, 11, 11, 30, tzinfo=UTC), datetime(2027, 1, 18, 11, 30, tzinfo=UTC)
RESERVATION: dict[str, Any] = {
    "CapacityReservationId": ID,
    "OwnerId": "123456789012",
    "ReservationType": "default",
    "InstanceType": "p5.48xlarge",
    "InstancePlatform": "Linux/UNIX",
    "AvailabilityZoneId": "use2-az1",
    "Tenancy": "default",
    "TotalInstanceCount": 8,
    "AvailableInstanceCount": 8,
    "State": "active",
    "EndDateType": "unlimited",
    "InstanceMatchCriteria": "targeted",
}
BLOCK = {
    **RESERVATION,
    "ReservationType": "capacity-block",
    "State": "scheduled",
    "StartDate": START,
    "EndDate": END,
    "EndDateType": "limited",
}
TRAIN = {"instance_type": "p5.48xlarge", "zone_id": "use2-az1", "nodes": {"min": 8, "max": 8}}
ACTIVE = f"the reservation {ID} is active: 8 × p5.48xlarge in use2-az1, 8 free"


def reserved(**pool: Any) -> Subject:
    return subject(pools={"train": {**TRAIN, "purchase": {"reservation": {"id": ID}}, **pool}})


def blocked(**changes: Any) -> Subject:
    block = {"id": ID, "start": "2027-01-11T11:30:00Z", "end": "2027-01-18T11:30:00Z", **changes}
    return subject(pools={"train": {**TRAIN, "purchase": {"capacity_block": block}}})


def says(answer: dict[str, Any], **changes: Any) -> Account:
    described = {"CapacityReservations": [{**answer, **changes}]}
    return Account().says("ec2", "describe_capacity_reservations", described, CapacityReservationIds=[ID])


def running(account: Account, count: int) -> Account:
    """Says how many of the cluster's nodes run in it."""
    filters = [
        {"Name": "capacity-reservation-id", "Values": [ID]},
        {"Name": "tag:rackguard:cluster", "Values": ["llm"]},
        {"Name": "instance-state-name", "Values": ["pending", "running"]},
    ]
    instances = {"Reservations": [{"Instances": [{"InstanceId": f"i-{number}"}]} for number in range(count)]}
    return account.says("ec2", "describe_instances", instances, Filters=filters)


def test_a_reservation_that_fits() -> None:
    assert told(RESERVATIONS.run, reserved(), says(RESERVATION)) == [("ok", "pools.train", ACTIVE)]


def test_one_of_another_account_is_told_as_shared() -> None:
    (said,) = told(RESERVATIONS.run, reserved(), says(RESERVATION, OwnerId="210987654321"))
    assert said == ("ok", "pools.train", f"{ACTIVE}, shared by the account 210987654321")


def test_nothing_is_asked_of_a_plan_without_any() -> None:
    assert told(RESERVATIONS.run, subject(), Account()) == []
    assert told(BLOCKS.run, subject(), Account()) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"State": "expired"}, f"the reservation {ID} is expired"),
        ({"ReservationType": "capacity-block"}, f"{ID} is a capacity block, and declared as a reservation"),
        (
            {"InstanceType": "p5e.48xlarge"},
            f"the reservation {ID} holds p5e.48xlarge; the pool is of p5.48xlarge",
        ),
        (
            {"AvailabilityZoneId": "use2-az3"},
            f"the reservation {ID} is in use2-az3; the pool is in use2-az1",
        ),
        (
            {"InstancePlatform": "Red Hat Enterprise Linux"},
            f"the reservation {ID} is for Red Hat Enterprise Linux; the nodes' images are billed as Linux/UNIX",
        ),
        (
            {"Tenancy": "dedicated"},
            f"the reservation {ID} has the tenancy dedicated; nodes are started with the tenancy default",
        ),
        (
            {"PlacementGroupArn": GROUP},
            f"the reservation {ID} was made in the placement group {GROUP}; the pool names none",
        ),
    ],
)
def test_a_reservation_that_keeps_the_nodes_out(changes: dict[str, Any], message: str) -> None:
    assert told(RESERVATIONS.run, reserved(), says(RESERVATION, **changes)) == [("problem", "pools.train", message)]


def test_one_that_is_not_there() -> None:
    account = Account().refuses("ec2", "describe_capacity_reservations", "InvalidCapacityReservationId.NotFound")
    message = f"there is no reservation {ID} in us-east-2 that the account may use"
    assert told(RESERVATIONS.run, reserved(), account) == [("problem", "pools.train", message)]


def test_one_that_is_too_small_comes_with_the_command_that_enlarges_it() -> None:
    small = says(RESERVATION, TotalInstanceCount=6, AvailableInstanceCount=6)
    size, room = outcomes(RESERVATIONS.run, reserved(), running(small, 0))
    assert (size.status, size.message) == ("problem", f"the reservation {ID} holds 6 nodes; the plan counts on 8")
    assert size.command == (
        f"aws ec2 modify-capacity-reservation --capacity-reservation-id {ID} --instance-count 8 --region us-east-2"
    )
    assert room.message == f"6 of the 6 places of the reservation {ID} are free; 8 are wanted"
    theirs = says(RESERVATION, TotalInstanceCount=6, AvailableInstanceCount=8, OwnerId="210987654321")
    (size,) = outcomes(RESERVATIONS.run, reserved(), theirs)
    assert size.command == ""


def test_one_that_holds_more_than_the_plan_counts_on() -> None:
    larger = says(RESERVATION, TotalInstanceCount=9, AvailableInstanceCount=9)
    warning, fine = outcomes(RESERVATIONS.run, reserved(), larger)
    assert (warning.status, warning.message, warning.hint) == (
        "warning",
        f"the reservation {ID} holds 9 nodes; the plan, and its cost, count on 8",
        "Set `purchase.reservation.count: 9`.",
    )
    assert fine.status == "ok"


def test_places_that_others_have_taken_and_those_that_the_cluster_has() -> None:
    full = {"AvailableInstanceCount": 1}
    message = (
        f"1 of the 8 places of the reservation {ID} are free, and 2 of the cluster's nodes run in it; 8 are wanted"
    )
    taken = running(says(RESERVATION, **full), 2)
    assert told(RESERVATIONS.run, reserved(), taken) == [("problem", "pools.train", message)]
    ours = running(says(RESERVATION, **full), 7)
    assert told(RESERVATIONS.run, reserved(), ours) == [("ok", "pools.train", ACTIVE.replace("8 free", "1 free"))]
    fewer = reserved(nodes={"min": 0, "max": 8})
    assert [status for status, _, _ in told(RESERVATIONS.run, fewer, says(RESERVATION, **full))] == ["ok"]


def test_one_that_starts_later_ends_or_is_open() -> None:
    later = says(RESERVATION, State="scheduled", StartDate=START)
    message = f"the reservation {ID} is scheduled, and not yet active; it starts at 2027-01-11 11:30 UTC"
    assert told(RESERVATIONS.run, reserved(), later) == [("warning", "pools.train", message)]
    ends = says(RESERVATION, EndDateType="limited", EndDate=datetime(2026, 12, 15, 6, tzinfo=UTC))
    message = f"the reservation {ID} ends at 2026-12-15 06:00 UTC, in 14 days"
    assert told(RESERVATIONS.run, reserved(), ends)[0] == ("warning", "pools.train", message)
    ends = says(RESERVATION, EndDateType="limited", EndDate=datetime(2026, 12, 1, 6, tzinfo=UTC))
    assert "ends at 2026-12-01 06:00 UTC, in less than a day" in told(RESERVATIONS.run, reserved(), ends)[0][2]
    warning, fine = outcomes(RESERVATIONS.run, reserved(), says(RESERVATION, InstanceMatchCriteria="open"))
    assert (warning.status, fine.status) == ("warning", "ok")
    assert warning.message == (
        f"the reservation {ID} is open: any instance of its type and zone in the account takes its places"
    )
    assert warning.command.endswith(f"{ID} --instance-match-criteria targeted --region us-east-2")
    assert warning.hint.endswith("; AWS does that only while nothing runs in it.")


def test_the_placement_group_of_a_reservation_is_the_pools() -> None:
    named = reserved(purchase={"reservation": {"id": ID, "placement_group_arn": GROUP}})
    assert [status for status, _, _ in told(RESERVATIONS.run, named, says(RESERVATION, PlacementGroupArn=GROUP))] == [
        "ok"
    ]
    message = f"the reservation {ID} was made in no placement group; the pool names {GROUP}"
    assert told(RESERVATIONS.run, named, says(RESERVATION)) == [("problem", "pools.train", message)]


def test_two_pools_in_one_reservation_are_asked_about_once() -> None:
    half = {**TRAIN, "nodes": {"min": 4, "max": 4}, "purchase": {"reservation": {"id": ID}}}
    both = subject(pools={"train": half, "more": half})
    assert told(RESERVATIONS.run, both, says(RESERVATION)) == [("ok", "pools.train", ACTIVE)]
    wrong = {**half, "instance_type": "p5e.48xlarge"}
    assert told(RESERVATIONS.run, subject(pools={"train": half, "more": wrong}), says(RESERVATION)) == [
        ("problem", "pools.more", f"the reservation {ID} holds p5.48xlarge; the pool is of p5e.48xlarge")
    ]


def test_what_these_credentials_may_not_ask() -> None:
    account = Account().refuses("ec2", "describe_capacity_reservations", "UnauthorizedOperation")
    denied = refused(RESERVATIONS.run, reserved(), account)
    assert isinstance(denied, Denied)
    assert denied.action == "ec2:DescribeCapacityReservations"
    assert denied.action in RESERVATIONS.permissions
    assert denied.action in BLOCKS.permissions


def test_a_block_that_fits() -> None:
    message = (
        f"the capacity block {ID} is scheduled: 8 × p5.48xlarge in use2-az1"
        " from 2027-01-11 11:30 UTC to 2027-01-18 11:30 UTC"
    )
    assert told(BLOCKS.run, blocked(), says(BLOCK)) == [("ok", "pools.train", message)]
    assert told(RESERVATIONS.run, blocked(), Account()) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"State": "payment-failed"}, f"the capacity block {ID} is payment-failed"),
        ({"State": "cancelled"}, f"the capacity block {ID} is cancelled"),
        ({"ReservationType": "default"}, f"{ID} is a reservation, and declared as a capacity block"),
        ({"InstanceType": "p5en.48xlarge"}, f"the capacity block {ID} holds p5en.48xlarge; the pool is of p5.48xlarge"),
        ({"AvailabilityZoneId": "use2-az2"}, f"the capacity block {ID} is in use2-az2; the pool is in use2-az1"),
        ({"TotalInstanceCount": 4}, f"the capacity block {ID} holds 4 nodes; the plan counts on 8"),
        (
            {"StartDate": datetime(2027, 1, 12, 11, 30, tzinfo=UTC)},
            f"the capacity block {ID} starts at 2027-01-12 11:30 UTC; the stack says 2027-01-11 11:30 UTC",
        ),
        (
            {"EndDate": datetime(2027, 1, 17, 11, 30, tzinfo=UTC)},
            f"the capacity block {ID} ends at 2027-01-17 11:30 UTC; the stack says 2027-01-18 11:30 UTC",
        ),
    ],
)
def test_a_block_that_is_not_what_the_stack_says(changes: dict[str, Any], message: str) -> None:
    assert told(BLOCKS.run, blocked(), says(BLOCK, **changes)) == [("problem", "pools.train", message)]


def test_a_block_that_is_not_there_not_paid_yet_or_larger() -> None:
    account = Account().refuses("ec2", "describe_capacity_reservations", "InvalidCapacityReservationId.NotFound")
    message = f"there is no capacity block {ID} in us-east-2 that the account may use"
    assert told(BLOCKS.run, blocked(), account) == [("problem", "pools.train", message)]
    unpaid = says(BLOCK, State="payment-pending")
    assert told(BLOCKS.run, blocked(), unpaid) == [
        ("warning", "pools.train", f"the capacity block {ID} is payment-pending")
    ]
    warning, fine = told(BLOCKS.run, blocked(), says(BLOCK, TotalInstanceCount=16))
    assert warning[2] == f"the capacity block {ID} holds 16 nodes; the plan, and its cost, count on 8"
    assert fine[0] == "ok"


def test_times_of_a_block_are_compared_and_not_their_writing() -> None:
    said = blocked(start="2027-01-11T12:30:00+01:00", count=8)
    assert [status for status, _, _ in told(BLOCKS.run, said, says(BLOCK))] == ["ok"]


def test_an_active_block_without_room() -> None:
    full = running(says(BLOCK, State="active", AvailableInstanceCount=3), 1)
    message = (
        f"3 of the 8 places of the capacity block {ID} are free, and 1 of the cluster's nodes run in it; 8 are wanted"
    )
    assert told(BLOCKS.run, blocked(), full) == [("problem", "pools.train", message)]


def test_the_interconnect_of_an_ultraserver() -> None:
    block = {"id": ID, "start": "2027-01-11T11:30:00Z", "end": "2027-01-18T11:30:00Z"}
    pool = {"instance_type": "p6e-gb200.36xlarge", "nodes": {"max": 9}, "purchase": {"capacity_block": block}}
    about = subject(region="us-east-1", pools={"train": {**pool, "zone_id": "use1-dfw2-az1"}})
    answer = {
        "State": "active",
        "InstanceType": "p6e-gb200.36xlarge",
        "AvailabilityZoneId": "use1-dfw2-az1",
        "TotalInstanceCount": 9,
        "AvailableInstanceCount": 9,
        "CapacityBlockId": "cb-0123456789abcdef0",
    }
    status = {"InterconnectStatus": "impaired", "TotalCapacity": 9, "TotalUnavailableCapacity": 1}
    account = says(BLOCK, **answer).says(
        "ec2",
        "describe_capacity_block_status",
        {"CapacityBlockStatuses": [status]},
        CapacityBlockIds=["cb-0123456789abcdef0"],
    )
    assert told(BLOCKS.run, about, account) == [
        ("warning", "pools.train", f"the interconnect of the capacity block {ID} is impaired"),
        ("problem", "pools.train", f"1 of the 9 nodes of the capacity block {ID} are unavailable"),
    ]
