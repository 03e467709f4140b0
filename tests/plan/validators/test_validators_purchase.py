"""Purchase options, reservations and commitments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rackguard.plan.validators.interface import Found

CR = "cr-0123456789abcdef0"
GROUP = "arn:aws:ec2:us-east-2:123456789012:placement-group/ours"
BUCKET = {"storage": {"saved": {"s3": {}}}}
COMMITMENT = {"kind": "savings_plan_1y", "discount_percent": 20, "source": "agreement"}
TWO_TYPES = {"instance_type": None, "instance_types": ["g6.xlarge", "g6.2xlarge"]}


def train(**changes: Any) -> dict[str, Any]:
    return {"pools": {"train": changes}}


def spot(**changes: Any) -> dict[str, Any]:
    return {"purchase": {"spot": changes}}


def reserved(**changes: Any) -> dict[str, Any]:
    return {"purchase": {"reservation": changes}}


def block(**changes: Any) -> dict[str, Any]:
    given = {"id": CR, "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z", **changes}
    return {"purchase": {"capacity_block": given}}


def two_pools(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    pool = {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 4}}
    return {"pools": {"train": {**pool, **first}, "sprint": {**pool, **second}}}


def at(*keys: str) -> tuple[str, ...]:
    return ("pools", "train", *keys)


HOLDS = "purchase", "reservation"
P5 = {"instance_type": "p5.48xlarge"}

BLOCK = {"id": "cr-0123456789abcdef0", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}

BAD = [
    ("purchase-unsupported", train(**block()), at("purchase"), "is capacity_block, which g6.xlarge isn't sold by"),
    ("purchase-unsupported", train(instance_type="p6e-gb200.36xlarge"), at("purchase"), "allowed: capacity_block"),
    ("on-demand-not-sold", train(instance_type="p5e.48xlarge"), at("purchase", "on_demand"), "asks for p5e.48xlarge"),
    (
        "on-demand-not-sold",
        train(instance_type="p5e.48xlarge", **reserved(create=1)),
        at("purchase", "reservation"),
        "no on-demand price in any region",
    ),
    ("spot-without-checkpoint", train(**spot()), at("purchase", "spot"), "names no `checkpoint` store"),
    (
        "checkpoint-unknown",
        {**train(**spot(checkpoint="save")), **BUCKET},
        at("purchase", "spot", "checkpoint"),
        "is save, which isn't declared under `storage`; declared: saved",
    ),
    (
        "checkpoint-unknown",
        {**train(purchase={"capacity_block": {**BLOCK, "checkpoint": "save"}}), **BUCKET},
        at("purchase", "capacity_block", "checkpoint"),
        "is save, which isn't declared under `storage`; declared: saved",
    ),
    (
        "spot-max-price-high",
        train(**spot(max_price_usd_per_hour=0.81)),
        at("purchase", "spot", "max_price_usd_per_hour"),
        "is 0.81, above g6.xlarge's on-demand price of 0.8048 USD an hour",
    ),
    (
        "spot-max-price-high",
        train(**TWO_TYPES, **spot(max_price_usd_per_hour=1)),
        at("purchase", "spot", "max_price_usd_per_hour"),
        "is 1, above g6.2xlarge's on-demand price of 0.9776",
    ),
    (
        "spot-max-price-low",
        train(**P5, **spot(max_price_usd_per_hour=11.2)),
        at("purchase", "spot", "max_price_usd_per_hour"),
        "is 11.2, below the known spot price of 11.2543 USD an hour for p5.48xlarge in use2-az1",
    ),
    (
        "commitment-needs-on-demand",
        train(**spot(), commitment=COMMITMENT),
        at("commitment"),
        "is savings_plan_1y for a pool that buys spot; allowed for on_demand and reservation",
    ),
    ("commitment-needs-on-demand", train(**P5, **block(), commitment=COMMITMENT), at("commitment"), "capacity_block"),
    (
        "commitment-two-prices",
        train(commitment={**COMMITMENT, "rate_usd_per_hour": 0.5}),
        at("commitment"),
        "has a rate of 0.5 USD and a discount of 20 %; allowed: one of them",
    ),
    (
        "reservation-too-small",
        train(nodes={"max": 5}, **reserved(create=4)),
        at("nodes", "max"),
        "is 5, but the reservation holds 4; allowed: at most 4",
    ),
    (
        "reservation-too-small",
        train(nodes={"max": 9}, **reserved(id=CR, count=8)),
        at("nodes", "max"),
        "is 9, but the reservation holds 8",
    ),
    (
        "reservation-too-small",
        train(**P5, nodes={"max": 5}, **block(count=4)),
        at("nodes", "max"),
        "is 5, but the capacity block holds 4",
    ),
    (
        "reservation-partly-unused",
        train(nodes={"max": 2}, **reserved(create=3)),
        at(*HOLDS, "create"),
        "is 3, but at most 2 nodes run",
    ),
    ("reservation-partly-unused", train(**reserved(id=CR, count=2)), at(*HOLDS, "count"), "is 2, but at most 1"),
    (
        "reservation-partly-unused",
        train(**P5, **block(count=2)),
        at("purchase", "capacity_block", "count"),
        "is 2, but at most 1 nodes run; the others are paid for",
    ),
    (
        "reservation-of-two-kinds",
        two_pools(reserved(id=CR), {**reserved(id=CR), "zone_id": "use2-az2"}),
        ("pools", "sprint", "purchase", "reservation", "id"),
        f"is {CR} for g6.xlarge in use2-az2, but pool train uses it for g6.xlarge in use2-az1",
    ),
    (
        "reservation-of-two-kinds",
        two_pools({**P5, **reserved(id=CR)}, {**P5, **block()}),
        ("pools", "sprint", "purchase", "capacity_block", "id"),
        "for a capacity block of p5.48xlarge in use2-az1, but pool train uses it for p5.48xlarge",
    ),
    (
        "reservation-shared",
        two_pools(reserved(id=CR, count=7), reserved(id=CR)),
        ("pools", "sprint", "purchase", "reservation", "id"),
        f"is {CR}, which holds 7 nodes, but pools train and sprint may run 8 together",
    ),
    ("reservation-placement", train(**reserved(create=1), placement="spread"), at("placement"), "is spread"),
    (
        "reservation-placement",
        train(**reserved(id=CR), placement="cluster"),
        at("placement"),
        "made outside any placement group",
    ),
    (
        "reservation-placement",
        train(**reserved(id=CR, placement_group_arn=GROUP), placement="none"),
        at("placement"),
        "can only be used inside it",
    ),
    (
        "placement-group-elsewhere",
        train(**reserved(id=CR, placement_group_arn=GROUP.replace("us-east-2", "us-east-1"))),
        at(*HOLDS, "placement_group_arn"),
        "allowed in this stack: arn:aws:ec2:us-east-2:123456789012:placement-group/…",
    ),
    (
        "placement-group-elsewhere",
        train(**reserved(id=CR, placement_group_arn=GROUP.replace("123456789012", "210987654321"))),
        at(*HOLDS, "placement_group_arn"),
        "210987654321",
    ),
    (
        "capacity-one-zone",
        train(**P5, zone_id=None, zone_ids=["use2-az1", "use2-az2"], **block()),
        at("zone_ids"),
        "has 2 zones, but the pool buys a capacity block; allowed: one",
    ),
    (
        "capacity-one-zone",
        train(zone_id=None, zone_ids=["use2-az1", "use2-az2"], **reserved(create=1)),
        at("zone_ids"),
        "has 2 zones, but the pool buys a reservation",
    ),
]

GOOD = [
    ("purchase-unsupported", train(**P5, **block())),
    ("on-demand-not-sold", train(**P5)),
    ("on-demand-not-sold", train(instance_type="p5e.48xlarge", **block())),
    ("on-demand-not-sold", train(instance_type="p5e.48xlarge", **reserved(id=CR))),
    ("spot-without-checkpoint", {**train(**spot(checkpoint="saved")), **BUCKET}),
    ("checkpoint-unknown", {**train(**spot(checkpoint="saved")), **BUCKET}),
    ("checkpoint-unknown", {**train(purchase={"capacity_block": {**BLOCK, "checkpoint": "saved"}}), **BUCKET}),
    ("spot-max-price-high", train(**spot(max_price_usd_per_hour=0.8048))),
    ("spot-max-price-high", train(**TWO_TYPES, **spot(max_price_usd_per_hour=0.9))),
    ("spot-max-price-low", train(**P5, **spot(max_price_usd_per_hour=11.2543))),
    ("spot-max-price-low", train(**spot(max_price_usd_per_hour=0.01))),  # no spot price is known
    ("commitment-needs-on-demand", train(commitment=COMMITMENT)),
    ("commitment-needs-on-demand", train(**reserved(create=1), commitment=COMMITMENT)),
    ("commitment-two-prices", train(commitment=COMMITMENT)),
    ("reservation-too-small", train(nodes={"max": 4}, **reserved(create=4))),
    ("reservation-too-small", train(nodes={"max": 40}, **reserved(id=CR))),
    ("reservation-partly-unused", two_pools(reserved(id=CR, count=8), reserved(id=CR, count=8))),
    ("reservation-of-two-kinds", two_pools(reserved(id=CR), reserved(id=CR))),
    ("reservation-of-two-kinds", two_pools(reserved(create=1), {**reserved(create=1), "zone_id": "use2-az2"})),
    ("reservation-shared", two_pools(reserved(id=CR, count=8), reserved(id=CR))),
    ("reservation-shared", train(nodes={"max": 9}, **reserved(id=CR, count=8))),  # one pool alone: another check
    ("reservation-placement", train(**reserved(create=1), placement="cluster")),
    ("reservation-placement", train(**reserved(id=CR, placement_group_arn=GROUP), placement="cluster")),
    ("reservation-placement", train(**reserved(id=CR), placement="none")),
    ("placement-group-elsewhere", train(**reserved(id=CR, placement_group_arn=GROUP))),
    ("capacity-one-zone", train(**reserved(create=1))),
]


def test_finds(bad: tuple[Any, ...], expect: Callable[..., None]) -> None:
    expect(bad)


def test_lets_pass(good: tuple[Any, ...], finds: Callable[..., list[Found]]) -> None:
    assert finds(*good) == []
