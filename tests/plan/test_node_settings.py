from __future__ import annotations

import base64
import gzip
from collections.abc import Callable

import pytest

from rackguard.catalog.catalog import load
from rackguard.plan.node_settings import login_settings, plan_user_data, pool_settings
from rackguard.plan.user_data.settings import Checkpoint, Ending, NodeMount, NodeSettings, NodeVolume
from rackguard.spec.stack import Stack

STORES = {
    "scratch": {"lustre": {"size_gib": 1200, "zone_id": "use2-az1"}, "mount": "/fsx"},
    "home": {"efs": {}},
    "data": {"s3": {}},
}

ENDING = Ending(group="llm-pool-train", hook="save-before-end", seconds=450)
BLOCK = {
    "id": "cr-0fedcba9876543210",
    "start": "2026-12-07T11:30:00Z",
    "end": "2026-12-14T11:30:00Z",
    "checkpoint": "scratch",
}


def settings_of(stack: Stack, pool: str = "train", efa_count: int = 0) -> NodeSettings:
    catalog = load()
    types = [catalog.instance_type(name) for name in stack.cluster.pools[pool].types]
    return pool_settings(stack, pool, types, catalog, efa_count=efa_count)


def test_a_pool_of_one_node(declare: Callable[..., Stack]) -> None:
    assert settings_of(declare()) == NodeSettings(
        cluster="llm",
        pool="train",
        role="node",
        region="us-east-2",
        account_id="123456789012",
        os="ubuntu-24.04",
        parameter_prefix="/rackguard/llm",
        log_group="/rackguard/llm/auth",
        gpu_count=1,
        ending=ENDING,
    )


def test_a_pool_with_everything(declare: Callable[..., Stack]) -> None:
    pool = {
        "instance_type": "p5.48xlarge",
        "nodes": {"max": 8},
        "purchase": {"spot": {"checkpoint": "data"}},
        "image": {"dlami": "amazon-linux-2023"},
        "local_nvme": "raid0",
        "mounts": ["scratch", "home"],
        "data_volumes": [{"mount": "/opt/models", "size_gib": 300}, {"mount": "/srv"}],
        "user_data": "echo hello",
    }
    assert settings_of(declare(storage=STORES, pools={"train": pool}), efa_count=32) == NodeSettings(
        cluster="llm",
        pool="train",
        role="node",
        region="us-east-2",
        account_id="123456789012",
        os="amazon-linux-2023",
        parameter_prefix="/rackguard/llm",
        log_group="/rackguard/llm/auth",
        local_nvme="raid0",
        mounts=(NodeMount("scratch", "lustre", "/fsx"), NodeMount("home", "efs", "/home")),
        data_volumes=(NodeVolume("/dev/sdf", "/opt/models", 300), NodeVolume("/dev/sdg", "/srv", 200)),
        gpu_count=8,
        efa_count=32,
        nvlinks_per_gpu=18,
        slots=8,
        peers=True,
        ending=ENDING,
        checkpoint=Checkpoint("s3", "llm-data-123456789012-us-east-2", "/local/checkpoint"),
        extra="echo hello",
    )


@pytest.mark.parametrize("purchase", [{"spot": {"checkpoint": "scratch"}}, {"capacity_block": BLOCK}])
def test_a_checkpoint_directory_is_where_the_store_is_mounted(
    declare: Callable[..., Stack], purchase: dict[str, dict[str, str]]
) -> None:
    settings = settings_of(declare(storage=STORES, pools={"train": {"purchase": purchase}}))
    assert settings.checkpoint == Checkpoint("directory", "/fsx", "/var/lib/rackguard/checkpoint")
    assert settings.mounts == (NodeMount("scratch", "lustre", "/fsx"),)
    assert settings.saved_to == ("/fsx",)


def test_whoever_mounts_a_store_first_keeps_its_place_for_saved_work(declare: Callable[..., Stack]) -> None:
    login = {"instance_type": "m7i.large", "zone_id": "use2-az1", "mounts": ["home", "scratch"]}
    other = {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}, "mounts": ["scratch", "home"]}
    pools = {"train": {"purchase": {"spot": {"checkpoint": "scratch"}}}, "other": other}
    stack = declare(storage=STORES, pools=pools, access={"login_node": login})
    assert stack.cluster.access.login_node is not None
    assert login_settings(stack, stack.cluster.access.login_node).saved_to == ("/fsx",)
    assert settings_of(stack, "other").saved_to == ("/fsx",)


