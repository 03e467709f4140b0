"""Capacity blocks; the tests' day is 1 December 2026."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rackguard.plan.validators.interface import Found


def block(start: str = "2026-12-07T11:30:00Z", end: str = "2026-12-14T11:30:00Z", **changes: Any) -> dict[str, Any]:
    given = {"id": "cr-0123456789abcdef0", "start": start, "end": end}
    count = changes.pop("count", None)
    if count:
        given["count"] = count
    return {"pools": {"train": {"instance_type": "p5.48xlarge", "purchase": {"capacity_block": given}, **changes}}}


def at(*keys: str) -> tuple[str, ...]:
    return ("pools", "train", *keys)


END = at("purchase", "capacity_block", "end")
GB200 = {"instance_type": "p6e-gb200.36xlarge"}

BAD = [
    (
        "block-placement",
        block(placement="cluster"),
        at("placement"),
        "is cluster, but the pool buys a capacity block; allowed: auto or none",
    ),
    (
        "block-one-type",
        block(instance_type=None, instance_types=["p5.48xlarge", "p5en.48xlarge"]),
        at("instance_types"),
        "has 2 types, but the pool buys a capacity block; allowed: one",
    ),
    (
        "block-window",
        block(end="2026-12-07T11:30:00Z"),
        END,
        "is 2026-12-07T11:30:00Z; allowed: later than the start, 2026-12-07T11:30:00Z",
    ),
    # 12:30 in Paris is 11:30 UTC: the same moment.
    ("block-window", block(end="2026-12-07T12:30:00+01:00"), END, "allowed: later than the start"),
    ("block-length", block(end="2026-12-22T11:30:00Z"), END, "15 days long; sold are 1 to 14 days, or a multiple of 7"),
    ("block-length", block(end="2027-06-14T11:30:00Z"), END, "189 days long"),
    # The length as it is, and not the number of days begun.
    ("block-length", block(start="2026-12-07T08:30:00Z", end="2026-12-21T11:30:00Z"), END, "14 days and 3 hours long"),
    (
        "block-too-short",
        block(end="2026-12-07T12:10:00Z"),
        END,
        "is 2026-12-07T12:10:00Z, which makes the block 40 minutes long; allowed: more than 40 minutes, by which",
    ),
    ("block-too-short", block(end="2026-12-07T11:30:01Z"), END, "1 second long; allowed: more than 40 minutes"),
    (
        "block-too-short",
        block(**GB200, end="2026-12-07T12:40:00Z"),
        END,
        "1 hour and 10 minutes long; allowed: more than 1 hour and 10 minutes",
    ),
    (
        "block-year",
        block(start="1026-12-07T11:30:00Z"),
        at("purchase", "capacity_block", "start"),
        "is 1026-12-07T11:30:00Z; allowed: a year from 2000 to 2999",
    ),
    ("block-year", block(start="1999-12-31T23:59:59Z"), at("purchase", "capacity_block", "start"), "is 1999-12-31"),
    ("block-year", block(end="3000-01-01T00:00:00Z"), END, "is 3000-01-01T00:00:00Z; allowed: a year from 2000"),
    ("block-end-time", block(end="2026-12-14T11:30:00+01:00"), END, "that is 10:30 UTC; every block ends at 11:30 UTC"),
    (
        "block-too-far-ahead",
        block(start="2027-01-26T11:30:00Z", end="2027-02-02T11:30:00Z"),
        at("purchase", "capacity_block", "start"),
        "is 2027-01-26T11:30:00Z; a block that has been bought starts by 2027-01-26 at the latest",
    ),
    (
        "block-passed",
        block(start="2026-11-24T11:30:00Z", end="2026-11-30T11:30:00Z"),
        END,
        "is 2026-11-30T11:30:00Z: the block is over",
    ),
    ("block-passed", block(start="2026-11-24T11:30:00Z", end="2026-12-01T00:00:00Z"), END, "the block is over"),
    (
        "block-too-large",
        block(nodes={"max": 65}),
        at("nodes", "max"),
        "is 65, but a capacity block holds at most 64 nodes",
    ),
    (
        "ultraserver-size",
        block(**GB200, nodes={"max": 8}),
        at("nodes", "max"),
        "is 8; allowed for p6e-gb200.36xlarge: 9 (u-p6e-gb200x36) or 18 (u-p6e-gb200x72)",
    ),
    (
        "ultraserver-size",
        block(**GB200, count=10, nodes={"max": 9}),
        at("purchase", "capacity_block", "count"),
        "is 10; allowed",
    ),
]

GOOD = [
    ("block-placement", block()),
    ("block-placement", block(placement="none")),
    ("block-one-type", block()),
    ("block-window", block()),
    *(
        ("block-length", block(end=f"{end}T11:30:00Z"))
        for end in ("2026-12-08", "2026-12-20", "2026-12-21", "2026-12-28", "2027-06-07")  # 1, 13, 14, 21, 182 days
    ),
    ("block-length", block(start="2026-12-01T15:02:00Z", end="2026-12-15T11:30:00Z")),  # bought and started at once
    ("block-too-short", block(end="2026-12-07T12:10:01Z")),
    ("block-too-short", block(**GB200, end="2026-12-07T12:40:01Z")),
    ("block-too-short", block(end="2026-12-07T11:30:00Z")),  # no window at all: another check
    ("block-year", block(start="2000-01-01T00:00:00Z", end="2999-12-31T23:59:59Z")),
    ("block-length", block(end="2026-12-07T11:30:00Z")),  # no window at all: another check
    ("block-end-time", block()),
    ("block-end-time", block(end="2026-12-14T12:30:00+01:00")),
    ("block-too-far-ahead", block(start="2027-01-25T11:30:00Z", end="2027-02-01T11:30:00Z")),
    ("block-passed", block(start="2026-11-24T11:30:00Z", end="2026-12-01T11:30:00Z")),
    ("block-too-large", block(nodes={"max": 64})),
    ("ultraserver-size", block(**GB200, nodes={"max": 18})),
    ("ultraserver-size", block(**GB200, count=9, nodes={"max": 4})),
    ("ultraserver-size", block(nodes={"max": 8})),
]


def test_finds(bad: tuple[Any, ...], expect: Callable[..., None]) -> None:
    expect(bad)


def test_lets_pass(good: tuple[Any, ...], finds: Callable[..., list[Found]]) -> None:
    assert finds(*good) == []
