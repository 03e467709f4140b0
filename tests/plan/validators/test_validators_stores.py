"""Mounts, EFS, buckets, and what data they may hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rackguard.plan.validators.interface import Context, Found


def train(**changes: Any) -> dict[str, Any]:
    return {"pools": {"train": changes}}


def store(**changes: Any) -> dict[str, Any]:
    return {"storage": {"data": changes}}


def lustre(mount: str | None = None, **changes: Any) -> dict[str, Any]:
    given = {"size_gib": 1200, "zone_id": "use2-az1", **changes}
    return {"storage": {"data": {"lustre": given, **({"mount": mount} if mount else {})}}}


def bucket(name: str | None = None, **changes: Any) -> dict[str, Any]:
    return store(s3={**({"bucket": name} if name else {}), **changes})


MOUNTED = train(mounts=["data"])
LOGIN = {"instance_type": "m7i.large", "zone_id": "use2-az2", "mounts": ["data"]}
AT = ("storage", "data")
G5G = {"region": "us-west-2"}
G5G_POOL = {"instance_type": "g5g.xlarge", "zone_id": "usw2-az1"}
PHI = {"tags": {"classification": "phi"}}

VOLUME = ("pools", "train", "data_volumes", 0, "mount")

BAD = [
    (
        "mount-unknown",
        {**store(efs={}), **train(mounts=["data", "date"])},
        ("pools", "train", "mounts", 1),
        "is date, which isn't declared under `storage`; declared: data",
    ),
    ("mount-unknown", {"access": {"login_node": LOGIN}}, ("access", "login_node", "mounts", 0), "declared: none"),
    ("bucket-in-mounts", {**bucket(), **MOUNTED}, ("pools", "train", "mounts", 0), "is data, a bucket"),
    ("bucket-mount-path", store(s3={}, mount="/data"), (*AT, "mount"), "is /data, but data is a bucket"),
    (
        "mount-path-repeated",
        {"storage": {"a": {"efs": {}, "mount": "/x"}, "b": {"efs": {}, "mount": "/x"}}, **train(mounts=["a", "b"])},
        ("storage", "b", "mount"),
        "puts b at /x, where a is mounted already",
    ),
    (
        "mount-path-repeated",
        {**store(efs={}), **train(mounts=["data"], data_volumes=[{"mount": "/data"}])},
        ("pools", "train", "data_volumes", 0, "mount"),
        "puts a volume at /data, where data is mounted already",
    ),
    (
        "mount-path-repeated",
        train(local_nvme="raid0", data_volumes=[{"mount": "/local"}]),
        ("pools", "train", "data_volumes", 0, "mount"),
        "where the local NVMe is mounted already",
    ),
    (
        "mount-path-nested",
        {"storage": {"a": {"efs": {}}, "b": {"efs": {}, "mount": "/a/b"}}, **train(mounts=["b", "a"])},
        ("storage", "b", "mount"),
        "puts b at /a/b, inside /a, where a is mounted",
    ),
    (
        "mount-path-system",
        store(efs={}, mount="/usr/share"),
        (*AT, "mount"),
        "is /usr/share, a directory of the",
    ),
    *(
        ("mount-path-system", store(efs={}, mount=directory), (*AT, "mount"), f"is {directory}, a directory of the")
        for directory in ("/opt/dlami", "/opt/dlami/nvme", "/opt/amazon/efa", "/opt/nvidia", "/opt/pytorch")
    ),
    (
        "mount-path-system",
        train(data_volumes=[{"mount": "/opt/dlami/nvme"}]),
        VOLUME,
        "is /opt/dlami/nvme, a directory",
    ),
    ("mount-path-system", store(efs={}, mount="/var"), (*AT, "mount"), "is /var, a directory of the system"),
    ("mount-path-system", {"storage": {"etc": {"efs": {}}}}, ("storage", "etc"), "would be mounted at /etc, its name"),
    ("mount-path-system", lustre("/home"), (*AT, "mount"), "is /home; allowed for homes: EFS alone"),
    ("mount-path-system", store(efs={}, mount="/home/ana"), (*AT, "mount"), "where a person's home is"),
    (
        "mount-path-system",
        train(data_volumes=[{"mount": "/home"}]),
        ("pools", "train", "data_volumes", 0, "mount"),
        "is /home",
    ),
    (
        "efs-throughput",
        store(efs={"throughput": "provisioned"}),
        (*AT, "efs", "throughput"),
        "is provisioned, but `provisioned_mib_s` isn't given; allowed: 1 to 3414 MiB/s",
    ),
    (
        "efs-throughput",
        store(efs={"provisioned_mib_s": 100}),
        (*AT, "efs", "provisioned_mib_s"),
        "is 100, but `throughput` is elastic",
    ),
    ("bucket-name", bucket("xn--data"), (*AT, "s3", "bucket"), "is xn--data; S3 keeps names that start with xn--"),
    ("bucket-name", bucket("sthree-data"), (*AT, "s3", "bucket"), "start with sthree-"),
    ("bucket-name", bucket("data-s3alias"), (*AT, "s3", "bucket"), "end in -s3alias to itself"),
    ("bucket-name", bucket("data--x-s3"), (*AT, "s3", "bucket"), "end in --x-s3"),
    (
        "bucket-name-repeated",
        {"storage": {"a": {"s3": {"bucket": "shared"}}, "b": {"s3": {"bucket": "shared"}}}},
        ("storage", "b", "s3", "bucket"),
        "makes the bucket shared, which is a's already",
    ),
    (
        "bucket-name-repeated",
        {"storage": {"a": {"s3": {"bucket": "llm-b-123456789012-us-east-2"}}, "b": {"s3": {}}}},
        ("storage", "b", "s3"),
        "makes the bucket llm-b-123456789012-us-east-2",
    ),
    (
        "bucket-name-repeated",
        {"storage": {"a": {"s3": {"bucket": "llm-123456789012-us-east-2-access-logs"}}}},
        ("storage", "a", "s3", "bucket"),
        "makes the bucket llm-123456789012-us-east-2-access-logs, which is that of the buckets' access logs already",
    ),
    (
        "bucket-expiry",
        bucket(expire_days=29, object_lock_days=30),
        (*AT, "s3", "expire_days"),
        "is 29, before the lock of 30 days ends",
    ),
    (
        "classification-above-cluster",
        store(s3={}, classification="confidential"),
        (*AT, "classification"),
        "is confidential, above the cluster's internal (`tags.classification`)",
    ),
    (
        "in-transit-encryption",
        {**G5G, **PHI, **train(**G5G_POOL)},
        ("pools", "train", "instance_type"),
        "is g5g.xlarge, which doesn't encrypt traffic between nodes",
    ),
    (
        "in-transit-encryption",
        {**G5G, **train(**G5G_POOL, mounts=["data"]), **store(efs={}, classification="phi")},
        ("pools", "train", "instance_type"),
        "in a pool that may hold phi",
    ),
    (
        "in-transit-encryption",
        {**PHI, **train(instance_type="p6e-gb200.36xlarge")},
        ("pools", "train", "instance_type"),
        "which isn't known to encrypt",
    ),
    (
        "log-retention-phi",
        PHI,
        ("logs", "retention_days"),
        "keeps logs for 365 days, and the cluster may hold phi (`tags.classification`); asked for: 2192 or more",
    ),
    ("log-retention-phi", {**PHI, "logs": {"retention_days": 1}}, ("logs", "retention_days"), "keeps logs for 1 day,"),
    ("log-retention-phi", {**PHI, "logs": {"retention_days": 1827}}, ("logs", "retention_days"), "for 1827 days"),
]

GOOD = [
    ("log-retention-phi", {**PHI, "logs": {"retention_days": 2192}}),
    ("log-retention-phi", {"tags": {"classification": "pii"}, "logs": {"retention_days": 1}}),
    ("mount-unknown", {**store(efs={}), **MOUNTED}),
    ("bucket-in-mounts", {**store(efs={}), **MOUNTED}),
    ("bucket-mount-path", store(efs={}, mount="/data")),
    ("mount-path-repeated", {"storage": {"a": {"efs": {}, "mount": "/x"}, "b": {"efs": {}, "mount": "/x"}}}),
    ("mount-path-repeated", train(data_volumes=[{"mount": "/local"}])),
    ("mount-path-nested", {"storage": {"a": {"efs": {}}, "ab": {"efs": {}}}, **train(mounts=["a", "ab"])}),
    ("mount-path-system", store(efs={}, mount="/home")),
    ("mount-path-system", {"storage": {"home": {"efs": {}}}}),
    ("mount-path-system", train(data_volumes=[{"mount": "/var/lib/docker"}])),
    ("mount-path-system", store(efs={}, mount="/userdata")),
    ("mount-path-system", store(efs={}, mount="/opt/tools")),
    ("efs-throughput", store(efs={"throughput": "provisioned", "provisioned_mib_s": 100})),
    ("efs-throughput", store(efs={"throughput": "bursting"})),
    ("bucket-name", bucket()),
    ("bucket-name", bucket("data-xn--lake")),
    ("bucket-name-repeated", {"storage": {"a": {"s3": {}}, "b": {"s3": {}}}}),
    ("bucket-expiry", bucket(expire_days=30, object_lock_days=30)),
    ("bucket-expiry", bucket(expire_days=1)),
    ("classification-above-cluster", store(s3={}, classification="internal")),
    ("in-transit-encryption", {**PHI, **train()}),
    ("in-transit-encryption", {**G5G, **train(**G5G_POOL)}),
    # All that this pool touches is public, whatever the cluster may hold elsewhere.
    (
        "in-transit-encryption",
        {**G5G, **PHI, **train(**G5G_POOL, mounts=["data"]), **store(efs={}, classification="public")},
    ),
]


def test_finds(bad: tuple[Any, ...], expect: Callable[..., None]) -> None:
    expect(bad)


def test_lets_pass(good: tuple[Any, ...], finds: Callable[..., list[Found]]) -> None:
    assert finds(*good) == []


@pytest.mark.parametrize(
    ("identifier", "overrides"),
    [("mount-unknown", MOUNTED), ("checkpoint-unknown", train(purchase={"spot": {"checkpoint": "data"}}))],
)
def test_a_store_that_could_not_be_understood_is_no_unknown_one(
    identifier: str, overrides: dict[str, Any], finds: Callable[..., list[Found]]
) -> None:
    def declared(context: Context) -> Context:
        return replace(context, stack=replace(context.stack, declared_stores=frozenset({"data"})))

    assert len(finds(identifier, overrides)) == 1
    assert finds(identifier, overrides, declared) == []


def test_suggests_the_store_that_was_meant(finds: Callable[..., list[Found]]) -> None:
    (found,) = finds("mount-unknown", {"storage": {"scratch": {"efs": {}}}, **train(mounts=["scrach"])})
    assert found.hint == "Did you mean 'scratch'?"


def test_two_pools_that_mount_both_stores_name_the_clash_once(finds: Callable[..., list[Found]]) -> None:
    stores = {"storage": {"a": {"efs": {}, "mount": "/x"}, "b": {"efs": {}, "mount": "/x"}}}
    pool = {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}, "mounts": ["a", "b"]}
    assert len(finds("mount-path-repeated", {**stores, "pools": {"train": pool, "sprint": pool}})) == 1
