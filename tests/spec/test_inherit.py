"""`like: OTHER`: what a pool takes from another, and what is wrong with whom it names."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.spec.inherit import resolve
from rackguard.spec.load import Loaded

AT = ("config", "rackguard:cluster", "pools")


def resolved(**pools: Any) -> dict[str, Any]:
    found = resolve(pools, AT)
    assert found.problems == ()
    assert found.unresolved == frozenset()
    return found.pools


def test_a_pool_takes_what_it_does_not_say() -> None:
    pools = resolved(a={"x": 1, "y": 2}, b={"like": "a", "y": 3})
    assert pools == {"a": {"x": 1, "y": 2}, "b": {"like": "a", "x": 1, "y": 3}}


def test_a_key_is_taken_whole() -> None:
    pools = resolved(a={"nodes": {"min": 8, "max": 8}}, b={"like": "a", "nodes": {"max": 4}})
    assert pools["b"]["nodes"] == {"max": 4}


@pytest.mark.parametrize(
    ("given_key", "dropped"),
    [
        ("instance_type", "instance_types"),
        ("instance_types", "instance_type"),
        ("zone_id", "zone_ids"),
        ("zone_ids", "zone_id"),
    ],
)
def test_one_and_several_replace_each_other(given_key: str, dropped: str) -> None:
    pools = resolved(a={dropped: "old", "kept": 1}, b={"like": "a", given_key: "new"})
    assert pools["b"] == {"like": "a", "kept": 1, given_key: "new"}


def test_an_empty_key_is_not_taken_over() -> None:
    pools = resolved(a={"commitment": {"kind": "ri_1y"}, "x": 1}, b={"like": "a", "commitment": None}, c={"like": "b"})
    assert pools["b"] == {"like": "a", "x": 1}
    assert pools["c"] == {"like": "b", "x": 1}


def test_the_names_that_another_pool_had_are_not_taken_over() -> None:
    pools = resolved(a={"renamed_from": ["old"], "x": 1}, b={"like": "a"}, c={"like": "b", "renamed_from": ["older"]})
    assert pools["b"] == {"like": "a", "x": 1}
    assert pools["c"] == {"like": "b", "x": 1, "renamed_from": ["older"]}


def test_each_inherited_key_knows_the_pool_that_wrote_it() -> None:
    pools = {"a": {"x": 1, "y": 1}, "b": {"like": "a", "y": 2}, "c": {"like": "b", "z": 3}}
    origins = resolve(pools, AT).origins
    assert origins == {("b", "x"): "a", ("c", "x"): "a", ("c", "y"): "b"}


@pytest.mark.parametrize("order", list(itertools.permutations("abc")))
def test_the_order_of_pools_does_not_matter(order: tuple[str, ...]) -> None:
    pools = {"a": {"x": 1}, "b": {"like": "a", "y": 2}, "c": {"like": "b", "z": 3}}
    found = resolve({name: pools[name] for name in order}, AT)
    assert list(found.pools) == list(order)
    assert found.pools["c"] == {"like": "b", "x": 1, "y": 2, "z": 3}
    assert found.origins == {("b", "x"): "a", ("c", "x"): "a", ("c", "y"): "b"}


@pytest.mark.parametrize("backwards", [False, True])
def test_long_chains_do_not_exhaust_the_stack(backwards: bool) -> None:
    length = 5 * sys.getrecursionlimit()
    pools: dict[str, Any] = {"p0": {"x": 1}, **{f"p{n}": {"like": f"p{n - 1}"} for n in range(1, length)}}
    found = resolve(dict(reversed(pools.items())) if backwards else pools, AT)
    assert found.problems == ()
    assert found.pools[f"p{length - 1}"] == {"like": f"p{length - 2}", "x": 1}
    assert found.origins[f"p{length - 1}", "x"] == "p0"


def test_long_circles_are_named_in_few_words() -> None:
    pools = {f"p{n}": {"like": f"p{(n + 1) % 3000}"} for n in range(3000)}
    (problem,) = resolve(pools, AT).problems
    assert problem.path == (*AT, "p0", "like")
    assert problem.message == (
        "`pools.p0.like` leads in a circle: p0 → p1 → p2 → p3 → p4 → p5 → … → p2996 → p2997 → p2998 → p2999 → p0"
    )


def test_a_pool_that_is_not_there_is_named_with_the_nearest() -> None:
    found = resolve({"train": {"x": 1}, "sprint": {"like": "trian"}}, AT)
    (problem,) = found.problems
    assert (problem.id, problem.path) == ("pool-like", (*AT, "sprint", "like"))
    assert problem.message == "`pools.sprint.like` is 'trian', and there is no such pool"
    assert "train" in problem.hint
    assert found.unresolved == {"sprint"}


@pytest.mark.parametrize(("others", "hint"), [({"a": {}, "b": {}}, "a, b"), ({}, "no other")])
def test_where_none_is_near_all_are_named(others: dict[str, Any], hint: str) -> None:
    (problem,) = resolve({**others, "sprint": {"like": "zzz"}}, AT).problems
    assert problem.hint == f"Pools of this cluster: {hint}."


def test_what_may_be_a_private_key_is_not_repeated() -> None:
    for text in ("-----BEGIN OPENSSH PRIVATE KEY-----", "b3BlbnNzaC1rZXktdjEAAAAABG5vbmU", "x" * 500):
        (problem,) = resolve({"a": {"like": text}}, AT).problems
        assert text not in problem.message + problem.hint


@pytest.mark.parametrize("order", list(itertools.permutations("abcd")))
def test_a_circle_is_said_once_at_its_first_pool(order: tuple[str, ...]) -> None:
    pools = {"a": {"like": "b"}, "b": {"like": "c"}, "c": {"like": "b", "x": 1}, "d": {"like": "a"}}
    found = resolve({name: pools[name] for name in order}, AT)
    first = "b" if order.index("b") < order.index("c") else "c"
    other = "c" if first == "b" else "b"
    (problem,) = found.problems
    assert problem.path == (*AT, first, "like")
    assert problem.message == f"`pools.{first}.like` leads in a circle: {first} → {other} → {first}"
    assert found.unresolved == {"a", "b", "c", "d"}


def test_a_pool_like_itself_is_a_circle() -> None:
    (problem,) = resolve({"a": {"like": "a"}}, AT).problems
    assert problem.message.endswith("circle: a → a")


@pytest.mark.parametrize("base", ["text", None, [1], 5])
def test_a_base_that_is_no_mapping_gives_nothing(base: Any) -> None:
    found = resolve({"a": base, "b": {"like": "a", "x": 1}, "c": {"like": "b"}}, AT)
    assert found.problems == ()  # what is wrong with it is said of the base
    assert found.unresolved == {"b", "c"}
    assert found.pools["a"] is base


@given(st.dictionaries(st.sampled_from("abcdef"), st.sampled_from("abcdefgh"), min_size=1))
def test_every_pool_comes_back_resolved_or_with_a_reason(likes: dict[str, str]) -> None:
    pools: dict[str, Any] = {name: {"like": base} for name, base in likes.items()}
    pools.setdefault("f", {"x": 1})
    found = resolve(pools, AT)
    assert list(found.pools) == list(pools)
    for name in pools:
        chain: list[str] = []
        at = name
        while at in pools and at not in chain and "like" in pools[at]:
            chain.append(at)
            at = pools[at]["like"]
        ends_well = at in pools and at not in chain
        assert (name not in found.unresolved) == ends_well
        assert (found.pools[name].get("x") == 1) == ends_well
    assert bool(found.problems) == bool(found.unresolved)


class TestInAFile:
    """Inheritance with everything else that may be wrong."""

    @staticmethod
    def messages(loaded: Loaded) -> list[str]:
        return [problem.message for problem in loaded.problems]

    def test_what_is_wrong_with_the_base_is_said_once(
        self, cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
    ) -> None:
        cluster["pools"]["train"] |= {"image": {"dlami": "windows"}, "root": {"size_gib": 0}, "labels": {"a": "-"}}
        del cluster["pools"]["train"]["nodes"]
        cluster["pools"]["sprint"] = {"like": "train"}
        cluster["pools"]["last"] = {"like": "sprint", "root": {"size_gib": 0}}
        paths = [problem.path[3:] for problem in load_cluster(cluster).problems]
        assert paths == [
            ("train", "nodes"),
            ("train", "image", "dlami"),
            ("train", "root", "size_gib"),
            ("train", "labels", "a"),
            ("last", "root", "size_gib"),
        ]

    @pytest.mark.parametrize("like", ["nobody", "sprint", 5, None, ["train"]])
    def test_what_a_broken_like_leaves_open_is_not_called_missing(
        self, cluster: dict[str, Any], load_cluster: Callable[..., Loaded], like: Any
    ) -> None:
        cluster["pools"]["sprint"] = {"like": like, "efa": "never", "mount": "home"}
        loaded = load_cluster(cluster)
        paths = [problem.path[4:] for problem in loaded.problems]
        assert paths == [("like",), ("efa",), ("mount",)]
        assert loaded.stack is not None
        assert list(loaded.stack.cluster.pools) == ["train", "eval"]
        assert loaded.stack.declared_pools == {"train", "eval", "sprint"}

    def test_an_heir_may_mend_what_its_base_lacks(
        self, cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
    ) -> None:
        del cluster["pools"]["train"]["zone_id"]
        cluster["pools"]["sprint"] = {"like": "train", "zone_id": "use2-az2"}
        loaded = load_cluster(cluster)
        assert [problem.path[3:] for problem in loaded.problems] == [("train",)]
        assert loaded.stack is not None
        assert loaded.stack.cluster.pools["sprint"].instance_type == "g6.xlarge"

    def test_both_of_a_choice_are_refused_in_an_heir_too(
        self, cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
    ) -> None:
        cluster["pools"]["sprint"] = {"like": "train", "zone_id": "use2-az2", "zone_ids": ["use2-az2"]}
        (message,) = self.messages(load_cluster(cluster))
        assert message.startswith("`pools.sprint`: `zone_id` and `zone_ids` given")

    def test_a_choice_of_the_base_that_is_wrong_is_said_of_the_base_only(
        self, cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
    ) -> None:
        cluster["pools"]["train"]["zone_ids"] = ["use2-az2"]
        cluster["pools"]["sprint"] = {"like": "train"}
        (message,) = self.messages(load_cluster(cluster))
        assert message.startswith("`pools.train`: `zone_id` and `zone_ids` given")

    def test_only_what_may_be_absent_may_be_left_empty(
        self, cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
    ) -> None:
        cluster["pools"]["train"] |= {
            "commitment": {"kind": "ri_1y", "discount_percent": 5, "source": "x"},
            "efa": "off",
        }
        cluster["pools"]["sprint"] = {"like": "train", "commitment": None, "efa": None}
        loaded = load_cluster(cluster)
        assert loaded.problems == ()
        assert loaded.stack is not None
        pool = loaded.stack.cluster.pools["sprint"]
        assert (pool.commitment, pool.efa) == (None, "auto")
        cluster["pools"]["sprint"] |= {"nodes": None, "instance_type": None, "commitment": {"kind": None}}
        assert [problem.path[4:] for problem in load_cluster(cluster).problems] == [
            ("commitment", "source"),
            ("commitment", "kind"),
            ("nodes",),
            ("instance_type",),
        ]
