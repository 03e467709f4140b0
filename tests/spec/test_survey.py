"""Keys, empty values, secrets, choices, and numbers in quotes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rackguard.spec.describe import Shape
from rackguard.spec.load import Loaded
from rackguard.spec.problem import Problem
from rackguard.spec.stack_file import is_secret
from rackguard.spec.survey import unquoted


def put(values: Any, path: tuple[str | int, ...], value: Any) -> None:
    for part in path[:-1]:
        values = values.setdefault(part, {}) if isinstance(values, dict) else values[part]
    values[path[-1]] = value


def only_problem(loaded: Loaded) -> Problem:
    (problem,) = loaded.problems
    return problem


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        # mistyped
        (("protekt",), "Did you mean `protect`?"),
        (("pools", "train", "placment"), "Did you mean `placement`?"),
        (("pools", "train", "mount"), "Did you mean `mounts`?"),
        (("pools", "train", "local-nvme"), "Did you mean `local_nvme`?"),
        (("pools", "train", "Rollout"), "Did you mean `rollout`?"),
        (("access", "users", 0, "suod"), "Did you mean `sudo`?"),
        # one level down
        (("pools", "train", "max"), "`max` belongs in `pools.train.nodes`."),
        (("pools", "train", "dlami"), "`dlami` belongs in `pools.train.image`."),
        (("pools", "train", "rdma"), "`rdma` belongs in `pools.train.needs`."),
        (("ssh_from",), "`ssh_from` belongs in `access`."),
        (("cidr",), "`cidr` belongs in `network`."),
        (("owner",), "`owner` belongs in `tags`."),
        (("storage", "home", "throughput"), "`throughput` belongs in `storage.home.efs`."),
        # two levels down
        (
            ("pools", "train", "checkpoint"),
            "`checkpoint` belongs in `pools.train.purchase.spot` or `pools.train.purchase.capacity_block`.",
        ),
        (("vpc_id",), "`vpc_id` belongs in `network.existing`."),
        # one level up
        (("storage", "home", "efs", "mount"), "`mount` belongs in `storage.home`."),
        (("pools", "train", "nodes", "zone_id"), "`zone_id` belongs in `pools.train`."),
        (("access", "budget_usd_per_month"), "`budget_usd_per_month` belongs in the cluster itself."),
        # beside
        (("network", "users"), "`users` belongs in `access`."),
        (("pools", "train", "root", "desired"), "`desired` belongs in `pools.train.nodes`."),
        # nowhere
        (("pools", "train", "nodes", "zzz"), "Known keys: min, max, desired."),
    ],
)
def test_an_unknown_key_is_named_with_what_it_may_mean(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded], path: tuple[str | int, ...], hint: str
) -> None:
    cluster["network"] = {"cidr": "10.0.0.0/16"}
    put(cluster, path, [])  # of no use anywhere, so nothing but the key can be meant
    problem = only_problem(load_cluster(cluster))
    assert (problem.id, problem.path[2:]) == ("spec-unknown-key", path)
    assert problem.message.startswith(f"unknown key `{path[-1]}`")
    assert problem.hint == hint


@pytest.mark.parametrize(
    ("change", "slips"),
    [
        ({"nodez": {"max": 3}}, [("nodez",)]),
        ({"nodez": {"max": 0}}, [("nodez",), ("nodes", "max")]),
        ({"nodez": 3}, [("nodez",)]),
        ({"max": 3}, [("max",)]),
        ({"nods": {}, "min": 3}, [("nodes", "max"), ("nods",), ("min",)]),
    ],
)
def test_a_key_that_stands_wrong_is_not_missing_as_well(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded], change: dict[str, Any], slips: list[tuple[str, ...]]
) -> None:
    pool = cluster["pools"]["train"]
    del pool["nodes"]
    pool |= change
    assert [problem.path[4:] for problem in load_cluster(cluster).problems] == slips


@pytest.mark.parametrize("change", [{"zone": "use2-az1"}, {"zone_idd": "use2-az1"}, {"zoneids": ["use2-az1"]}])
def test_a_mistyped_key_of_a_choice_is_not_missing_as_well(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded], change: dict[str, Any]
) -> None:
    del cluster["pools"]["train"]["zone_id"]
    cluster["pools"]["train"] |= change
    assert only_problem(load_cluster(cluster)).path[4:] == tuple(change)


def test_what_stands_under_a_mistyped_key_is_checked(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
) -> None:
    cluster["pool"] = cluster.pop("pools")
    cluster["pool"]["train"]["efa"] = "never"
    loaded = load_cluster(cluster)
    assert [problem.path[2:] for problem in loaded.problems] == [("pool",), ("pools", "train", "efa")]
    marks = [problem.mark for problem in loaded.problems]
    assert all(mark is not None for mark in marks)
    assert loaded.stack is not None
    assert loaded.stack.cluster.pools["eval"].types == ("g6.xlarge", "g6e.xlarge")


def test_where_two_keys_are_as_near_none_is_taken(cluster: dict[str, Any], load_cluster: Callable[..., Loaded]) -> None:
    cluster["network"] = {"cidr": "10.0.0.0/16"}
    cluster["pools"]["train"]["root"] = {"iopss": 3000}
    assert only_problem(load_cluster(cluster)).hint == "Did you mean `iops`?"


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        (("budget_usd_per_month",), "Take the key out, or give it a value."),
        (("network", "cidr"), "Take the key out, or give it a value."),
        (("tags", "owner"), "Give it a value."),
        (("tags", "project"), "Take the key out, or give it a value."),
        (("storage", "home", "efs"), "Take the key out, or write `efs: {}` for what is usual."),
        (("pools", "eval", "purchase", "spot"), "Take the key out, or write `spot: {}` for what is usual."),
        (("pools", "eval", "purchase", "capacity_block"), "Take the key out, or give it a value."),
        (("pools", "train"), "Take the key out, or give it a value."),
        (("pools",), "Give it a value."),
        (("access", "users", 0), "Take the item out, or give it a value."),
        (("access", "users", 0, "keys", 0), "Take the item out, or give it a value."),
    ],
)
def test_nothing_may_be_left_empty(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded], path: tuple[str | int, ...], hint: str
) -> None:
    if path[-1] == "capacity_block":
        del cluster["pools"]["eval"]["purchase"]["spot"]
    put(cluster, path, None)
    problem = only_problem(load_cluster(cluster))
    assert (problem.id, problem.path[2:]) == ("spec-value", path)
    assert problem.message.endswith(" is empty")
    assert problem.hint == hint


@pytest.mark.parametrize(
    "path",
    [
        ("name",),
        ("access",),
        ("encryption", "key"),
        ("pools", "train", "user_data"),
        ("pools", "train", "nodes", "max"),
        ("access", "users", 0, "keys", 0),
        ("pools", "train", "labels"),
        ("tags", "project"),
    ],
)
def test_nothing_in_a_cluster_is_secret(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded], path: tuple[str | int, ...]
) -> None:
    put(cluster, path, {"secure": "v1:c2VjcmV0:dGV4dA=="})
    problem = only_problem(load_cluster(cluster))
    assert (problem.id, problem.path[2:]) == ("spec-secret", path)
    assert "nothing in a cluster is secret" in problem.hint
    assert "c2VjcmV0" not in problem.message + problem.hint


@pytest.mark.parametrize(
    ("value", "secret"),
    [
        ({"secure": "v1:x"}, True),
        ({"secure": {}}, False),
        ({"secure": "x", "y": "z"}, False),
        ({}, False),
        ("x", False),
    ],
)
def test_a_secret_is_text_alone_under_secure(value: Any, secret: bool) -> None:
    assert is_secret(value) == secret


def test_a_label_or_a_pool_may_be_called_secure(cluster: dict[str, Any], load_cluster: Callable[..., Loaded]) -> None:
    cluster["pools"] = {"secure": cluster["pools"]["train"] | {"labels": {"secure": "boot", "x": "y"}}}
    assert load_cluster(cluster).problems == ()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (
            ("pools", "train", "purchase"),
            {},
            "none given; exactly one of `on_demand`, `spot`, `reservation`, `capacity_block`",
        ),
        (("pools", "train", "purchase"), {"spot": {}, "on_demand": {}}, "`on_demand` and `spot` given; exactly one of"),
        (("pools", "train", "purchase"), {"reservation": {}}, "none given; exactly one of `id`, `create`"),
        (("pools", "train", "image"), {"id": "ami-0123456789abcdef0"}, "none given; exactly one of `dlami`, `os`"),
        (("storage", "home"), {"mount": "/home"}, "none given; exactly one of `lustre`, `efs`, `s3`"),
        (("network",), {"nat": "one"}, "none given; exactly one of `cidr`, `existing`"),
    ],
)
def test_a_choice_is_named_with_all_its_keys(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded], path: tuple[str, ...], value: Any, message: str
) -> None:
    put(cluster, path, value)
    problem = only_problem(load_cluster(cluster))
    assert problem.id == "spec-choice"
    assert message in problem.message
    assert problem.hint


def test_all_choices_of_a_mapping_are_checked_at_once(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
) -> None:
    pool = cluster["pools"]["train"]
    pool["instance_types"] = ["g6.xlarge"]
    del pool["zone_id"]
    pool["nodes"]["max"] = "x"
    problems = load_cluster(cluster).problems
    assert [problem.id for problem in problems] == ["spec-choice", "spec-choice", "spec-value"]
    assert {problem.path[2:] for problem in problems} == {("pools", "train"), ("pools", "train", "nodes", "max")}


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("whole", "8", 8),
        ("whole", "-8", -8),
        ("whole", "0", 0),
        *[
            ("whole", text, text)
            for text in ("08", "+8", " 8", "8 ", "8.0", "1_0", "1e3", "", "-", "٣", "0x8", "9" * 21)
        ],
        ("amount", "1.50", 1.5),
        ("amount", "-0.25", -0.25),
        ("amount", "3", 3),
        *[("amount", text, text) for text in (".5", "5.", "00.5", "nan", "inf", "-inf", "1e3", "1,5", "٣.5")],
        ("switch", "true", True),
        ("switch", "false", False),
        *[("switch", text, text) for text in ("True", "TRUE", "yes", "on", "1", "0", "t", "")],
        ("text", "8", "8"),
        ("text", "true", "true"),
    ],
)
def test_numbers_and_switches_may_stand_in_quotes_as_they_would_without(kind: Any, text: str, value: Any) -> None:
    found = unquoted(text, Shape(kind))
    assert (found, type(found)) == (value, type(value))


def test_quotes_change_nothing(cluster: dict[str, Any], load_cluster: Callable[..., Loaded]) -> None:
    plain, quoted = cluster, dict(cluster)
    plain |= {"budget_usd_per_month": 1.5, "protect": False, "logs": {"retention_days": 30}}
    quoted |= {"budget_usd_per_month": "1.5", "protect": "false", "logs": {"retention_days": "30"}}
    left, right = load_cluster(plain).stack, load_cluster(quoted).stack
    assert left is not None
    assert right is not None
    assert left.cluster == right.cluster
    assert (right.cluster.protect, right.cluster.logs.retention_days) == (False, 30)
