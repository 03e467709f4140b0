from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from rackguard.catalog.catalog import Catalog
from rackguard.plan.places import found, listed, lustre_uses, mount_points, typed_pools, uses_efa, zones_named
from rackguard.plan.validators.interface import Context
from rackguard.spec.stack import Stack

Declare = Callable[..., Stack]


def context(stack: Stack, catalog: Catalog) -> Context:
    return Context(stack, catalog, datetime(2026, 12, 1, tzinfo=UTC), None)


@pytest.mark.parametrize(
    ("items", "words"),
    [
        ([], "none"),
        (["a"], "a"),
        (["a", "b"], "a or b"),
        (["a", "b", "c"], "a, b or c"),
        (["a", "b", "c", "d"], "a, b or 2 more"),
    ],
)
def test_listed(items: list[str], words: str) -> None:
    assert listed(items, "or", 3) == words


def test_a_finding_names_its_place() -> None:
    assert (
        found(("pools", "train", "mounts", 1), "is x; allowed: y").message == "`pools.train.mounts[1]` is x; allowed: y"
    )


def test_types_that_cannot_be_planned_are_left_out(declare: Declare, catalog: Catalog) -> None:
    types = ["g6.xlarge", "p3.16xlarge", "g6.9xlarge", "g6.2xlarge"]
    stack = declare(pools={"train": {"instance_type": None, "instance_types": types}})
    places = [(path, kind.name) for _, _, path, kind in typed_pools(context(stack, catalog))]
    assert places == [
        (("pools", "train", "instance_types", 0), "g6.xlarge"),
        (("pools", "train", "instance_types", 3), "g6.2xlarge"),
    ]


def test_every_zone_is_seen(declare: Declare) -> None:
    stack = declare(
        pools={"train": {"zone_id": None, "zone_ids": ["use2-az1", "use2-az2"]}},
        access={"login_node": {"instance_type": "m7i.large", "zone_id": "use2-az3"}},
        storage={"fast": {"lustre": {"size_gib": 1200, "zone_id": "use2-az4"}}, "home": {"efs": {}}},
        network={"existing": {"vpc_id": "vpc-01234567", "subnets": [{"id": "subnet-01234567", "zone_id": "use2-az5"}]}},
    )
    assert dict(zones_named(stack.cluster)) == {
        ("pools", "train", "zone_ids", 0): "use2-az1",
        ("pools", "train", "zone_ids", 1): "use2-az2",
        ("access", "login_node", "zone_id"): "use2-az3",
        ("storage", "fast", "lustre", "zone_id"): "use2-az4",
        ("network", "existing", "subnets", 0, "zone_id"): "use2-az5",
    }


def test_a_checkpoint_store_is_mounted_and_used(declare: Declare) -> None:
    stack = declare(
        pools={"train": {"purchase": {"spot": {"checkpoint": "fast"}}, "local_nvme": "raid0"}},
        storage={"fast": {"lustre": {"size_gib": 1200, "zone_id": "use2-az2"}}, "data": {"s3": {}}},
    )
    ((owner, points),) = mount_points(stack.cluster)
    assert owner == "train"
    assert points == [
        (("storage", "fast"), "/fast", "fast"),
        (("pools", "train", "local_nvme"), "/local", "the local NVMe"),
    ]
    ((path, name, _, zones),) = lustre_uses(stack.cluster)
    assert (path, name, zones) == (("pools", "train", "purchase", "spot", "checkpoint"), "fast", ("use2-az1",))


@pytest.mark.parametrize(
    ("pool", "wanted"),
    [
        ({"instance_type": "p5.48xlarge", "nodes": {"max": 2}}, True),
        ({"instance_type": "p5.48xlarge", "nodes": {"max": 2}, "efa": "off"}, False),
        ({"instance_type": "g6.xlarge", "nodes": {"max": 2}}, False),
        ({"instance_type": None, "instance_types": ["p5.48xlarge", "p5.49xlarge"], "efa": "on"}, False),
    ],
)
def test_uses_efa_as_the_planner_does(
    pool: dict[str, object], wanted: bool, declare: Declare, catalog: Catalog
) -> None:
    stack = declare(pools={"train": pool})
    assert uses_efa(context(stack, catalog), "train", stack.cluster.pools["train"]) is wanted
