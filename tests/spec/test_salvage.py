"""Leaving out what is broken: the rest is checked, and no consequence is reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.spec.left_out import Doubts, LeftOut
from rackguard.spec.load import CLUSTER, Loaded, place
from rackguard.spec.problem import Problem


def paths(loaded: Loaded) -> list[tuple[str | int, ...]]:
    return [problem.path[2:] for problem in loaded.problems]


def test_a_broken_option_falls_back_and_the_pool_stays(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
) -> None:
    cluster["pools"]["train"]["root"] = {"size_gib": 10**9, "type": "io2", "iops": 500}
    loaded = load_cluster(cluster)
    assert paths(loaded) == [("pools", "train", "root", "size_gib")]
    assert loaded.stack is not None
    root = loaded.stack.cluster.pools["train"].root
    assert (root.size_gib, root.type, root.iops) == (200, "io2", 500)
    assert loaded.stack.left_out == (("pools", "train", "root", "size_gib"),)


def test_the_owner_of_what_is_missing_goes_as_far_as_it_must(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
) -> None:
    cluster["pools"]["train"]["nodes"] = {"max": "many"}
    loaded = load_cluster(cluster)
    assert paths(loaded) == [("pools", "train", "nodes", "max")]
    assert loaded.stack is not None
    assert list(loaded.stack.cluster.pools) == ["eval"]


@pytest.mark.parametrize(("key", "value"), [("purchase", "bids"), ("purchase", {}), ("efa", "never")])
def test_a_pool_is_not_checked_as_what_it_is_not(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded], key: str, value: Any
) -> None:
    cluster["pools"]["train"][key] = value
    loaded = load_cluster(cluster)
    assert len(loaded.problems) == 1
    assert loaded.stack is not None
    assert "train" not in loaded.stack.cluster.pools


@pytest.mark.parametrize("key", ["name", "account_id", "tags", "access", "pools"])
@pytest.mark.parametrize("slip", ["missing", "empty", "wrong"])
def test_the_rest_is_checked_whatever_required_part_is_broken(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded], key: str, slip: str
) -> None:
    if slip == "missing":
        del cluster[key]
    else:
        cluster[key] = None if slip == "empty" else 5
    cluster["storage"]["home"]["mount"] = "home"
    loaded = load_cluster(cluster)
    assert sorted(paths(loaded)) == sorted([(key,), ("storage", "home", "mount")])
    assert loaded.stack is not None
    assert loaded.stack.cluster.storage["saved"].s3 is not None
    later = [Problem("odd", "error", (*CLUSTER, *path), "odd") for path in ((key,), (key, "x"), ("storage", "saved"))]
    found = {problem.path[2:] for problem in place(later, loaded) if problem.id == "odd"}
    assert found == {("storage", "saved")}


def test_every_pool_broken_hides_neither_their_slips_nor_the_others(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
) -> None:
    cluster["pools"] = {"a": {"zone_id": "use2-az1", "nodes": {"max": 1}}, "b": 5, "C": cluster["pools"]["train"]}
    cluster["budget_usd_per_month"] = 0
    loaded = load_cluster(cluster)
    assert set(paths(loaded)) == {("pools", "a"), ("pools", "b"), ("pools", "C"), ("budget_usd_per_month",)}
    assert loaded.stack is not None
    assert loaded.stack.declared_pools == {"a", "b", "C"}


@pytest.mark.parametrize("pools", [{}, [], "train", None])
def test_no_pools_at_all_are_one_problem(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded], pools: Any
) -> None:
    assert paths(load_cluster(cluster | {"pools": pools})) == [("pools",)]


def test_subnets_are_not_judged_where_a_pool_is_unknown(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
) -> None:
    cluster["pools"]["train"]["nodes"] = 5
    later = [Problem("odd", "error", (*CLUSTER, "network", "existing", "subnets", 0), "odd")]
    assert [problem.id for problem in place(later, load_cluster(cluster))] == ["spec-value"]


def test_lists_of_broken_items_are_not_called_too_short(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
) -> None:
    cluster["access"]["users"] = [{"name": "A", "keys": [5]}, 7]
    assert paths(load_cluster(cluster)) == [
        ("access", "users", 0, "name"),
        ("access", "users", 0, "keys", 0),
        ("access", "users", 1),
    ]


def test_items_are_numbered_as_in_the_file_whatever_round_finds_them(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
) -> None:
    cluster["prices"] = [
        {"family": "p5", "purchase": "spot", "source": "x"},
        7,
        {"family": "p5", "purchase": "spot", "source": "x", "discount_percent": 200},
        {"family": "p5", "purchase": "spot", "source": "x", "discount_percent": 10},
        {"family": "p5", "instance_type": "p5.48xlarge", "purchase": "spot", "source": "x", "discount_percent": 10},
    ]
    loaded = load_cluster(cluster)
    assert paths(loaded) == [("prices", 0), ("prices", 1), ("prices", 2, "discount_percent"), ("prices", 4)]
    assert loaded.stack is not None
    assert [price.discount_percent for price in loaded.stack.cluster.prices] == [10]


def test_thousands_of_slips_are_all_said(cluster: dict[str, Any], load_cluster: Callable[..., Loaded]) -> None:
    pool = cluster["pools"]["train"]
    cluster["pools"] |= {f"p{number}": {**pool, "efa": "x", "mounts": [1, "home"]} for number in range(1000)}
    assert len(load_cluster(cluster).problems) == 2000


TREES = st.recursive(
    st.integers(0, 9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=20,
)


def places(value: Any, path: tuple[str | int, ...] = ()) -> dict[tuple[str | int, ...], Any]:
    """Every place in a value with what stands there."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = {path: value}
    for part, item in items:
        found |= places(item, (*path, part))
    return found


@given(st.dictionaries(st.sampled_from("abc"), TREES, min_size=1), st.data())
def test_what_stays_is_found_again_in_the_file(values: dict[str, Any], data: st.DataObject) -> None:
    everywhere = places(values)
    gone = data.draw(st.sets(st.sampled_from([path for path in everywhere if path])))
    left_out = LeftOut(gone)
    kept = places(left_out.pruned(values))
    originals = {left_out.original(path) for path in kept}
    expected = {path for path in everywhere if not any(path[: len(one)] == one for one in gone)}
    assert originals == expected
    for path, value in kept.items():
        if not isinstance(value, (dict, list)):
            assert everywhere[left_out.original(path)] == value


@pytest.mark.parametrize(
    ("path", "covered"),
    [
        (("pools", "train", "root"), True),
        (("pools", "train", "root", "size_gib"), True),
        (("pools", "train"), True),
        (("pools",), True),
        ((), True),
        (("pools", "train", "image"), False),
        (("pools", "eval", "root"), False),
        (("roo",), False),
    ],
)
def test_doubt_is_cast_upwards_and_downwards_but_not_aside(path: tuple[str, ...], covered: bool) -> None:
    assert Doubts([("pools", "train", "root")]).cover(path) == covered
    assert not Doubts().cover(path)
