"""The pool's nodes: hostfile and host-based SSH, with keys that are checked and then kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.plan.user_data.conftest import HOST_KEY, INSTANCE_ID, Node, person, settings

FILES = ("etc/rackguard/hostfile", "etc/rackguard/hosts", "etc/ssh/ssh_known_hosts", "etc/ssh/shosts.equiv")
PEERS = settings(peers=True, slots=8)


def host_key(letter: str) -> str:
    """A host key of the right shape."""
    return "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + letter * 43


def instance(id: str, address: str, key: str | None = None, **tags: str) -> dict[str, Any]:
    """One instance as the query gives it."""
    values = {"rackguard:cluster": "llm-prod", "rackguard:pool": "train"} | tags
    if key:
        values["rackguard:ssh-host-key"] = key
    return {"id": id, "address": address, "tags": [{"Key": k, "Value": v} for k, v in values.items()]}


def pool(node: Node, *instances: dict[str, Any]) -> None:
    """What EC2 answers."""
    node.put("sandbox/instances.json", json.dumps(instances))


OWN = instance(INSTANCE_ID, "10.40.0.9", HOST_KEY)
OTHERS = [
    instance("i-0aaaaaaaaaaaaaaaa", "10.40.0.10", host_key("A")),
    instance("i-0bbbbbbbbbbbbbbbb", "10.40.0.2", host_key("B")),
]


@pytest.fixture
def node(make_node: Callable[..., Node]) -> Node:
    """A node of a pool of three."""
    node = make_node(PEERS)
    pool(node, OTHERS[0], OWN, OTHERS[1])
    node.first_boot()
    return node


def state(node: Node) -> dict[str, str]:
    """What is written about the pool."""
    return {path: node.text(path) for path in FILES if node.exists(path)}


def test_files_list_the_pool_in_the_order_of_addresses_on_every_node(node: Node) -> None:
    assert node.text("etc/rackguard/hostfile") == "10.40.0.2 slots=8\n10.40.0.9 slots=8\n10.40.0.10 slots=8\n"
    assert node.text("etc/rackguard/hosts") == "10.40.0.2\n10.40.0.9\n10.40.0.10\n"
    assert node.text("etc/ssh/shosts.equiv") == "10.40.0.2\n10.40.0.9\n10.40.0.10\n"
    assert node.text("etc/ssh/ssh_known_hosts") == (
        f"10.40.0.2 {host_key('B')}\n10.40.0.9 {HOST_KEY}\n10.40.0.10 {host_key('A')}\n"
    )
    client = node.text("etc/ssh/ssh_config.d/00-rackguard.conf").splitlines()
    assert client.index("EnableSSHKeysign yes") < client.index("Host 10.40.0.2 10.40.0.9 10.40.0.10")
    server = node.text("etc/ssh/sshd_config.d/00-rackguard.conf").splitlines()
    assert {"HostbasedAuthentication yes", "IgnoreRhosts yes", "IgnoreUserKnownHosts yes", "PermitRootLogin no"} <= {
        *server
    }
    assert node.called("aws", "ec2", "create-tags") == []


def test_only_running_nodes_of_this_pool_are_asked_for_and_taken(node: Node) -> None:
    call = node.called("aws", "ec2", "describe-instances")[0]
    assert json.loads(call[call.index("--filters") + 1]) == [
        {"Name": "tag:rackguard:cluster", "Values": ["llm-prod"]},
        {"Name": "tag:rackguard:pool", "Values": ["train"]},
        {"Name": "instance-state-name", "Values": ["running"]},
    ]
    before = state(node)
    stranger = instance("i-0cccccccccccccccc", "10.40.0.3", host_key("C"), **{"rackguard:pool": "train2"})
    pool(node, OTHERS[0], OWN, OTHERS[1], stranger)
    assert node.tick("peers") == 0
    assert state(node) == before


def test_the_host_key_is_published_once(make_node: Callable[..., Node]) -> None:
    node = make_node(PEERS)
    pool(node, instance(INSTANCE_ID, "10.40.0.9"))
    node.first_boot()
    call = node.called("aws", "ec2", "create-tags")[0]
    assert call[call.index("--resources") + 1] == INSTANCE_ID
    assert json.loads(call[call.index("--tags") + 1]) == [{"Key": "rackguard:ssh-host-key", "Value": HOST_KEY}]
    assert node.text("etc/rackguard/hosts") == "10.40.0.9\n"
    pool(node, OWN)
    node.forget()
    node.tick("peers")
    assert node.called("aws", "ec2", "create-tags") == []


def test_a_node_without_a_key_yet_is_not_trusted_and_not_used(node: Node) -> None:
    pool(node, OWN, instance("i-0aaaaaaaaaaaaaaab", "10.40.0.11"))
    node.tick("peers")
    assert node.text("etc/rackguard/hosts") == "10.40.0.9\n"


@pytest.mark.parametrize("trouble", ["fails", "empty", "not this node", "no JSON", "null", "an address", "no tags"])
def test_an_answer_that_is_none_changes_nothing(node: Node, trouble: str) -> None:
    before = node.snapshot()
    match trouble:
        case "fails":
            (node.world / "instances.json").unlink()
        case "empty":
            pool(node)
        case "not this node":
            pool(node, *OTHERS)
        case "no JSON":
            node.put("sandbox/instances.json", "[")
        case "null":
            node.put("sandbox/instances.json", "null")
        case "an address":
            pool(node, OWN, instance("i-0aaaaaaaaaaaaaaaa", "10.40.0.10 evil", host_key("A")))
        case _:
            node.put("sandbox/instances.json", json.dumps([{"id": INSTANCE_ID, "address": "10.40.0.9", "tags": None}]))
    assert node.tick("peers") == 1
    assert node.snapshot() == before


@pytest.mark.parametrize(
    "key",
    [
        "ssh-rsa AAAAB3NzaC1yc2E",
        host_key("C") + "\n* " + host_key("D"),
        host_key("C") + " ",
        "@cert-authority * " + host_key("C"),
        host_key("C")[:-1],
        host_key("C")[:-1] + "\n",
    ],
)
def test_a_tag_that_is_no_host_key_is_written_nowhere(node: Node, key: str) -> None:
    pool(node, OWN, instance("i-0cccccccccccccccc", "10.40.0.3", key))
    assert node.tick("peers") == 0
    assert node.text("etc/rackguard/hosts") == "10.40.0.9\n"
    assert node.text("etc/ssh/ssh_known_hosts") == f"10.40.0.9 {HOST_KEY}\n"


def test_a_host_key_that_changes_later_is_not_believed(node: Node) -> None:
    pool(node, OWN, instance("i-0aaaaaaaaaaaaaaaa", "10.40.0.10", host_key("Z")))
    node.tick("peers")
    assert f"10.40.0.10 {host_key('A')}\n" in node.text("etc/ssh/ssh_known_hosts")
    assert host_key("Z") not in node.text("etc/ssh/ssh_known_hosts")
    assert "UNSAFE: i-0aaaaaaaaaaaaaaaa" in node.journal


def test_a_node_that_left_is_forgotten_and_its_address_may_be_anothers(node: Node) -> None:
    pool(node, OWN)
    node.tick("peers")
    assert node.text("etc/ssh/shosts.equiv") == "10.40.0.9\n"
    pool(node, OWN, instance("i-0ddddddddddddddddd", "10.40.0.10", host_key("D")))
    node.tick("peers")
    assert f"10.40.0.10 {host_key('D')}\n" in node.text("etc/ssh/ssh_known_hosts")


def test_the_host_key_is_published_before_anybody_can_log_in(make_node: Callable[..., Node]) -> None:
    node = make_node(PEERS)
    node.people({"ana": person("ana", 10001)})
    pool(node, instance(INSTANCE_ID, "10.40.0.9"))
    node.first_boot()
    published = node.calls.index(node.called("aws", "ec2", "create-tags")[0])
    assert published < node.calls.index(node.called("systemctl", "-q", "enable", "--now")[0])
    assert published < node.calls.index(node.called("useradd")[0])
    assert published < node.calls.index(["sshd", "-t"])


@pytest.mark.parametrize("trouble", ["fails", "lacks this node"])
def test_the_host_key_is_published_whatever_the_list_says(make_node: Callable[..., Node], trouble: str) -> None:
    node = make_node(PEERS)
    if trouble == "lacks this node":
        pool(node, *OTHERS)
    node.first_boot()
    call = node.called("aws", "ec2", "create-tags")[0]
    assert call[call.index("--resources") + 1] == INSTANCE_ID
    assert state(node) == {}


def test_a_tag_that_could_not_be_written_is_tried_again_and_the_others_are_used(make_node: Callable[..., Node]) -> None:
    node = make_node(PEERS)
    pool(node, instance(INSTANCE_ID, "10.40.0.9"), *OTHERS)
    node.put("sandbox/tags-denied", "")
    node.first_boot()
    assert "the host key could not be published" in node.journal
    assert "run: peers failed (1)" in node.journal
    assert node.text("etc/rackguard/hosts") == "10.40.0.2\n10.40.0.9\n10.40.0.10\n"
    (node.world / "tags-denied").unlink()
    assert node.tick("peers") == 0


def test_a_tag_that_was_there_before_the_list_showed_it_is_no_failure(node: Node) -> None:
    """It may be written once, so the second try is denied."""
    pool(node, instance(INSTANCE_ID, "10.40.0.9"), *OTHERS)
    node.put("sandbox/tags-denied", "")
    node.put("sandbox/instances-next.json", json.dumps([OWN, *OTHERS]))
    assert node.tick("peers") == 0
    assert node.text("etc/rackguard/hosts") == "10.40.0.2\n10.40.0.9\n10.40.0.10\n"


@pytest.mark.parametrize("shown", [host_key("Z"), "no key", HOST_KEY + " "])
def test_a_node_for_which_another_key_is_shown_leaves_the_circle(node: Node, shown: str) -> None:
    pool(node, instance(INSTANCE_ID, "10.40.0.9", shown), *OTHERS)
    node.forget()
    for _ in range(2):
        assert node.tick("peers") == 1
    assert node.journal.count("UNSAFE: this node's tag shows a host key that isn't its own") == 2
    assert "run: peers failed (1)" in node.journal
    assert node.called("aws", "ec2", "create-tags") == []
    assert state(node) == {}
    assert not node.exists("etc/ssh/ssh_config.d/00-rackguard.conf")
    pool(node, OWN, *OTHERS)  # somebody with the right to do so has mended the tag
    assert node.tick("peers") == 0
    assert node.text("etc/ssh/shosts.equiv") == "10.40.0.2\n10.40.0.9\n10.40.0.10\n"


def test_a_node_whose_tag_was_taken_before_it_published_trusts_nobody(make_node: Callable[..., Node]) -> None:
    node = make_node(PEERS)
    node.people({"ana": person("ana", 10001)})
    pool(node, instance(INSTANCE_ID, "10.40.0.9", host_key("Z")), *OTHERS)
    assert node.first_boot().returncode == 0
    assert "UNSAFE: this node's tag shows a host key that isn't its own" in node.journal
    assert state(node) == {}
    assert node.exists("etc/ssh/authorized_keys.d/ana")  # people still get in, by their own keys


def test_without_peers_no_host_is_trusted(make_node: Callable[..., Node]) -> None:
    node = make_node(settings())
    node.first_boot()
    server = node.text("etc/ssh/sshd_config.d/00-rackguard.conf")
    assert "HostbasedAuthentication no\n" in server
    assert "AuthenticationMethods publickey\n" in server
    assert state(node) == {}
