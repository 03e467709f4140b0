"""Capacity blocks on offer for a wish, and the command that buys each: printed, never run."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.account.preflight.asking import NOW, Account, outcomes, subject, told

from rackguard.account.preflight.checks.block_offerings import CHECK
from rackguard.account.preflight.subject import BlockWish, Subject

WISH = BlockWish("train", "p5.48xlarge", 4, 48)
OFFER: dict[str, Any] = {
    "CapacityBlockOfferingId": "cb-0123456789abcdef0",
    "InstanceType": "p5.48xlarge",
    "AvailabilityZone": "us-east-2b",
    "InstanceCount": 4,
    "StartDate": datetime(2026, 12, 3, 11, 30, tzinfo=UTC),
    "EndDate": datetime(2026, 12, 5, 11, 30, tzinfo=UTC),
    "CapacityBlockDurationHours": 48,
    "UpfrontFee": "6041.28",
    "CurrencyCode": "USD",
    "Tenancy": "default",
}
ZONES = {"AvailabilityZones": [{"ZoneName": "us-east-2b", "ZoneId": "use2-az1"}]}


def wishing(wish: BlockWish | None = WISH) -> Subject:
    return replace(subject(), wish=wish)


def offered(*offers: dict[str, Any], **asked: Any) -> Account:
    answer = {"CapacityBlockOfferings": [*offers]}
    account = Account().says("ec2", "describe_capacity_block_offerings", answer, **asked)
    return account.says("ec2", "describe_availability_zones", ZONES) if offers else account


def test_an_offer_with_its_price_and_the_command_that_buys_it() -> None:
    asked = {"InstanceType": "p5.48xlarge", "InstanceCount": 4, "CapacityDurationHours": 48, "StartDateRange": NOW}
    (said,) = outcomes(CHECK.run, wishing(), offered(OFFER, **asked))
    assert (said.status, said.where) == ("ok", "pools.train")
    assert said.message == (
        "4 × p5.48xlarge in use2-az1 from 2026-12-03 11:30 UTC to 2026-12-05 11:30 UTC:"
        " 6,041.28 USD up front, 31.46 a node and hour"  # 6,041.28 / 48 / 4
    )
    assert said.hint.endswith("then name its id, start and end in the pool.")
    assert said.command == (
        "aws ec2 purchase-capacity-block --capacity-block-offering-id cb-0123456789abcdef0"
        " --instance-platform Linux/UNIX --region us-east-2"
    )


def test_an_offer_in_another_zone_says_that_the_pool_would_move() -> None:
    (said,) = outcomes(CHECK.run, wishing(), offered({**OFFER, "AvailabilityZone": "us-east-2c"}))
    assert "in us-east-2c from" in said.message  # a zone that EC2 didn't tell the id of
    assert said.hint.endswith(" The pool would have to move to us-east-2c.")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"hours": 36},
            "a block of 36 hours is not sold: they last whole days, up to 14 days by the day, and 182 by the week",
        ),
        (
            {"hours": 360},
            "a block of 360 hours is not sold: they last whole days, up to 14 days by the day, and 182 by the week",
        ),
        (
            {"hours": 4536},
            "a block of 4,536 hours is not sold: they last whole days, up to 14 days by the day, and 182 by the week",
        ),
        ({"nodes": 65}, "a block of 65 nodes is not sold: one has up to 64"),
        ({"instance_type": "g6.xlarge"}, "a block of g6.xlarge is not sold, as far as the catalogue knows"),
    ],
)
def test_what_aws_never_sells_is_not_asked_for(changes: dict[str, Any], message: str) -> None:
    assert told(CHECK.run, wishing(replace(WISH, **changes)), Account()) == [("problem", "pools.train", message)]


@pytest.mark.parametrize("hours", [24, 336, 504, 4368])
def test_what_aws_sells_is_asked_for(hours: int) -> None:
    account = offered(InstanceType="p5.48xlarge", InstanceCount=4, CapacityDurationHours=hours, StartDateRange=NOW)
    (said,) = told(CHECK.run, wishing(replace(WISH, hours=hours)), account)
    assert said[2].startswith("AWS offers no capacity block of 4 × p5.48xlarge")


def test_the_cheapest_first_and_of_equals_the_earliest() -> None:
    dear = {**OFFER, "UpfrontFee": "10000.0", "CapacityBlockOfferingId": "cb-dear"}
    later = {
        **OFFER,
        "StartDate": datetime(2026, 12, 4, 11, 30, tzinfo=UTC),
        "EndDate": datetime(2026, 12, 6, 11, 30, tzinfo=UTC),
        "CapacityBlockOfferingId": "cb-later",
    }
    said = outcomes(CHECK.run, wishing(), offered(dear, later, OFFER))
    assert [one.command.split()[4] for one in said] == ["cb-0123456789abcdef0", "cb-later", "cb-dear"]


def test_no_more_than_ten_are_shown() -> None:
    said = told(CHECK.run, wishing(), offered(*[OFFER] * 12))
    assert (len(said), said[-1]) == (11, ("ok", "pools.train", "2 dearer offers are left out"))


def test_a_window_is_asked_for_and_told_where_nothing_is_offered() -> None:
    wish = replace(WISH, earliest=datetime(2026, 12, 7, tzinfo=UTC), latest=datetime(2026, 12, 21, tzinfo=UTC))
    asked = {"InstanceType": "p5.48xlarge", "InstanceCount": 4, "CapacityDurationHours": 48}
    account = offered(**asked, StartDateRange=wish.earliest, EndDateRange=wish.latest)
    message = (
        "AWS offers no capacity block of 4 × p5.48xlarge for 48 hours from 2026-12-07 00:00 UTC to 2026-12-21 00:00 UTC"
    )
    assert told(CHECK.run, wishing(wish), account) == [("problem", "pools.train", message)]


def test_an_ultraserver_is_asked_for_as_a_whole() -> None:
    wish = BlockWish("train", "p6e-gb200.36xlarge", 18, 24)
    asked = {"UltraserverType": "u-p6e-gb200x72", "UltraserverCount": 1, "CapacityDurationHours": 24}
    account = offered(**asked, StartDateRange=NOW)
    assert [status for status, _, _ in told(CHECK.run, wishing(wish), account)] == ["problem"]


def test_a_local_zone_is_asked_about_also_where_the_account_has_not_opted_in() -> None:
    """An UltraServer is in no other zone; without that, AWS leaves out its offers and its zone's id."""
    block = {"id": "cr-0123456789abcdef0", "start": "2027-01-11T11:30:00Z", "end": "2027-01-18T11:30:00Z"}
    pool = {
        "instance_type": "p6e-gb200.36xlarge",
        "zone_id": "use1-dfw2-az1",
        "nodes": {"max": 18},
        "purchase": {"capacity_block": block},
    }
    about = replace(
        subject(region="us-east-1", pools={"train": pool}), wish=BlockWish("train", "p6e-gb200.36xlarge", 18, 24)
    )
    offer = {**OFFER, "AvailabilityZone": "us-east-1-dfw-2a", "InstanceType": "p6e-gb200.36xlarge", "InstanceCount": 18}
    account = Account("us-east-1").says(
        "ec2",
        "describe_capacity_block_offerings",
        {"CapacityBlockOfferings": [offer]},
        UltraserverType="u-p6e-gb200x72",
        UltraserverCount=1,
        CapacityDurationHours=24,
        StartDateRange=NOW,
        AllAvailabilityZones=True,
    )
    zones = {"AvailabilityZones": [{"ZoneName": "us-east-1-dfw-2a", "ZoneId": "use1-dfw2-az1"}]}
    account.says("ec2", "describe_availability_zones", zones, AllAvailabilityZones=True)
    (said,) = outcomes(CHECK.run, about, account)
    assert said.message.startswith("18 × p6e-gb200.36xlarge in use1-dfw2-az1 from ")
    assert said.hint.endswith("then name its id, start and end in the pool.")


def test_without_a_wish_nothing_is_asked() -> None:
    assert told(CHECK.run, wishing(None), Account()) == []