@pytest.mark.parametrize(
    ("instance_type", "efa_count", "interfaces"),
    [
        ("p5.48xlarge", 32, 8), ("p5en.48xlarge", 16, 8), ("p6-b200.48xlarge", 8, 8), ("p5.4xlarge", 1, 1),
        ("g6e.48xlarge", 4, 2), ("g6.16xlarge", 1, 1), ("p6-b300.48xlarge", 16, 2), ("p5.48xlarge", 0, 0),
    ],
)  # fmt: skip
def test_lustre_uses_as_many_efa_interfaces_as_aws_gives_it(
    declare: Callable[..., Stack], instance_type: str, efa_count: int, interfaces: int
) -> None:
    lustre = {"size_gib": 19200, "zone_id": "use2-az1", "efa": True}
    pool = {"instance_type": instance_type, "mounts": ["scratch"]}
    stack = declare(storage={"scratch": {"lustre": lustre}}, pools={"train": pool})
    assert settings_of(stack, efa_count=efa_count).lustre_efa == interfaces
    plain = declare(storage={"scratch": {"lustre": {**lustre, "efa": False}}}, pools={"train": pool})
    assert settings_of(plain, efa_count=efa_count).lustre_efa == 0


def test_an_unknown_checkpoint_store_is_left_out(declare: Callable[..., Stack]) -> None:
    settings = settings_of(declare(pools={"train": {"purchase": {"spot": {"checkpoint": "gone"}}}}))
    assert settings.checkpoint is None
    assert settings.saved_to == ()


@pytest.mark.parametrize(
    ("types", "gpus", "slots"),
    [
        (["g6e.12xlarge", "g6e.24xlarge"], 4, 4),
        (["g6e.12xlarge", "g6e.48xlarge"], 0, 4),
        (["g6f.large"], 1, 1),
    ],
)
def test_gpus_are_counted_where_every_type_has_as_many(
    declare: Callable[..., Stack], types: list[str], gpus: int, slots: int
) -> None:
    settings = settings_of(declare(pools={"train": {"instance_type": None, "instance_types": types}}))
    assert (settings.gpu_count, settings.slots) == (gpus, slots)


@pytest.mark.parametrize(
    ("instance_type", "links"),
    [
        ("p4d.24xlarge", 12),
        ("p4de.24xlarge", 12),
        ("p5.48xlarge", 18),
        ("p5en.48xlarge", 18),
        ("p6-b200.48xlarge", 18),
        ("p3dn.24xlarge", 6),
        ("p5.4xlarge", None),
        ("g6.48xlarge", None),
    ],
)
def test_nvlinks_of_a_gpu(declare: Callable[..., Stack], instance_type: str, links: int | None) -> None:
    assert settings_of(declare(pools={"train": {"instance_type": instance_type}})).nvlinks_per_gpu == links


def test_the_login_node_has_people_mounts_and_logs(declare: Callable[..., Stack]) -> None:
    login = {"instance_type": "m7i.large", "zone_id": "use2-az1", "os": "ubuntu-22.04", "mounts": ["home", "data"]}
    stack = declare(storage=STORES, access={"login_node": login})
    assert stack.cluster.access.login_node is not None
    assert login_settings(stack, stack.cluster.access.login_node) == NodeSettings(
        cluster="llm",
        pool="login",
        role="login",
        region="us-east-2",
        account_id="123456789012",
        os="ubuntu-22.04",
        parameter_prefix="/rackguard/llm",
        log_group="/rackguard/llm/auth",
        mounts=(NodeMount("home", "efs", "/home"),),
    )


def test_what_is_sent_is_the_script(declare: Callable[..., Stack]) -> None:
    plan = plan_user_data(settings_of(declare()))
    compressed = base64.b64decode(plan.base64)
    assert len(compressed) == plan.size_bytes
    assert gzip.decompress(compressed).decode() == plan.script


def test_people_are_no_part_of_the_script(declare: Callable[..., Stack]) -> None:
    before = declare(pools={"train": {"nodes": {"max": 2}}})
    key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + "B" * 43
    after = declare(pools={"train": {"nodes": {"max": 2}}}, access={"users": [{"name": "zoe", "keys": [key]}]})
    assert plan_user_data(settings_of(before)) == plan_user_data(settings_of(after))
