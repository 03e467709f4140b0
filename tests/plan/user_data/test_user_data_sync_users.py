"""People on a running node: real accounts in the sandbox, by the program that the timer runs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.plan.user_data.conftest import Node, key_of, person, settings

ANA, BO = person("ana", 10001, sudo=True), person("bo", 10002)


@pytest.fixture
def node(make_node: Callable[..., Node]) -> Node:
    """A node that Ana and Bo may log in to."""
    node = make_node(settings())
    node.people({"ana": ANA, "bo": BO})
    node.first_boot()
    node.forget()
    return node


def state(node: Node) -> dict[str, object]:
    """All that decides who gets in."""
    return {path: mark for path, mark in node.snapshot().items() if "rackguard/node/" not in path}


def members(node: Node) -> set[str]:
    """Who is in the group that sshd admits."""
    line = next(line for line in node.text("etc/group").splitlines() if line.startswith("rackguard-users:"))
    return set(line.rpartition(":")[2].split(","))


def test_a_person_gets_account_home_keys_and_sudo(node: Node) -> None:
    assert node.accounts()["ana"] == 10001
    assert node.text("etc/ssh/authorized_keys.d/ana") == key_of("A").rsplit(" ", 1)[0] + " ana\n"
    assert node.text("etc/sudoers.d/rackguard-ana") == "ana ALL=(ALL:ALL) NOPASSWD: ALL\n"
    assert not node.exists("etc/sudoers.d/rackguard-bo")
    assert node.text("home/ana/.profile") == "# profile\n"
    home, keys, sudoers = (
        (node.root / path).stat()
        for path in ("home/ana", "etc/ssh/authorized_keys.d/ana", "etc/sudoers.d/rackguard-ana")
    )
    assert (home.st_uid, oct(home.st_mode & 0o777)) == (10001, "0o700")
    assert (keys.st_uid, oct(keys.st_mode & 0o777)) == (0, "0o644")
    assert oct(sudoers.st_mode & 0o777) == "0o440"
    assert next(line for line in node.text("etc/group").splitlines() if line.startswith("rackguard-users:")).endswith(
        "ana,bo"
    )
    assert node.text("etc/shadow").splitlines()[-1].split(":")[1] == "!"  # no password, ever


@pytest.mark.parametrize(
    "trouble",
    ["call fails", "call hangs", "empty list", "no JSON", "another answer", "a parameter of nobody", "all broken"],
)
def test_trouble_changes_nothing_for_anybody(node: Node, trouble: str) -> None:
    before = state(node)
    match trouble:
        case "call fails":
            (node.world / "users.json").unlink()
        case "call hangs":
            node.put("sandbox/aws-hangs", "")
            python = node.root / "local/lib/rackguard/node/host.py"
            python.write_text(python.read_text().replace("seconds: int = 60", "seconds: int = 1"))
            before = state(node)
        case "empty list":
            node.people({})
        case "no JSON":
            node.put("sandbox/users.json", '{"Parameters": [')
        case "another answer":
            node.put("sandbox/users.json", '{"Parameters": [{"Name": "x"}]}')
        case "a parameter of nobody":
            node.people({"che": "broken"})
        case _:
            node.people({"ana": "broken", "bo": ANA})
    assert node.tick("users") == 1
    assert state(node) == before
    assert node.called("usermod") == []
    assert "users failed (1)" in node.journal
    node.world.joinpath("aws-hangs").unlink(missing_ok=True)
    node.people({"ana": ANA, "bo": BO})
    assert node.tick("users") == 0
    assert state(node) == before


def test_a_person_who_is_gone_is_out_at_once_and_keeps_the_home(node: Node) -> None:
    ana = {path: mark for path, mark in state(node).items() if path.endswith("/ana")}
    node.people({"bo": BO})
    assert node.tick("users") == 0
    assert node.expired("ana")
    assert not node.expired("bo")
    assert not node.exists("etc/ssh/authorized_keys.d/ana")
    assert not node.exists("etc/sudoers.d/rackguard-ana")
    assert node.exists("home/ana/.profile")
    assert members(node) == {"bo"}
    assert node.called("loginctl", "terminate-user", "ana")
    assert node.called("pkill", "-KILL", "-U", "10001")
    assert ana
    after = state(node)
    node.forget()
    assert node.tick("users") == 0
    assert state(node) == after
    assert node.called("pkill") == []


def test_who_comes_back_has_the_same_account_and_home(node: Node) -> None:
    node.put("home/ana/work", "results")
    node.people({"bo": BO})
    node.tick("users")
    node.people({"ana": ANA, "bo": BO})
    assert node.tick("users") == 0
    assert not node.expired("ana")
    assert node.accounts()["ana"] == 10001
    assert node.exists("etc/sudoers.d/rackguard-ana")
    assert node.text("home/ana/work") == "results"
    assert members(node) == {"ana", "bo"}


def test_keys_and_sudo_change_on_a_running_node(node: Node) -> None:
    node.people({"ana": person("ana", 10001, keys=[key_of("X"), key_of("Y")]), "bo": person("bo", 10002, sudo=True)})
    assert node.tick("users") == 0
    assert [line[37] for line in node.text("etc/ssh/authorized_keys.d/ana").splitlines()] == ["X", "Y"]
    assert not node.exists("etc/sudoers.d/rackguard-ana")
    assert node.exists("etc/sudoers.d/rackguard-bo")


def test_a_broken_parameter_keeps_that_persons_last_state_and_serves_the_others(node: Node) -> None:
    keys = node.text("etc/ssh/authorized_keys.d/ana")
    node.people({"ana": person("ana", 10001, keys=["ssh-rsa AAAA"]), "bo": BO, "che": person("che", 10003)})
    assert node.tick("users") == 1
    assert node.text("etc/ssh/authorized_keys.d/ana") == keys
    assert node.exists("etc/sudoers.d/rackguard-ana")
    assert node.exists("etc/ssh/authorized_keys.d/che")
    assert "parameter of 'ana' not used" in node.journal
    assert "AAAA" not in node.journal


def test_a_refused_sudoers_file_gives_no_sudo_and_stops_nobody_else(node: Node) -> None:
    node.put("sandbox/visudo-refuses", "")
    node.people({"ana": ANA, "bo": person("bo", 10002, sudo=True), "che": person("che", 10003)})
    assert node.tick("users") == 1
    assert not node.exists("etc/sudoers.d/rackguard-bo")
    assert node.exists("etc/sudoers.d/rackguard-ana")
    assert node.exists("etc/ssh/authorized_keys.d/che")


def test_accounts_of_others_are_never_touched(node: Node) -> None:
    node.put("etc/passwd", node.text("etc/passwd") + "guest:x:10050:10050::/home/guest:/bin/bash\n")
    node.put("etc/ssh/authorized_keys.d/guest", "a key that nobody declared\n")
    node.put("etc/sudoers.d/rackguard-guest", "guest ALL=(ALL) ALL\n")
    node.put("etc/sudoers.d/90-cloud-init-users", "ubuntu ALL=(ALL) NOPASSWD:ALL\n")
    node.people({"ana": ANA, "bo": BO, "guest": person("guest", 10050)})
    assert node.tick("users") == 1
    assert node.called("usermod") == []
    assert not node.exists("etc/ssh/authorized_keys.d/guest")
    assert not node.exists("etc/sudoers.d/rackguard-guest")
    assert node.exists("etc/sudoers.d/90-cloud-init-users")
    assert node.exists("etc/ssh/authorized_keys.d/ana")


def test_a_set_up_that_was_cut_off_is_finished_by_the_next_run(node: Node) -> None:
    node.put("var/lib/rackguard/users/che", '{"uid": 10003, "active": false}\n', 0o600)
    node.people({"ana": ANA, "bo": BO, "che": person("che", 10003)})
    assert node.tick("users") == 0
    assert node.accounts()["che"] == 10003
    assert node.exists("etc/ssh/authorized_keys.d/che")


def test_a_home_that_another_node_made_is_left_as_it_is(make_node: Callable[..., Node]) -> None:
    node = make_node(settings())
    node.people({"ana": ANA})
    node.put("home/ana/.ssh/authorized_keys", "left behind\n")
    node.first_boot()
    assert not node.exists("home/ana/.profile")
    assert node.text("etc/ssh/authorized_keys.d/ana").startswith("ssh-ed25519 ")
    assert not list((node.root / "home").glob(".rackguard*"))


def test_the_image_account_stays_open_to_the_machine_until_somebody_can_get_in(make_node: Callable[..., Node]) -> None:
    node = make_node(settings())
    node.first_boot()
    assert not node.expired("ubuntu")
    assert not node.exists("etc/ssh/authorized_keys.d/ubuntu")
    node.people({"ana": ANA})
    node.tick("users")
    assert node.expired("ubuntu")


@pytest.mark.parametrize("system", ["ubuntu-24.04", "amazon-linux-2023"])
def test_a_machine_without_the_aws_command_installs_it(make_node: Callable[..., Node], system: str) -> None:
    node = make_node(settings(os=system))
    node.people({"ana": ANA})
    (node.root / "local/bin/aws").unlink()
    node.put("sandbox/offline", "")
    node.first_boot()
    assert "users: no aws command" in node.journal
    assert node.exists("etc/ssh/sshd_config.d/00-rackguard.conf")
    manager = (
        ["dnf", "-y", "-q", "install", "awscli-2"]
        if "amazon" in system
        else ["snap", "install", "aws-cli", "--classic"]
    )
    assert node.called(*manager)
