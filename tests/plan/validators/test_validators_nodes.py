"""Node counts, EFA, placement and images."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rackguard.catalog.catalog import Catalog
from rackguard.catalog.images import DlamiRelease
from rackguard.catalog.types import InstanceType
from rackguard.plan.types import NetworkInterface
from rackguard.plan.validators.interface import Context, Found


def train(instance_type: str | None = "g6.xlarge", **changes: Any) -> dict[str, Any]:
    return {"pools": {"train": {"instance_type": instance_type, **changes}}}


def at(*keys: str | int) -> tuple[str | int, ...]:
    return ("pools", "train", *keys)


def with_interfaces(*interfaces: tuple[int, int, Any]) -> Callable[[Context], Context]:
    def change(context: Context) -> Context:
        assert context.plan
        planned = tuple(NetworkInterface(*interface) for interface in interfaces)
        pool = replace(context.plan.pools[0], network_interfaces=planned)
        return replace(context, plan=replace(context.plan, pools=(pool,)))

    return change


class ClusterGroupsOnly(Catalog):
    """Every type of today supports every strategy, or no source says."""

    def find_instance_type(self, name: str) -> InstanceType | None:
        kind = super().find_instance_type(name)
        return kind and replace(kind, placement_strategies=frozenset({"cluster"}))


def with_release(**changes: Any) -> Callable[[Context], Context]:
    """Deep Learning AMIs with other software than today's."""

    class OtherReleases(Catalog):
        def dlami_release(self, os: str, architecture: str) -> DlamiRelease | None:
            release = super().dlami_release(os, architecture)
            return release and replace(release, **changes)

    return lambda context: replace(context, catalog=OtherReleases())


def with_cluster_groups_only(context: Context) -> Context:
    return replace(context, catalog=ClusterGroupsOnly())


TWO_ZONES = {"zone_id": None, "zone_ids": ["use2-az1", "use2-az2"]}
TWO_TYPES = {"instance_type": None, "instance_types": ["g6.8xlarge", "g6.12xlarge"], "purchase": {"spot": {}}}
CARD = (0, 0, "interface")
V100 = {"region": "us-east-1", **train("p3dn.24xlarge", zone_id="use1-az1")}
V100_OWN_IMAGE = {
    "region": "us-east-1",
    **train("p3dn.24xlarge", zone_id="use1-az1", image={"os": "ubuntu-22.04", "id": "ami-01234567"}),
}

