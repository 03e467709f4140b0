"""Names, tags, sizes, ARNs and prices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rackguard.plan.validators.interface import Context, Found


def train(**changes: Any) -> dict[str, Any]:
    return {"pools": {"train": changes}}


def tags(count: int) -> dict[str, Any]:
    return {"tags": {f"tag{number}": "x" for number in range(count)}}


def tag(name: str) -> dict[str, Any]:
    return {"tags": {name: "x"}}


def prices(*given: dict[str, Any]) -> dict[str, Any]:
    base = {"purchase": "on_demand", "source": "agreement"}
    return {"prices": [{**base, **price} for price in given]}


def many_pools(count: int, name: str = "pool") -> dict[str, Any]:
    pool = {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}}
    return {"pools": {"train": None, **{f"{name}{number or ''}": pool for number in range(count)}}}


def with_boot_script(size: int, *, login: bool = False) -> Callable[[Context], Context]:
    def change(context: Context) -> Context:
        assert context.plan
        plan = context.plan
        if login:
            assert plan.access.login_node
            node = plan.access.login_node
            node = replace(node, user_data=replace(node.user_data, size_bytes=size))
            return replace(context, plan=replace(plan, access=replace(plan.access, login_node=node)))
        pool = replace(plan.pools[0], user_data=replace(plan.pools[0].user_data, size_bytes=size))
        return replace(context, plan=replace(plan, pools=(pool,)))

    return change


def with_key_policy(characters: int) -> Callable[[Context], Context]:
    def change(context: Context) -> Context:
        assert context.plan
        # {"Id":"…"} has nine more.
        key = replace(context.plan.key, policy={"Id": "x" * (characters - 9)})
        return replace(context, plan=replace(context.plan, key=key))

    return change


def with_policies(*characters: int) -> Callable[[Context], Context]:
    def change(context: Context) -> Context:
        assert context.plan
        pool = context.plan.pools[0]
        policies = tuple((f"p{number}", {"Id": "x" * (size - 9)}) for number, size in enumerate(characters))
        pool = replace(pool, role=replace(pool.role, policies=policies))
        return replace(context, plan=replace(context.plan, pools=(pool,)))

    return change


LONG = "a" * 32
KEY = "arn:aws:kms:us-east-2:123456789012:key/01234567-89ab-cdef-0123-456789abcdef"
LOGIN = {"access": {"login_node": {"instance_type": "m7i.large", "zone_id": "use2-az1"}}}
POOL = ("pools", "train")

OTHER = {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}}

BAD = [
    (
        "names-shortened",
        {
            "name": LONG,
            "pools": {"train": None, LONG: {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}}},
        },
        ("pools", LONG),
        f"has a role called {LONG}-us-east-2-pool-",
    ),
    (
        "names-shortened",
        {"storage": {LONG: {"s3": {}}}, "name": "a-rather-long-name"},
        ("storage", LONG, "s3"),
        "its whole name is longer than 63 characters",
    ),
    ("tag-name", tag("aws:team"), ("tags", "aws:team"), "starts with a prefix that AWS keeps to itself"),
    ("tag-name", tag("AWS:team"), ("tags", "AWS:team"), "that AWS keeps to itself"),
    ("tag-name", tag("rackguard:pool"), ("tags", "rackguard:pool"), "that Rackguard keeps to itself"),
    ("tag-name", tag("Name"), ("tags", "Name"), "would give every resource the same name"),
    ("tag-name", tag("x" * 129), ("tags", "x" * 129), "has 129 characters; allowed: 1 to 128"),
    ("tag-name", tag("team#1"), ("tags", "team#1"), "has other characters than letters, digits, spaces"),
    ("tags-differ-in-case", tag("Owner"), ("tags", "Owner"), "differs from owner in case alone"),
    # Beside 45 tags: owner, environment, classification, and Name, rackguard:cluster, rackguard:stack.
    ("tags-limit", tags(45), ("tags",), "makes 51 tags with Rackguard's own; allowed: 50"),
    (
        "tags-limit",
        train(labels={f"l{number}": "x" for number in range(45)}),
        (*POOL, "labels"),
        "makes 51 tags of a node with the cluster's; allowed: 50",
    ),
    (
        "label-tag-clash",
        {**tag("label:team"), **train(labels={"team": "x"})},
        (*POOL, "labels", "team"),
        "becomes the tag label:team, which is under `tags` too",
    ),
    (
        "item-repeated",
        train(zone_id=None, zone_ids=["use2-az1", "use2-az2", "use2-az1"]),
        (*POOL, "zone_ids", 2),
        "is use2-az1, which is in the list already",
    ),
    (
        "item-repeated",
        train(instance_type=None, instance_types=["g6.xlarge", "g6.xlarge"]),
        (*POOL, "instance_types", 1),
        "is g6.xlarge",
    ),
    ("item-repeated", train(renamed_from=["old", "old"]), (*POOL, "renamed_from", 1), "is old"),
    (
        "pool-renamed-from",
        train(renamed_from=["old", "train"]),
        (*POOL, "renamed_from", 1),
        "is train, which is the pool's name now",
    ),
    (
        "pool-renamed-from",
        {"pools": {"other": {**OTHER, "renamed_from": ["train"]}}},
        ("pools", "other", "renamed_from", 0),
        "is train, which is a pool of this cluster",
    ),
    (
        "pool-renamed-from",
        {"pools": {"train": {"renamed_from": ["old"]}, "other": {**OTHER, "renamed_from": ["older", "old"]}}},
        ("pools", "other", "renamed_from", 1),
        "is old, which is a former name of train too",
    ),
    ("item-repeated", {"access": {"ssh_from": ["10.0.0.0/8"] * 2}}, ("access", "ssh_from", 1), "is 10.0.0.0/8"),
    (
        "item-repeated",
        {"network": {"cidr": "10.0.0.0/16", "endpoints": ["ssm", "s3", "ssm"]}},
        ("network", "endpoints", 2),
        "is ssm",
    ),
    ("pools-limit", many_pools(501), ("pools",), "has 501 pools; a region takes 500 Auto Scaling groups by default"),
    (
        "encryption-key-elsewhere",
        {"encryption": {"key": KEY.replace("us-east-2", "us-east-1")}},
        ("encryption", "key"),
        "allowed in this stack: create, or arn:aws:kms:us-east-2:123456789012:key/…",
    ),
    (
        "encryption-key-elsewhere",
        {"encryption": {"key": KEY.replace("123456789012", "210987654321")}},
        ("encryption", "key"),
        "is arn:aws:kms:us-east-2:210987654321:key/",
    ),
    (
        "key-policy-size",
        {},
        ("encryption",),
        "of 32769 bytes; allowed: 32768",
        with_key_policy(32769),
    ),
    ("iam-policy-size", {}, POOL, "needs the policy p1 of 6145 characters; allowed: 6144", with_policies(6144, 6145)),
    ("iam-policy-size", {}, POOL, "needs 11 policies for its role; allowed: 10", with_policies(*[100] * 11)),
    (
        "user-data-size",
        {},
        POOL,
        "makes the boot script 16385 bytes long, compressed; allowed: 16384",
        with_boot_script(16385),
    ),
    ("user-data-size", train(user_data="echo"), (*POOL, "user_data"), "16385 bytes", with_boot_script(16385)),
    ("user-data-size", LOGIN, ("access", "login_node"), "16385 bytes", with_boot_script(16385, login=True)),
    (
        "price-name-unknown",
        prices({"family": "p55", "discount_percent": 10}),
        ("prices", 0, "family"),
        "is p55, a family that the catalogue doesn't know",
    ),
    (
        "price-name-unknown",
        prices({"family": "p5", "discount_percent": 10}, {"instance_type": "p5.47xlarge", "rate_usd_per_hour": 9}),
        ("prices", 1, "instance_type"),
        "is p5.47xlarge",
    ),
    (
        "price-family-rate",
        prices({"family": "p5", "rate_usd_per_hour": 40}),
        ("prices", 0, "rate_usd_per_hour"),
        "is 40 for the family p5, which has p5.48xlarge and p5.4xlarge",
    ),
    (
        "price-repeated",
        prices({"family": "p5", "discount_percent": 10}, {"family": "p5", "discount_percent": 12}),
        ("prices", 1),
        "is for p5 bought by on_demand, as `prices[0]` is",
    ),
]

GOOD = [
    ("names-shortened", {"storage": {"data": {"s3": {}}}}),
    ("names-shortened", {"storage": {LONG: {"s3": {"bucket": "data"}}}, "name": "a-rather-long-name"}),
    ("tag-name", tag("cost center:a/b=c+d-e@f.g")),
    ("tag-name", tag("x" * 128)),
    ("tags-differ-in-case", tag("team")),
    ("tags-limit", tags(44)),
    ("tags-limit", train(labels={f"l{number}": "x" for number in range(44)})),
    ("label-tag-clash", {**tag("team"), **train(labels={"team": "x"})}),
    ("item-repeated", train(zone_id=None, zone_ids=["use2-az1", "use2-az2"])),
    (
        "pool-renamed-from",
        {"pools": {"train": {"renamed_from": ["a"]}, "other": {**OTHER, "renamed_from": ["b", "c"]}}},
    ),
    ("pools-limit", {}),
    ("encryption-key-elsewhere", {}),
    ("encryption-key-elsewhere", {"encryption": {"key": KEY}}),
    ("key-policy-size", {}),
    ("key-policy-size", {}, with_key_policy(32768)),
    ("iam-policy-size", {}),
    ("iam-policy-size", {}, with_policies(*[6144] * 10)),
    ("user-data-size", LOGIN),
    ("user-data-size", {}, with_boot_script(16384)),
    ("price-name-unknown", prices({"family": "p5", "discount_percent": 10}, {"family": "m7i", "discount_percent": 1})),
    ("price-family-rate", prices({"family": "p5", "discount_percent": 10}, {"family": "p4d", "rate_usd_per_hour": 9})),
    ("price-repeated", prices({"family": "p5", "discount_percent": 9}, {"family": "p4d", "discount_percent": 9})),
    (
        "price-repeated",
        prices({"family": "p5", "discount_percent": 9}, {"instance_type": "p5.48xlarge", "discount_percent": 9}),
    ),
]


def test_finds(bad: tuple[Any, ...], expect: Callable[..., None]) -> None:
    expect(bad)


def test_lets_pass(good: tuple[Any, ...], finds: Callable[..., list[Found]]) -> None:
    assert finds(*good) == []
