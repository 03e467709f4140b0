"""Region, zones and instance types, by the catalogue's facts (AWS DescribeInstanceTypeOfferings, 2026-10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rackguard.catalog.catalog import Catalog
from rackguard.catalog.overlay import TABLES, parsed, text_of
from rackguard.catalog.types import Offering
from rackguard.plan.validators.interface import Context, Found


def train(**changes: Any) -> dict[str, Any]:
    return {"pools": {"train": changes}}


class NoOfferings(Catalog):
    """A type so new that no list of offerings has it."""

    def offerings(self, region: str | None = None, instance_type: str | None = None) -> tuple[Offering, ...]:
        return ()

    def offering(self, instance_type: str, region: str) -> Offering | None:
        return None


def without_offerings(context: Context) -> Context:
    return replace(context, catalog=NoOfferings())


def read_since(context: Context) -> Context:
    """AWS has told of a type whose GPU nobody here knows."""
    row = {"instance_type": "g9.xlarge", "lacks": "the GPU NVIDIA X1 is not in the catalogue", "as_of": "2026-11-30"}
    rows = [{**dict.fromkeys(TABLES["types"].columns, ""), **row}]
    return replace(context, catalog=Catalog(parsed(text_of({"types": rows}), "")))


TYPE = ("pools", "train", "instance_type")
ZONE = ("pools", "train", "zone_id")
G5G = {"region": "us-west-2", **train(instance_type="g5g.xlarge", zone_id="usw2-az1")}
LOGIN = {"instance_type": "m7i.large", "zone_id": "use2-az1"}
TWO_TYPES = {"instance_type": None, "instance_types": ["g6.xlarge", "g6.2xlarge"]}

BAD = [
    ("region-unknown", {"region": "us-east-3"}, ("aws:region",), "us-east-3, where the catalogue knows no GPU type"),
    (
        "zone-outside-region",
        train(zone_id="use1-az1"),
        ZONE,
        "is use1-az1, which isn't in us-east-2; allowed: use2-az1, use2-az2 or use2-az3",
    ),
    (
        "zone-outside-region",
        {"access": {"login_node": {**LOGIN, "zone_id": "usw2-az1"}}},
        ("access", "login_node", "zone_id"),
        "usw2-az1",
    ),
    (
        "zone-outside-region",
        {"storage": {"fast": {"lustre": {"size_gib": 1200, "zone_id": "use1-az6"}}}},
        ("storage", "fast", "lustre", "zone_id"),
        "use1-az6",
    ),
    (
        "zone-outside-region",
        {
            "network": {
                "cidr": None,
                "existing": {
                    "vpc_id": "vpc-01234567",
                    "subnets": [
                        {"id": "subnet-01234567", "zone_id": "use2-az1"},
                        {"id": "subnet-01234568", "zone_id": "euw1-az1"},
                    ],
                },
            }
        },
        ("network", "existing", "subnets", 1, "zone_id"),
        "euw1-az1",
    ),
    (
        "zone-is-local",
        {"region": "us-west-2", **train(zone_id="usw2-lax1-az1")},
        ZONE,
        "a Local Zone; allowed: an Availability Zone such as usw2-az1",
    ),
    (
        "zone-unknown",
        {"access": {"login_node": {**LOGIN, "zone_id": "use2-az9"}}},
        ("access", "login_node", "zone_id"),
        "is use2-az9, a zone without GPU types; zones with GPU types: use2-az1, use2-az2 and use2-az3",
    ),
    (
        "zone-unknown",
        {"storage": {"fast": {"lustre": {"size_gib": 1200, "zone_id": "use2-az4"}}}},
        ("storage", "fast", "lustre", "zone_id"),
        "use2-az4",
    ),
    ("type-unknown", train(instance_type="g6.9xlarge"), TYPE, "is g6.9xlarge, which is no GPU type of AWS"),
    ("type-unknown", train(instance_type="m7i.2xlarge"), TYPE, "a type without GPU; allowed: a GPU type"),
    (
        "type-unknown",
        train(instance_type="g9.xlarge"),
        TYPE,
        "is g9.xlarge, which AWS has and no plan can use yet: the GPU NVIDIA X1 is not in the catalogue",
        read_since,
    ),
    (
        "type-unknown",
        train(instance_type=None, instance_types=["g6.xlarge", "g6.xxlarge"], purchase={"spot": {}}),
        ("pools", "train", "instance_types", 1),
        "is g6.xxlarge",
    ),
    (
        "type-legacy",
        train(instance_type="p3.16xlarge"),
        TYPE,
        "is p3.16xlarge, which is too old to be planned; what replaces it: p4d or p5",
    ),
    ("type-legacy", train(instance_type="g4ad.xlarge"), TYPE, "what replaces it: g5 or g6"),
    ("type-legacy", train(instance_type="p2.xlarge"), TYPE, "what replaces it: g5 or g6"),
    ("type-legacy", train(instance_type="g3s.xlarge"), TYPE, "what replaces it: g6"),
    (
        "type-not-in-region",
        train(instance_type="p3dn.24xlarge"),
        TYPE,
        "is p3dn.24xlarge, which us-east-2 doesn't offer; regions that do: ap-northeast-1, eu-west-1",
    ),
    (
        "type-not-in-region",
        train(instance_type="p6e-gb200.36xlarge"),
        TYPE,
        "which us-east-2 doesn't offer; regions that do: us-east-1",
    ),
    (
        "type-not-in-zone",
        train(instance_type="g7e.8xlarge", zone_id="use2-az3"),
        ZONE,
        "is use2-az3, which doesn't offer g7e.8xlarge; allowed: use2-az1 or use2-az2",
    ),
    (
        "type-not-in-zone",
        train(instance_type="g7e.8xlarge", zone_id=None, zone_ids=["use2-az1", "use2-az3"]),
        ("pools", "train", "zone_ids", 1),
        "use2-az3",
    ),
    (
        "type-not-in-zone",
        train(zone_id="use2-az7"),
        ZONE,
        "is use2-az7, which doesn't offer g6.xlarge; allowed: use2-az1, use2-az2 or use2-az3",
    ),
    (
        "type-offering-unknown",
        {},
        TYPE,
        "is g6.xlarge; no published list says",
        without_offerings,
    ),
    ("type-older-generation", train(instance_type="g5.xlarge"), TYPE, "is g5.xlarge"),
    (
        "types-need-spot",
        train(**TWO_TYPES),
        ("pools", "train", "instance_types"),
        "has 2 types in a pool that buys on_demand; several types are for spot alone",
    ),
    (
        "types-need-spot",
        train(**TWO_TYPES, purchase={"reservation": {"create": 1}}),
        ("pools", "train", "instance_types"),
        "buys reservation",
    ),
    (
        "types-of-two-architectures",
        {
            "region": "us-west-2",
            **train(
                instance_type=None,
                instance_types=["g6.xlarge", "g5g.xlarge"],
                zone_id="usw2-az1",
                purchase={"spot": {}},
            ),
        },
        ("pools", "train", "instance_types"),
        "mixes x86_64 (g6.xlarge) and arm64 (g5g.xlarge)",
    ),
]

GOOD = [
    ("region-unknown", {}),
    ("zone-outside-region", {"access": {"login_node": LOGIN}}),
    ("zone-outside-region", {"region": "us-east-3"}),  # its own problem, said once
    ("zone-is-local", {}),
    ("zone-unknown", {"access": {"login_node": LOGIN}}),
    ("type-unknown", {}),
    ("type-unknown", train(instance_type="p3.16xlarge")),
    ("type-legacy", train(instance_type="p3dn.24xlarge")),
    ("type-not-in-region", {}),
    ("type-not-in-zone", train(instance_type="g7e.8xlarge", zone_id="use2-az2")),
    ("type-not-in-zone", train(zone_id="use1-az1")),
    ("type-offering-unknown", {}),
    ("type-older-generation", {}),
    ("types-need-spot", train(**TWO_TYPES, purchase={"spot": {}})),
    ("types-of-two-architectures", G5G),
]


def test_finds(bad: tuple[Any, ...], expect: Callable[..., None]) -> None:
    expect(bad)


def test_lets_pass(good: tuple[Any, ...], finds: Callable[..., list[Found]]) -> None:
    assert finds(*good) == []


@pytest.mark.parametrize(
    ("overrides", "identifier", "hint"),
    [
        ({"region": "us-west-3"}, "region-unknown", "Did you mean 'us-west-2' or 'us-west-1'"),
        (train(instance_type="p5.48xlarg"), "type-unknown", "Did you mean p5.48xlarge or p5e.48xlarge"),
        (train(instance_type="m7i.large"), "type-unknown", "CPU types are for the login node."),
    ],
)
def test_suggests(overrides: dict[str, Any], identifier: str, hint: str, finds: Callable[..., list[Found]]) -> None:
    assert finds(identifier, overrides)[0].hint.startswith(hint)
