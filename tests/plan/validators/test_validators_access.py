"""SSH ranges, people, keys, and the login node."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rackguard.plan.validators.interface import Found
from rackguard.spec.ssh_key import EXAMPLE_PUBLIC_KEY

ANA = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c ana"
BEN = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU ben"
PRIVATE = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----"
RSA_1024 = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ" + "C" * 171 + "== old"
LOGIN = {"instance_type": "m7i.large", "zone_id": "use2-az1"}


def access(**changes: Any) -> dict[str, Any]:
    return {"access": changes}


def ssh(*ranges: str, **changes: Any) -> dict[str, Any]:
    return access(ssh_from=list(ranges), login_node=LOGIN, **changes)


def users(*people: dict[str, Any]) -> dict[str, Any]:
    return access(users=list(people))


def user(name: str, *keys: str, **changes: Any) -> dict[str, Any]:
    return {"name": name, "keys": list(keys or (ANA,)), **changes}


def login(**changes: Any) -> dict[str, Any]:
    return access(login_node={**LOGIN, **changes})


def range_at(index: int) -> tuple[str | int, ...]:
    return ("access", "ssh_from", index)


def user_at(index: int, *keys: str | int) -> tuple[str | int, ...]:
    return ("access", "users", index, *keys)


LOGIN_TYPE = ("access", "login_node", "instance_type")
ARM = {"region": "us-west-2", "pools": {"train": {"instance_type": "g5g.xlarge", "zone_id": "usw2-az1"}}}
X86 = {"instance_type": "g6.xlarge", "zone_id": "usw2-az1", "nodes": {"max": 1}}

BAD = [
    ("ssh-open-to-world", ssh("10.0.0.0/8", "0.0.0.0/0"), range_at(1), "is 0.0.0.0/0, the whole Internet"),
    (
        "ssh-range-too-wide",
        ssh("0.0.0.0/1"),
        range_at(0),
        "allowed: public ranges of /24",
    ),
    ("ssh-range-too-wide", ssh("198.51.100.0/23"), range_at(0), "is 198.51.100.0/23"),
    # Neither is inside a private range, whatever Python's ipaddress calls the second.
    ("ssh-range-too-wide", ssh("10.0.0.0/7"), range_at(0), "is 10.0.0.0/7"),
    ("ssh-range-reserved", ssh("10.0.0.0/8", "127.0.0.1/32"), range_at(1), "is 127.0.0.1/32, in 127.0.0.0/8, which is"),
    ("ssh-range-reserved", ssh("169.254.0.0/16"), range_at(0), "is 169.254.0.0/16, in 169.254.0.0/16"),
    ("ssh-range-reserved", ssh("224.0.0.0/24"), range_at(0), "in 224.0.0.0/4"),
    ("ssh-range-reserved", ssh("240.0.0.0/4"), range_at(0), "in 240.0.0.0/4, which is kept for other purposes"),
    ("ssh-range-reserved", access(ssh_from=["0.1.0.0/24"]), range_at(0), "in 0.0.0.0/8"),
    ("ssh-range-example", ssh("192.0.2.0/24"), range_at(0), "is 192.0.2.0/24, a range kept for examples"),
    ("ssh-range-example", ssh("198.51.100.128/25"), range_at(0), "is 198.51.100.128/25"),
    ("ssh-range-example", ssh("10.0.0.0/8", "203.0.113.7/32"), range_at(1), "is 203.0.113.7/32"),
    (
        "ssh-public-without-login-node",
        access(ssh_from=["198.51.100.7/32"]),
        range_at(0),
        "is 198.51.100.7/32, a public range, but there is no login node",
    ),
    (
        "ssh-no-way-in",
        access(instance_connect_endpoint=False),
        ("access", "instance_connect_endpoint"),
        "is false, and `access.ssh_from` is empty",
    ),
    ("key-private", users(user("ana", PRIVATE)), user_at(0, "keys", 0), "is a private key, which must never leave"),
    ("key-invalid", users(user("ana", ANA, "ssh-dss AAAA")), user_at(0, "keys", 1), "is DSA, which is too short"),
    (
        "key-invalid",
        users(user("ana", "hello")),
        user_at(0, "keys", 0),
        "allowed: ed25519, or RSA of 3072",
    ),
    ("example-key", users(user("ana", ANA, EXAMPLE_PUBLIC_KEY)), user_at(0, "keys", 1), "is the examples' public key"),
    (
        "key-of-two-people",
        users(user("ana", ANA), user("ben", BEN, ANA)),
        user_at(1, "keys", 1),
        "is ben's and also ana's (SHA256:",
    ),
    (
        "key-repeated",
        users(user("ana", ANA, BEN, ANA)),
        user_at(0, "keys", 2),
        "is a key of ana that is listed",
    ),
    ("user-repeated", users(user("ana"), user("ana", BEN)), user_at(1, "name"), "is ana, which is somebody's name"),
    ("user-reserved", users(user("ubuntu")), user_at(0, "name"), "is ubuntu, an account or a group of the system"),
    ("user-reserved", users(user("ana"), user("systemd-resolve", BEN)), user_at(1, "name"), "is systemd-resolve"),
    (
        "user-id-taken",
        users(user("ana", uid=12345), user("ben", BEN, uid=12345)),
        user_at(1, "uid"),
        "is 12345, ana's already",
    ),
    # Two names with the same number.
    (
        "user-id-taken",
        users(user("si"), user("ti", BEN)),
        user_at(1, "name"),
        "ti the number 14284, si's already",
    ),
    (
        "user-parameter-size",
        users(user("ana", *[f"{ANA}{'x' * 900}{number}" for number in range(5)])),
        user_at(0, "keys"),
        "bytes long; allowed: 4096",
    ),
    ("login-type-unknown", login(instance_type="m7i.2xlarg"), LOGIN_TYPE, "is m7i.2xlarg, which isn't a type that"),
    ("login-type-gpu", login(instance_type="g6.xlarge"), LOGIN_TYPE, "is g6.xlarge, a GPU type; a CPU type is enough"),
    (
        "login-architecture",
        {**ARM, **login(zone_id="usw2-az1")},
        LOGIN_TYPE,
        "is m7i.large (x86_64), but the nodes are arm64",
    ),
    (
        "login-architecture",
        {**ARM, "pools": {**ARM["pools"], "other": X86}, **login(zone_id="usw2-az1")},
        LOGIN_TYPE,
        "is m7i.large (x86_64); pools train have another architecture",
    ),
]

GOOD = [
    ("ssh-open-to-world", ssh("0.0.0.0/1")),
    ("ssh-range-too-wide", ssh("198.51.100.0/24", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10")),
    ("ssh-range-too-wide", ssh("0.0.0.0/0")),
    ("ssh-range-too-wide", ssh("127.0.0.0/8", "240.0.0.0/4")),
    ("ssh-range-reserved", ssh("0.0.0.0/0", "64.0.0.0/2", "8.8.8.0/24", "10.0.0.0/8", "198.51.100.0/24")),
    ("ssh-range-example", ssh("198.51.0.0/16", "198.51.101.0/24", "0.0.0.0/0")),
    ("ssh-public-without-login-node", access(ssh_from=["127.0.0.1/32"])),
    ("ssh-public-without-login-node", ssh("198.51.100.0/24")),
    ("ssh-public-without-login-node", access(ssh_from=["10.0.0.0/8"])),
    ("ssh-no-way-in", access(instance_connect_endpoint=False, ssh_from=["10.0.0.0/8"])),
    ("ssh-no-way-in", {}),
    ("key-private", users(user("ana", "hello"))),
    ("key-invalid", users(user("ana", PRIVATE))),
    ("key-invalid", {}),
    ("example-key", {}),
    ("key-of-two-people", users(user("ana", ANA), user("ben", BEN))),
    ("key-of-two-people", users(user("ana", EXAMPLE_PUBLIC_KEY), user("ben", EXAMPLE_PUBLIC_KEY))),
    ("key-repeated", users(user("ana", ANA, BEN))),
    ("key-repeated", users(user("ana", ANA), user("ben", ANA))),
    ("user-repeated", users(user("ana"), user("ben", BEN))),
    ("user-reserved", users(user("ana"))),
    ("user-id-taken", users(user("ana"), user("ben", BEN), user("cleo", uid=10001))),
    ("user-parameter-size", users(user("ana", *[f"{ANA}{number}" for number in range(20)]))),
    ("login-type-unknown", login()),
    ("login-type-unknown", login(instance_type="g6.xlarge")),
    ("login-type-gpu", login()),
    ("login-architecture", login()),
    ("login-architecture", {**ARM, **login(instance_type="m7g.large", zone_id="usw2-az1")}),
]


def test_finds(bad: tuple[Any, ...], expect: Callable[..., None]) -> None:
    expect(bad)


def test_lets_pass(good: tuple[Any, ...], finds: Callable[..., list[Found]]) -> None:
    assert finds(*good) == []


@pytest.mark.parametrize("identifier", ["key-private", "key-invalid"])
@pytest.mark.parametrize("text", [PRIVATE, "hello secret-material", RSA_1024])
def test_nothing_of_a_refused_key_is_shown(identifier: str, text: str, finds: Callable[..., list[Found]]) -> None:
    shown = "".join(one.message + one.hint for one in finds(identifier, users(user("ana", text))))
    for word in text.split():
        assert len(word) < 10 or word not in shown


def test_a_mistyped_login_type_is_suggested(finds: Callable[..., list[Found]]) -> None:
    assert finds("login-type-unknown", login(instance_type="m7i.2xlarg"))[0].hint.startswith(
        "Did you mean 'm7i.2xlarge'"
    )


def test_every_name_that_nodes_refuse_is_reserved() -> None:
    """Nodes have a list of their own (they read no code of ours): ours must hold all of it."""
    from rackguard.plan.user_data import build
    from rackguard.plan.validators.user_reserved import RESERVED

    text = (Path(build.__file__).parent / "scripts/node/people.py").read_text()
    line = next(line for line in text.splitlines() if line.startswith("RESERVED"))
    names = {word.strip(' "{}') for word in line.partition("=")[2].split(",")}
    assert "root" in names
    assert names <= RESERVED