BAD = [
    ("nodes-range", train(nodes={"min": 3, "max": 2}), at("nodes", "min"), "is 3; allowed: at most `max`, 2"),
    ("nodes-range", train(nodes={"max": 2, "desired": 3}), at("nodes", "desired"), "is 3; allowed: 0 (`min`) to 2"),
    ("nodes-range", train(nodes={"min": 1, "max": 2, "desired": 0}), at("nodes", "desired"), "is 0; allowed: 1"),
    ("efa-unsupported", train(efa="on"), at("efa"), "is on, but g6.xlarge has no EFA; allowed: auto or off"),
    ("efa-one-type", train(**TWO_TYPES, efa="on"), at("efa"), "is on, but the pool has 2 types"),
    ("efa-one-zone", train("g6.8xlarge", **TWO_ZONES, efa="on"), at("zone_ids"), "has 2 zones, but EFA is on"),
    (
        "needs-nvlink",
        train("p4d.24xlarge", needs={"nvlink_gb_s": 900}),
        at("needs", "nvlink_gb_s"),
        "is 900, but p4d.24xlarge has 600 GB/s (A100-40GB)",
    ),
    # An H100 has NVLink, but a p5.4xlarge has one H100.
    ("needs-nvlink", train("p5.4xlarge", needs={"nvlink_gb_s": 1}), at("needs", "nvlink_gb_s"), "no NVLink between"),
    ("needs-nvlink", train("g6e.48xlarge", needs={"nvlink_gb_s": 1}), at("needs", "nvlink_gb_s"), "no NVLink"),
    ("needs-rdma", train(needs={"rdma": True}), at("needs", "rdma"), "is true, but g6.xlarge has no EFA"),
    (
        "needs-rdma",
        {"region": "us-east-1", **train("p3dn.24xlarge", zone_id="use1-az1", needs={"rdma": True})},
        at("needs", "rdma"),
        "p3dn.24xlarge has EFA without RDMA",
    ),
    ("rdma-without-efa", train("p5.48xlarge", needs={"rdma": True}, efa="off"), at("needs", "rdma"), "`efa` is off"),
    ("rdma-without-efa", train(**TWO_TYPES, needs={"rdma": True}), at("needs", "rdma"), "the pool has 2 types"),
    (
        "rdma-without-efa",
        train("p5.48xlarge", needs={"rdma": True}, **TWO_ZONES),
        at("needs", "rdma"),
        "the pool has 2 zones, so its nodes get no EFA",
    ),
    (
        "network-layout-unused",
        train(network_layout="max_ip_bandwidth"),
        at("network_layout"),
        "is max_ip_bandwidth, but g6.xlarge has one network card",
    ),
    (
        "network-interfaces",
        train(),
        at("instance_type"),
        "device 4 on card 0, which takes 4",
        with_interfaces(CARD, (0, 4, "interface")),
    ),
    ("network-interfaces", train(), at("instance_type"), "card 1, of 1", with_interfaces(CARD, (1, 0, "interface"))),
    (
        "network-interfaces",
        train("p5.48xlarge"),
        at("instance_type"),
        "2 EFA interfaces on card 1, 1 allowed",
        with_interfaces(CARD, (1, 0, "efa-only"), (1, 1, "efa-only")),
    ),
    (
        "network-interfaces",
        train("p5.48xlarge"),
        at("instance_type"),
        "the first one must be able to carry IP",
        with_interfaces((0, 0, "efa-only")),
    ),
    (
        "cluster-placement-one-zone",
        train(**TWO_ZONES, placement="cluster"),
        at("zone_ids"),
        "has 2 zones, but `placement` is cluster",
    ),
    (
        "placement-unsupported",
        train(placement="spread"),
        at("placement"),
        "is spread, which g6.xlarge can't have; allowed: cluster",
        with_cluster_groups_only,
    ),
    ("spread-too-large", train(nodes={"max": 8}, placement="spread"), at("nodes", "max"), "in its zone: at most 7"),
    (
        "spread-too-large",
        train(**TWO_ZONES, nodes={"max": 15}, placement="spread"),
        at("nodes", "max"),
        "is 15, but `placement` is spread; allowed in its 2 zones: at most 14",
    ),
    ("partition-count", train(partition_count=3), at("partition_count"), "is 3, but `placement` is auto"),
    (
        "image-driver-kind",
        V100,
        at("image", "dlami"),
        "is ubuntu-24.04, whose open driver doesn't drive p3dn.24xlarge's V100-32GB",
    ),
    ("image-driver-kind", train("g6f.large"), at("image", "dlami"), "doesn't drive g6f.large's L4 slice"),
    (
        "image-driver-branch",
        train("g7.12xlarge", image={"dlami": "ubuntu-22.04"}),
        at("image", "dlami"),
        "is ubuntu-22.04, with driver 580.126.09 in the newest release that is known (2026-02); g7.12xlarge needs R595",
    ),
    (
        "image-driver-branch",
        train("g7.12xlarge", image={"dlami": "amazon-linux-2023"}),
        at("image", "dlami"),
        "g7.12xlarge needs driver R595 (595.58.03) or newer, and its driver isn't known",
    ),
    # The right branch, and a version of it that is older than the first with the GPU.
    (
        "image-driver-branch",
        train("g7.12xlarge"),
        at("image", "dlami"),
        "with driver 595.58.02 in the newest release that is known (2026-09-15); g7.12xlarge needs R595 (595.58.03)",
        with_release(nvidia_driver="595.58.02"),
    ),
    (
        "image-cuda",
        train("p6-b300.48xlarge"),
        at("image", "dlami"),
        "with CUDA 12.9 in the newest release that is known (2026-09-15); p6-b300.48xlarge needs CUDA 13.0 or newer",
        with_release(default_cuda="12.9"),
    ),
    # 12.10 would be newer than 12.8.
    ("image-cuda", train("g7e.8xlarge"), at("image", "dlami"), "needs CUDA 12.8", with_release(default_cuda="12.6")),
    ("image-cuda", train("p5.48xlarge"), at("image", "dlami"), "needs CUDA 11.8", with_release(default_cuda="11.7")),
    (
        "image-efa-installer",
        train("p6-b200.48xlarge", nodes={"max": 2}),
        at("image", "dlami"),
        "installer 1.40.9 in the newest release that is known (2026-09-15); p6-b200.48xlarge needs 1.41.0 or newer",
        with_release(efa_installer="1.40.9"),
    ),
    ("image-not-pinned", train(), at("image"), "has no `id`"),
    ("containers-hop-limit", train(containers=True), at("containers"), "the metadata hop limit is 2"),
]

