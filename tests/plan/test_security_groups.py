"""Exact groups and rules, and what must never be among them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.plan.access import plan_access
from rackguard.plan.security_groups import plan_security_groups
from rackguard.plan.types import SecurityGroupRule

HTTPS = "egress tcp 443 0.0.0.0/0"
HTTP = "egress tcp 80 0.0.0.0/0"
S3 = "egress tcp 443 com.amazonaws.us-east-2.s3"
SELF = {"ingress -1 nodes", "egress -1 nodes"}
LOGIN = {"instance_type": "m7i.2xlarge", "zone_id": "use2-az1"}
NO_CONNECT = {"instance_connect_endpoint": False}


def text(rule: SecurityGroupRule) -> str:
    """`ingress tcp 22 login`, `egress tcp 1018-1023 lustre`, `ingress -1 nodes`."""
    ports = ""
    if rule.from_port is not None:
        ports = f" {rule.from_port}" if rule.from_port == rule.to_port else f" {rule.from_port}-{rule.to_port}"
    return f"{rule.direction} {rule.protocol}{ports} {rule.group or rule.cidr or rule.prefix_list}"


@pytest.fixture
def groups(declare, catalog):
    def _groups(*, interface_endpoints=False, **overrides):
        stack = declare(**overrides)
        access = plan_access(stack, catalog)
        return plan_security_groups(stack, access, interface_endpoints=interface_endpoints)

    return _groups


def by_key(groups):
    return {group.key: {text(rule) for rule in group.rules} for group in groups}


def test_the_least_cluster_has_nodes_and_a_connect_endpoint(groups):
    assert by_key(groups()) == {
        "nodes": {*SELF, "ingress tcp 22 connect", HTTPS, HTTP, S3},
        "connect": {"egress tcp 22 nodes"},
    }


def test_a_group_exists_only_where_something_uses_it(groups):
    assert by_key(groups(access=NO_CONNECT)) == {"nodes": {*SELF, HTTPS, HTTP, S3}}


def test_http_leaves_only_for_ubuntu(groups):
    amazon = {"train": {"image": {"dlami": "amazon-linux-2023"}}}
    assert by_key(groups(access=NO_CONNECT, pools=amazon)) == {"nodes": {*SELF, HTTPS, S3}}
    login = {**LOGIN, "os": "amazon-linux-2023"}
    mixed = by_key(groups(access={**NO_CONNECT, "login_node": login}))
    assert HTTP in mixed["nodes"]
    assert HTTP not in mixed["login"]


def test_without_nat_nothing_leaves_but_to_endpoints(groups):
    network = {"cidr": "10.40.0.0/16", "nat": "none", "endpoints": ["s3", "ssm"]}
    assert by_key(groups(access=NO_CONNECT, network=network, interface_endpoints=True)) == {
        "nodes": {*SELF, S3, "egress tcp 443 endpoints"},
        "endpoints": {"ingress tcp 443 nodes"},
    }


def test_an_existing_vpc_has_its_own_ways_out(groups):
    vpc = {"vpc_id": "vpc-0123456789abcdef0", "subnets": [{"id": "subnet-0123456789abcdef0", "zone_id": "use2-az1"}]}
    made = by_key(groups(access=NO_CONNECT, network={"existing": vpc, "nat": "none"}))
    assert made == {"nodes": {*SELF, HTTPS, HTTP, S3}}


def test_a_login_node_stands_between_people_and_nodes(groups):
    access = {"login_node": LOGIN, "ssh_from": ["10.0.0.0/8", "203.0.113.0/24"]}
    assert by_key(groups(access=access, interface_endpoints=True)) == {
        "nodes": {
            *SELF,
            "ingress tcp 22 login",
            "ingress tcp 22 connect",
            "ingress tcp 22 10.0.0.0/8",
            *(HTTPS, HTTP, S3),
            "egress tcp 443 endpoints",
        },
        "login": {
            "ingress tcp 22 10.0.0.0/8",
            "ingress tcp 22 203.0.113.0/24",
            "ingress tcp 22 connect",
            "egress tcp 22 nodes",
            *(HTTPS, HTTP, S3),
            "egress tcp 443 endpoints",
        },
        "endpoints": {"ingress tcp 443 nodes", "ingress tcp 443 login"},
        "connect": {"egress tcp 22 nodes", "egress tcp 22 login"},
    }


@pytest.mark.parametrize(("ranges", "leaves"), [(["203.0.113.0/24"], True), (["10.0.0.0/8"], False)])
def test_without_nat_a_public_login_node_still_has_its_own_way_out(groups, ranges, leaves):
    network = {"cidr": "10.40.0.0/16", "nat": "none"}
    made = by_key(groups(network=network, access={"login_node": LOGIN, "ssh_from": ranges}))
    assert (HTTPS in made["login"]) is leaves
    assert HTTPS not in made["nodes"]


LUSTRE_PORTS = ("988", "1018-1023")


def lustre(other, *directions):
    return {f"{direction} tcp {port} {other}" for direction in directions for port in LUSTRE_PORTS}


def test_lustre_opens_its_ports_on_both_sides_and_among_servers(groups):
    made = by_key(
        groups(
            access={**NO_CONNECT, "login_node": {**LOGIN, "mounts": ["scratch"]}},
            storage={"scratch": {"lustre": {"size_gib": 2400, "zone_id": "use2-az1"}}},
            pools={"train": {"mounts": ["scratch"]}},
        )
    )
    both = ("ingress", "egress")
    assert made["lustre"] == {*lustre("lustre", *both), *lustre("nodes", *both), *lustre("login", *both)}
    assert made["nodes"] == {*SELF, "ingress tcp 22 login", HTTPS, HTTP, S3, *lustre("lustre", *both)}
    assert made["login"] == {"egress tcp 22 nodes", HTTPS, HTTP, S3, *lustre("lustre", *both)}


def test_lustre_that_nobody_mounts_talks_to_itself_alone(groups):
    made = by_key(groups(storage={"scratch": {"lustre": {"size_gib": 2400, "zone_id": "use2-az1"}}}))
    assert made["lustre"] == lustre("lustre", "ingress", "egress")
    assert not any("lustre" in rule for rule in made["nodes"])


def test_lustre_over_efa_exchanges_everything_with_nodes_but_not_with_the_login_node(groups):
    made = by_key(
        groups(
            access={**NO_CONNECT, "login_node": {**LOGIN, "mounts": ["scratch"]}},
            storage={"scratch": {"lustre": {"size_gib": 4800, "zone_id": "use2-az1", "efa": True}}},
            pools={"train": {"mounts": ["scratch"]}},
        )
    )
    both = ("ingress", "egress")
    everything = {f"{direction} -1 {other}" for direction in both for other in ("lustre", "nodes")}
    assert made["lustre"] == {*everything, *lustre("login", *both)}
    assert made["nodes"] >= {*SELF, "ingress -1 lustre", "egress -1 lustre"}
    assert made["login"] == {"egress tcp 22 nodes", HTTPS, HTTP, S3, *lustre("lustre", *both)}


def test_efs_takes_nfs_from_those_that_mount_it(groups):
    storage = {"home": {"efs": {}}}
    assert "efs" not in by_key(groups(storage=storage))
    made = by_key(groups(storage=storage, pools={"train": {"mounts": ["home"]}}, access={"login_node": LOGIN}))
    assert made["efs"] == {"ingress tcp 2049 nodes"}
    assert "egress tcp 2049 efs" in made["nodes"]
    assert "egress tcp 2049 efs" not in made["login"]
    made = by_key(groups(storage=storage, access={"login_node": {**LOGIN, "mounts": ["home"]}}))
    assert made["efs"] == {"ingress tcp 2049 login"}
    assert "egress tcp 2049 efs" in made["login"]


def test_rules_are_well_formed_and_their_names_their_own(groups):
    made = groups(
        interface_endpoints=True,
        access={"login_node": {**LOGIN, "mounts": ["home", "scratch"]}, "ssh_from": ["10.0.0.0/8", "192.168.0.0/16"]},
        storage={"home": {"efs": {}}, "scratch": {"lustre": {"size_gib": 2400, "zone_id": "use2-az1"}}},
        pools={"train": {"mounts": ["home", "scratch"]}},
    )
    assert [group.key for group in made] == ["nodes", "login", "lustre", "efs", "endpoints", "connect"]
    assert [group.name for group in made] == [f"llm-{group.key}" for group in made]
    keys = {group.key for group in made}
    for group in made:
        names = [rule.name for rule in group.rules]
        assert len(names) == len(set(names)), group.key
        for rule in group.rules:
            assert (rule.cidr, rule.group, rule.prefix_list).count(None) == 2
            assert rule.group is None or rule.group in keys
            assert (rule.from_port is None) == (rule.to_port is None) == (rule.protocol == "-1")
        for described in (group.description, *(rule.description for rule in group.rules)):
            # What EC2 takes in the description of a group and of a rule.
            assert re.fullmatch(r"[A-Za-z0-9 ._\-:/()#,@\[\]+=&;{}!$*]{1,255}", described)


def test_what_one_group_sends_the_other_takes(groups):
    made = groups(
        interface_endpoints=True,
        access={"login_node": {**LOGIN, "mounts": ["home", "scratch"]}},
        storage={"home": {"efs": {}}, "scratch": {"lustre": {"size_gib": 2400, "zone_id": "use2-az1"}}},
        pools={"train": {"mounts": ["home", "scratch"]}},
    )

    def flows(direction):
        for group in made:
            for rule in group.rules:
                if rule.direction == direction and rule.group:
                    pair = (group.key, rule.group) if direction == "egress" else (rule.group, group.key)
                    yield (*pair, rule.protocol, rule.from_port, rule.to_port)

    assert set(flows("egress")) == set(flows("ingress"))


RANGES = st.lists(
    st.sampled_from(
        ["0.0.0.0/0", "0.0.0.0/1", "128.0.0.0/1", "8.0.0.0/6", "10.0.0.0/7", "203.0.113.0/24", "203.0.112.0/23",
         "198.51.100.7/32", "10.0.0.0/8", "10.1.2.0/24", "172.16.0.0/12", "192.168.0.0/16"]
    ),
    max_size=12,
    unique=True,
)  # fmt: skip


def test_nothing_is_opened_to_the_world(groups):
    @given(RANGES, st.booleans())
    def check(ranges, login):
        access = {"ssh_from": ranges, **({"login_node": LOGIN} if login else {})}
        for group in groups(access=access):
            inward = {rule.cidr for rule in group.rules if rule.direction == "ingress" and rule.cidr}
            private = {"10.0.0.0/8", "10.1.2.0/24", "172.16.0.0/12", "192.168.0.0/16"}
            narrow = {"203.0.113.0/24", "198.51.100.7/32"} if group.key == "login" else set()
            allowed = (private | narrow) & set(ranges) if group.key in {"nodes", "login"} else set()
            assert inward == allowed
            for rule in group.rules:
                assert rule.protocol != "-1" or rule.group is not None

    check()
