from __future__ import annotations

from collections.abc import Callable

from rackguard.plan import uses
from rackguard.spec.stack import Stack

STORES = {"scratch": {"lustre": {"size_gib": 1200, "zone_id": "use2-az1"}}, "home": {"efs": {}}, "data": {"s3": {}}}


def test_a_pool_uses_what_it_mounts_and_where_it_saves(declare: Callable[..., Stack]) -> None:
    pool = {"mounts": ["home", "gone", "home"], "purchase": {"spot": {"checkpoint": "data"}}}
    cluster = declare(storage=STORES, pools={"train": pool}).cluster
    assert uses.pool_stores(cluster, cluster.pools["train"]) == ("home", "data")
    assert uses.kinds(cluster, ("home", "data"), "s3") == ("data",)


def test_an_unknown_checkpoint_store_is_nobodys(declare: Callable[..., Stack]) -> None:
    cluster = declare(pools={"train": {"purchase": {"spot": {"checkpoint": "gone"}}}}).cluster
    assert uses.pool_stores(cluster, cluster.pools["train"]) == ()


def test_zones_are_those_of_every_user(declare: Callable[..., Stack]) -> None:
    cluster = declare(
        storage=STORES,
        access={"login_node": {"instance_type": "m7i.large", "zone_id": "use2-az3", "mounts": ["home"]}},
        pools={
            "train": {"mounts": ["home"]},
            "eval": {
                "instance_type": "g6.xlarge",
                "zone_ids": ["use2-az2", "use2-az1"],
                "nodes": {"max": 4},
                "mounts": ["home"],
            },
            "other": {"instance_type": "g6.xlarge", "zone_id": "use2-az9", "nodes": {"max": 4}},
        },
    ).cluster
    assert uses.zones_using(cluster, "home") == ("use2-az1", "use2-az2", "use2-az3")
    assert uses.pools_using(cluster, "home") == ("eval", "train")
    assert uses.zones_using(cluster, "data") == ()
    assert uses.login_stores(cluster) == ("home",)


def test_a_cluster_without_a_login_node_has_no_login_stores(declare: Callable[..., Stack]) -> None:
    assert uses.login_stores(declare(storage=STORES).cluster) == ()


def test_one_node_has_no_peers(declare: Callable[..., Stack]) -> None:
    assert not uses.has_peers(declare().cluster.pools["train"])
    assert uses.has_peers(declare(pools={"train": {"nodes": {"max": 2}}}).cluster.pools["train"])


def test_a_bucket_is_called_as_given_or_after_cluster_store_account_and_region(declare: Callable[..., Stack]) -> None:
    stack = declare(storage={"data": {"s3": {}}, "old": {"s3": {"bucket": "corp-data"}}})
    assert uses.bucket_name(stack, "data") == "llm-data-123456789012-us-east-2"
    assert uses.bucket_name(stack, "old") == "corp-data"


def test_a_file_system_without_a_path_is_mounted_under_its_name(declare: Callable[..., Stack]) -> None:
    storage = declare(storage={"home": {"efs": {}}, "work": {"efs": {}, "mount": "/srv/work"}}).cluster.storage
    assert uses.mount_path("home", storage["home"]) == "/home"
    assert uses.mount_path("work", storage["work"]) == "/srv/work"