GOOD = [
    ("nodes-range", train(nodes={"min": 2, "max": 2, "desired": 2})),
    ("efa-unsupported", train("g6.8xlarge", efa="on")),
    ("efa-one-type", train(**TWO_TYPES)),
    ("efa-one-type", train("g6.8xlarge", efa="on")),
    ("efa-one-zone", train("g6.8xlarge", **TWO_ZONES)),
    ("efa-one-zone", train("g6.8xlarge", efa="on")),
    ("needs-nvlink", train("p4d.24xlarge", needs={"nvlink_gb_s": 600})),
    ("needs-nvlink", train("p5.48xlarge", needs={"nvlink_gb_s": 900})),
    ("needs-nvlink", train("p6-b200.48xlarge", needs={"nvlink_gb_s": 1800})),
    ("needs-rdma", train("p5.48xlarge", needs={"rdma": True})),
    ("rdma-without-efa", train("p5.48xlarge", needs={"rdma": True})),
    ("rdma-without-efa", train(needs={"rdma": True}, efa="off")),  # the type has none: another check
    ("network-layout-unused", train("p5.48xlarge", network_layout="max_ip_bandwidth")),
    ("network-interfaces", train("p5.48xlarge", nodes={"max": 2})),
    ("network-interfaces", train("p5.48xlarge", nodes={"max": 2}, network_layout="max_ip_bandwidth")),
    ("cluster-placement-one-zone", train("g6.8xlarge", placement="cluster")),
    ("placement-unsupported", train(placement="partition")),
    ("spread-too-large", train(nodes={"max": 7}, placement="spread")),
    ("partition-count", train(placement="partition", partition_count=3)),
    ("image-driver-kind", train()),
    ("image-driver-kind", V100_OWN_IMAGE),
    ("image-driver-branch", train("g7.12xlarge", image={"dlami": "ubuntu-24.04"})),
    ("image-driver-branch", train("g7.12xlarge"), with_release(nvidia_driver="595.58.03")),
    *(("image-cuda", train(kind)) for kind in ("p6-b300.48xlarge", "p5.48xlarge", "g6f.large")),
    ("image-cuda", train("g7e.8xlarge"), with_release(default_cuda="12.10")),
    ("image-cuda", train("p6-b300.48xlarge", image={"dlami": "amazon-linux-2023"})),  # what it holds isn't known
    ("image-cuda", train("p6-b300.48xlarge", image={"os": "ubuntu-24.04", "id": "ami-01234567"})),
    ("image-efa-installer", train("p6-b200.48xlarge", nodes={"max": 2}), with_release(efa_installer="1.41.0")),
    ("image-efa-installer", train("p6-b200.48xlarge", nodes={"max": 2})),  # what it holds isn't known
    ("image-efa-installer", train("p6-b200.48xlarge", efa="off"), with_release(efa_installer="1.40.9")),
    ("image-efa-installer", train("p5.48xlarge", nodes={"max": 2}), with_release(efa_installer="1.40.9")),
    ("image-driver-branch", train("p5.48xlarge")),
    ("image-driver-branch", V100),
    ("image-not-pinned", train(image={"dlami": "ubuntu-24.04", "id": "ami-01234567"})),
    ("containers-hop-limit", train()),
]


def test_finds(bad: tuple[Any, ...], expect: Callable[..., None]) -> None:
    expect(bad)


def test_lets_pass(good: tuple[Any, ...], finds: Callable[..., list[Found]]) -> None:
    assert finds(*good) == []


@pytest.mark.parametrize("os", ["ubuntu-22.04", "ubuntu-24.04", "amazon-linux-2023"])
def test_every_image_of_g5g_is_new_enough(os: str, finds: Callable[..., list[Found]]) -> None:
    overrides = {"region": "us-west-2", **train("g5g.xlarge", zone_id="usw2-az1", image={"dlami": os})}
    assert finds("image-driver-branch", overrides) == []
    assert finds("image-driver-kind", overrides) == []


def test_login_image_not_pinned(finds: Callable[..., list[Found]]) -> None:
    pinned = train(image={"dlami": "ubuntu-24.04", "id": "ami-01234567"})
    login = {"instance_type": "m7i.large", "zone_id": "use2-az1"}
    found = finds("image-not-pinned", {**pinned, "access": {"login_node": login}})
    assert [one.path for one in found] == [("access", "login_node")]
    assert finds("image-not-pinned", {**pinned, "access": {"login_node": {**login, "image_id": "ami-01234567"}}}) == []


def test_every_fault_of_an_interface_is_named(finds: Callable[..., list[Found]]) -> None:
    # g6.8xlarge has one card, of 8 interfaces and 1 EFA.
    change = with_interfaces(CARD, (0, 1, "efa-only"), (0, 8, "efa"))
    found = finds("network-interfaces", train("g6.8xlarge"), change)
    assert [one.message.rpartition(": ")[2] for one in found] == [
        "2 EFA interfaces, 1 allowed",
        "2 EFA interfaces on card 0, 1 allowed",
        "device 8 on card 0, which takes 8",
    ]


def test_a_card_is_given_only_what_it_carries(finds: Callable[..., list[Found]]) -> None:
    # Card 0 of p6-b300 carries no EFA.
    where = {"region": "us-west-2", **train("p6-b300.48xlarge", zone_id="usw2-az1")}
    found = finds("network-interfaces", where, with_interfaces(CARD, (0, 1, "efa-only")))
    assert [one.message.rpartition(": ")[2] for one in found] == ["efa-only on card 0, which can't carry it"]
