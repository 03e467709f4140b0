"""Ranges, subnets, ways out, quotas of the network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rackguard.plan.cluster import plan_cluster
from rackguard.plan.validators.interface import Context, Found


def network(**changes: Any) -> dict[str, Any]:
    return {"network": {"cidr": "10.0.0.0/16", **changes}}


def train(**changes: Any) -> dict[str, Any]:
    return {"pools": {"train": changes}}


def subnet(number: int, zone: int = 1, cidr: str | None = None, *, public: bool = False) -> dict[str, Any]:
    given = {"id": f"subnet-0000000{number}", "zone_id": f"use2-az{zone}", "public": public}
    return {**given, "cidr": cidr} if cidr else given


def existing(*subnets: dict[str, Any], cidr: str | None = None) -> dict[str, Any]:
    vpc = {"vpc_id": "vpc-01234567", "subnets": list(subnets), **({"cidr": cidr} if cidr else {})}
    return {"network": {"existing": vpc}}


def subnet_at(index: int, key: str) -> tuple[str | int, ...]:
    return ("network", "existing", "subnets", index, key)


CIDR = ("network", "cidr")
LOGIN = {"instance_type": "m7i.large", "zone_id": "use2-az1"}
PUBLIC = {"access": {"login_node": LOGIN, "ssh_from": ["198.51.100.0/24"]}}

LUSTRE = {"scratch": {"lustre": {"size_gib": 1200, "zone_id": "use2-az2"}}}
NAT_ZONE, CONNECT_ZONE = ("network", "nat_zone_id"), ("access", "connect_zone_id")


def _without_pools(context: Context) -> Context:
    cluster = context.stack.cluster.model_copy(update={"pools": {}})
    stack = replace(context.stack, cluster=cluster)
    return replace(context, stack=stack, plan=plan_cluster(stack, context.catalog, context.now))


WITHOUT_POOLS = _without_pools

BAD = [
    ("nat-zone", network(nat_zone_id="use2-az2"), NAT_ZONE, "where the cluster has nothing; allowed: use2-az1"),
    ("nat-zone", network(nat_zone_id="use2-az1", nat="per_zone"), NAT_ZONE, "but `network.nat` is per_zone; allowed"),
    ("nat-zone", network(nat_zone_id="use2-az1", nat="none"), NAT_ZONE, "but `network.nat` is none; allowed: with"),
    (
        "nat-zone",
        {"network": {**existing(subnet(1))["network"], "nat_zone_id": "use2-az1"}},
        NAT_ZONE,
        "is use2-az1, but in an existing VPC no NAT gateway is made",
    ),
    (
        "connect-zone",
        {"access": {"connect_zone_id": "use2-az3"}, "storage": LUSTRE},
        CONNECT_ZONE,
        "is use2-az3, where the cluster has nothing; allowed: use2-az1 or use2-az2",
    ),
    (
        "connect-zone",
        {"access": {"connect_zone_id": "use2-az1", "instance_connect_endpoint": False}},
        CONNECT_ZONE,
        "is use2-az1, but `access.instance_connect_endpoint` is false",
    ),
    ("network-range-size", network(cidr="10.0.0.0/8"), CIDR, "is 10.0.0.0/8; allowed: a range of /16 to /28"),
    ("network-range-size", network(cidr="10.0.0.0/29"), CIDR, "is 10.0.0.0/29"),
    ("network-range-size", existing(subnet(1, cidr="10.0.0.0/30")), subnet_at(0, "cidr"), "is 10.0.0.0/30"),
    ("network-range-size", existing(subnet(1), cidr="10.0.0.0/12"), ("network", "existing", "cidr"), "10.0.0.0/12"),
    ("network-range-reserved", network(cidr="169.254.0.0/16"), CIDR, "is 169.254.0.0/16, in 169.254.0.0/16"),
    ("network-range-reserved", network(cidr="127.1.0.0/16"), CIDR, "in 127.0.0.0/8"),
    ("network-range-reserved", network(cidr="224.0.0.0/4"), CIDR, "is 224.0.0.0/4, in 224.0.0.0/4"),
    (
        "network-range-reserved",
        network(peered_cidrs=["192.168.0.0/16", "127.0.0.0/8"]),
        ("network", "peered_cidrs", 1),
        "is 127.0.0.0/8, in 127.0.0.0/8, which is kept for other purposes",
    ),
    (
        "network-range-reserved",
        network(peered_cidrs=["198.51.100.0/25"]),
        ("network", "peered_cidrs", 0),
        "is 198.51.100.0/25, a range kept for examples",
    ),
    ("network-range-public", network(cidr="192.0.2.0/24"), CIDR, "is 192.0.2.0/24, a range kept for examples"),
    ("network-range-public", network(cidr="8.8.0.0/16"), CIDR, "belong to somebody on the Internet"),
    ("network-range-public", network(cidr="172.32.0.0/16"), CIDR, "is 172.32.0.0/16"),
    (
        "network-range-overlap",
        network(peered_cidrs=["192.168.0.0/16", "10.0.128.0/20"]),
        ("network", "peered_cidrs", 1),
        "is 10.0.128.0/20, which overlaps the cluster's 10.0.0.0/16",
    ),
    (
        "network-range-overlap",
        {"network": {**existing(subnet(1, cidr="10.1.0.0/24"))["network"], "peered_cidrs": ["10.0.0.0/8"]}},
        ("network", "peered_cidrs", 0),
        "overlaps the cluster's 10.1.0.0/24",
    ),
    (
        "subnet-outside-vpc",
        existing(subnet(1, cidr="10.1.0.0/24"), cidr="10.0.0.0/16"),
        subnet_at(0, "cidr"),
        "is 10.1.0.0/24; allowed: a range inside the VPC's 10.0.0.0/16",
    ),
    (
        "subnets-overlap",
        existing(subnet(1, cidr="10.0.0.0/20"), subnet(2, 2, "10.0.8.0/24")),
        subnet_at(1, "cidr"),
        "is 10.0.8.0/24, which overlaps subnet-00000001's 10.0.0.0/20",
    ),
    ("subnet-repeated", existing(subnet(1), subnet(1, 2)), subnet_at(1, "id"), "is subnet-00000001, which is listed"),
    (
        "subnet-unused",
        existing(subnet(1), subnet(2)),
        subnet_at(1, "id"),
        "a second subnet for nodes in use2-az1; subnet-00000001 is used",
    ),
    (
        "subnet-missing",
        existing(subnet(1, 2), subnet(2, 1, public=True)),
        ("pools", "train", "zone_id"),
        "is use2-az1, where the existing VPC vpc-01234567 has no subnet for nodes",
    ),
    (
        "subnet-missing",
        {**existing(subnet(1)), "storage": {"fast": {"lustre": {"size_gib": 1200, "zone_id": "use2-az3"}}}},
        ("storage", "fast", "lustre", "zone_id"),
        "is use2-az3",
    ),
    ("subnet-missing", {**existing(subnet(1)), **PUBLIC}, ("access", "login_node", "zone_id"), "has no public subnet"),
    # The connect endpoint stands beside the login node.
    (
        "subnet-missing",
        {
            **existing(subnet(1), subnet(2, 2, public=True)),
            "access": {**PUBLIC["access"], "login_node": {**LOGIN, "zone_id": "use2-az2"}},
        },
        ("access", "login_node", "zone_id"),
        "is use2-az2, where the existing VPC vpc-01234567 has no subnet for nodes",
    ),
    # /24: four slots of 64 addresses; 60 nodes, the connect endpoint and AWS's 5 are 66.
    (
        "subnets-too-small",
        {**network(cidr="10.0.0.0/24"), **train(nodes={"max": 60})},
        CIDR,
        "is 10.0.0.0/24: the subnet for nodes in use2-az1 (10.0.0.64/26) has 64 addresses, and 66 are needed",
    ),
    (
        "subnets-too-small",
        {**existing(subnet(1, cidr="10.0.0.0/28")), **train(nodes={"max": 11})},
        subnet_at(0, "cidr"),
        "is 10.0.0.0/28: the subnet for nodes in use2-az1 (10.0.0.0/28) has 16 addresses, and 17 are needed",
    ),
    (
        "subnets-too-small",
        {**network(cidr="10.0.0.0/25"), **train(zone_id=None, zone_ids=["use2-az1", "use2-az2"])},
        CIDR,
        "is 10.0.0.0/25, which has no room for a subnet in each zone",
    ),
    (
        "way-out-missing",
        network(nat="none"),
        ("network", "nat"),
        "is none, and the endpoints don't include ssm (people and mounts) and logs (records of log-ins)",
    ),
    (
        "way-out-missing",
        {**network(nat="none", endpoints=["ssm", "logs"]), **train(nodes={"max": 2})},
        ("network", "nat"),
        "don't include ec2 (finding the other nodes of the pool)",
    ),
    (
        "packages-out-of-reach",
        {**network(nat="none"), "storage": {"home": {"efs": {}}}, **train(mounts=["home"])},
        ("network", "nat"),
        "is none; clients of home that the image lacks can't be fetched by pool train",
    ),
    (
        "packages-out-of-reach",
        {
            **network(nat="none"),
            "storage": {"home": {"efs": {}}},
            "access": {"login_node": {**LOGIN, "mounts": ["home"]}},
        },
        ("network", "nat"),
        "clients of home that the image lacks can't be fetched by the login node",
    ),
    # Where interrupted work is saved is mounted too.
    (
        "packages-out-of-reach",
        {
            **network(nat="none"),
            "storage": {"saved": {"efs": {}}, "home": {"efs": {}}},
            **train(purchase={"spot": {"checkpoint": "saved"}}),
            "access": {"login_node": {**LOGIN, "mounts": ["home", "saved"]}, "ssh_from": ["10.0.0.0/8"]},
        },
        ("network", "nat"),
        "clients of saved and home that the image lacks can't be fetched by pool train and the login node",
    ),
    # 33 interfaces a node: one with an address, and one EFA-only on each of 32 cards.
    (
        "network-interfaces-quota",
        train(instance_type="p5.48xlarge", nodes={"max": 152}),
        ("pools", "train", "nodes", "max"),
        "is 152, which makes 5016 network interfaces, and 5016 in the whole cluster; the quota is 5000 by default",
    ),
    (
        "security-group-rules",
        {"access": {"ssh_from": [f"10.{number}.0.0/16" for number in range(59)]}},
        ("access", "ssh_from"),
        "has 59 ranges, which makes 61 inbound rules in the group nodes; allowed by default: 60",
    ),
]

GOOD = [
    ("network-range-size", network(cidr="10.0.0.0/16")),
    ("network-range-size", existing(subnet(1, cidr="10.0.0.0/28"), cidr="10.0.0.0/24")),
    ("network-range-reserved", network()),
    ("network-range-reserved", network(cidr="0.0.0.0/0")),  # the size's check
    ("network-range-reserved", network(peered_cidrs=["8.8.8.0/24", "172.16.0.0/12"])),
    ("network-range-size", network(cidr="224.0.0.0/4")),  # another check
    ("network-range-public", network(cidr="172.31.0.0/16")),
    ("network-range-public", network(cidr="100.64.0.0/16")),
    ("network-range-public", network(cidr="127.1.0.0/16")),  # another check
    ("network-range-overlap", network(peered_cidrs=["10.1.0.0/16"])),
    ("subnet-outside-vpc", existing(subnet(1, cidr="10.0.255.0/24"), cidr="10.0.0.0/16")),
    ("subnets-overlap", existing(subnet(1, cidr="10.0.0.0/24"), subnet(2, 2, "10.0.1.0/24"))),
    ("subnet-repeated", existing(subnet(1), subnet(2, 2))),
    ("subnet-unused", existing(subnet(1), subnet(2, public=True), subnet(3, 2))),
    ("subnet-missing", existing(subnet(1))),
    ("subnet-missing", {**existing(subnet(1), subnet(2, public=True)), **PUBLIC}),
    ("subnet-missing", network()),
    ("subnets-too-small", {**network(cidr="10.0.0.0/24"), **train(nodes={"max": 58})}),
    ("subnets-too-small", {**existing(subnet(1)), **train(nodes={"max": 900})}),  # its range isn't given
    ("subnets-too-small", network(cidr="10.0.0.0/8")),  # no VPC's size: another check
    ("way-out-missing", network(nat="none", endpoints=["ssm", "logs"])),
    ("way-out-missing", network()),
    ("way-out-missing", existing(subnet(1))),
    ("packages-out-of-reach", {**network(nat="none"), "storage": {"saved": {"s3": {}}}, **train(mounts=["saved"])}),
    ("packages-out-of-reach", {"storage": {"home": {"efs": {}}}, **train(mounts=["home"])}),
    # A public login node has a way out of its own.
    (
        "packages-out-of-reach",
        {
            **network(nat="none"),
            "storage": {"home": {"efs": {}}},
            "access": {**PUBLIC["access"], "login_node": {**LOGIN, "mounts": ["home"]}},
        },
    ),
    ("network-interfaces-quota", train(instance_type="p5.48xlarge", nodes={"max": 151})),
    ("security-group-rules", {"access": {"ssh_from": [f"10.{number}.0.0/16" for number in range(58)]}}),
    ("nat-zone", network()),
    ("nat-zone", network(nat_zone_id="use2-az1")),
    ("nat-zone", {**network(nat_zone_id="use2-az2"), "storage": LUSTRE}),
    ("nat-zone", {**network(nat_zone_id="use2-az3"), "access": {"login_node": {**LOGIN, "zone_id": "use2-az3"}}}),
    # Without a pool, as where a network is used alone, there is nothing to compare with.
    ("nat-zone", network(nat_zone_id="use2-az3"), WITHOUT_POOLS),
    ("connect-zone", {"access": {"connect_zone_id": "use2-az1"}}),
    ("connect-zone", {"access": {"login_node": {**LOGIN, "zone_id": "use2-az3"}, "connect_zone_id": "use2-az3"}}),
    ("connect-zone", {"access": {"connect_zone_id": "use2-az3"}}, WITHOUT_POOLS),
    # The endpoint's subnet is needed where the endpoint stands, and not beside the login node.
    (
        "subnet-missing",
        {
            **existing(subnet(1), subnet(2, 2, public=True)),
            "access": {
                **PUBLIC["access"],
                "login_node": {**LOGIN, "zone_id": "use2-az2"},
                "connect_zone_id": "use2-az1",
            },
        },
    ),
]


def test_finds(bad: tuple[Any, ...], expect: Callable[..., None]) -> None:
    expect(bad)


def test_lets_pass(good: tuple[Any, ...], finds: Callable[..., list[Found]]) -> None:
    assert finds(*good) == []
