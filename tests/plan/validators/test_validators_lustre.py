"""FSx for Lustre: sizes, metadata, zones, EFA (AWS FSx for Lustre user guide, 2026)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rackguard.plan.validators.interface import Found


def train(**changes: Any) -> dict[str, Any]:
    return {"pools": {"train": changes}}


def lustre(**changes: Any) -> dict[str, Any]:
    return {"storage": {"data": {"lustre": {"size_gib": 1200, "zone_id": "use2-az1", **changes}}}}


MOUNTED = train(mounts=["data"])
EFA_POOL = {"instance_type": "p5.48xlarge", "nodes": {"max": 2}, "mounts": ["data"]}
EFA = {"efa": True, "size_gib": 4800, "mib_s_per_tib": 1000}
LOGIN = {"instance_type": "m7i.large", "zone_id": "use2-az2", "mounts": ["data"]}
AT = ("storage", "data", "lustre")
BLOCK = {"id": "cr-0123456789abcdef0", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}
SIZE = (*AT, "size_gib")

BAD = [
    ("lustre-size", lustre(size_gib=3600), SIZE, "is 3600; allowed: 1200, or multiples of 2400"),
    ("lustre-size", lustre(size_gib=0), SIZE, "is 0; allowed: 1200"),
    ("lustre-size", lustre(size_gib=1200, efa=True), SIZE, "multiples of 19200 (EFA at 250 MiB/s a TiB)"),
    ("lustre-size", lustre(size_gib=9600, efa=True, mib_s_per_tib=125), SIZE, "multiples of 38400"),
    (
        "lustre-metadata-iops",
        lustre(metadata_iops=9000),
        (*AT, "metadata_iops"),
        "is 9000; allowed: 1500, 3000",
    ),
    ("lustre-metadata-iops", lustre(metadata_iops=204000), (*AT, "metadata_iops"), "up to 192000"),
    (
        "lustre-other-zone",
        {**lustre(zone_id="use2-az3"), **MOUNTED},
        ("pools", "train", "mounts", 0),
        "is data, a Lustre file system in use2-az3, used from use2-az1",
    ),
    (
        "lustre-other-zone",
        {**lustre(), "access": {"login_node": LOGIN}},
        ("access", "login_node", "mounts", 0),
        "in use2-az1, used from use2-az2",
    ),
    (
        "lustre-other-zone",
        {**lustre(zone_id="use2-az3"), **train(purchase={"spot": {"checkpoint": "data"}})},
        ("pools", "train", "purchase", "spot", "checkpoint"),
        "in use2-az3, used from use2-az1",
    ),
    (
        "lustre-other-zone",
        {**lustre(zone_id="use2-az3"), **train(purchase={"capacity_block": {**BLOCK, "checkpoint": "data"}})},
        ("pools", "train", "purchase", "capacity_block", "checkpoint"),
        "in use2-az3, used from use2-az1",
    ),
    (
        "lustre-efa-other-zone",
        {**lustre(zone_id="use2-az3", **EFA), **train(**EFA_POOL)},
        ("pools", "train", "mounts", 0),
        "is data, reached over EFA in use2-az3, but the nodes are in use2-az1",
    ),
    (
        "lustre-efa-unused",
        {**lustre(**EFA), **MOUNTED},
        (*AT, "efa"),
        "is true, but no pool with EFA mounts it",
    ),
    (
        "lustre-efa-client",
        {**lustre(**EFA), **train(**{**EFA_POOL, "instance_type": "p4d.24xlarge"})},
        ("pools", "train", "mounts", 0),
        "is data, with EFA, but a p4d.24xlarge reaches it over TCP only",
    ),
    (
        "lustre-efa-connections",
        {**lustre(**EFA), **train(**{**EFA_POOL, "nodes": {"max": 129}})},
        (*AT, "efa"),
        "is true, and its clients may open 1,032 connections over EFA; allowed: 1,024",
    ),
]

GOOD = [
    *(("lustre-size", lustre(size_gib=size)) for size in (1200, 2400, 24000)),
    *(
        ("lustre-size", lustre(size_gib=size, efa=True, mib_s_per_tib=mib_s))
        for mib_s, size in ((125, 38400), (250, 19200), (500, 9600), (1000, 4800), (1000, 9600))
    ),
    *(("lustre-metadata-iops", lustre(metadata_iops=iops)) for iops in (None, 1500, 3000, 6000, 12000, 24000, 192000)),
    ("lustre-other-zone", {**lustre(), **MOUNTED}),
    ("lustre-other-zone", lustre(zone_id="use2-az3")),
    ("lustre-efa-other-zone", {**lustre(zone_id="use2-az1", **EFA), **train(**EFA_POOL)}),
    ("lustre-efa-other-zone", {**lustre(zone_id="use2-az3", **EFA), **MOUNTED}),
    ("lustre-efa-unused", {**lustre(**EFA), **train(**EFA_POOL)}),
    ("lustre-efa-client", {**lustre(**EFA), **train(**EFA_POOL)}),
    ("lustre-efa-client", {**lustre(), **train(**{**EFA_POOL, "instance_type": "p4d.24xlarge"})}),
    ("lustre-efa-client", {**lustre(**EFA), **train(**{**EFA_POOL, "instance_type": "p4d.24xlarge", "efa": "off"})}),
    ("lustre-efa-connections", {**lustre(**EFA), **train(**{**EFA_POOL, "nodes": {"max": 128}})}),
    ("lustre-efa-connections", {**lustre(), **train(**{**EFA_POOL, "nodes": {"max": 129}})}),
]


def test_finds(bad: tuple[Any, ...], expect: Callable[..., None]) -> None:
    expect(bad)


def test_lets_pass(good: tuple[Any, ...], finds: Callable[..., list[Found]]) -> None:
    assert finds(*good) == []


def test_the_next_lustre_size_is_said(finds: Callable[..., list[Found]]) -> None:
    assert finds("lustre-size", lustre(size_gib=2401))[0].hint == "The next size is 4800."
    assert finds("lustre-size", lustre(size_gib=100, efa=True))[0].hint == "The next size is 19200."
