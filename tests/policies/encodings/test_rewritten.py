"""The same stack said in other words: the same judgements of all rules, of clean stacks and of one that breaks most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from hashlib import sha256

import pytest
from tests.aws.stacks import NAMES, recorded
from tests.policies.encodings.rewritten import (
    Rewrite,
    flags_as_text,
    inputs_rewritten,
    numbers_as_floats,
    numbers_as_text,
    renamed,
    reordered,
    reversed_lists,
    texts_as_flags,
    without_indexes,
)
from tests.policies.sources.graphs import OFFLINE, STATE, graph_of
from tests.policies.sources.judgements import Told, judged, told

from rackguard.graph.graph import Graph

STACKS: dict[str, Callable[[], Graph]] = {
    **{name: (lambda name=name: recorded(name)) for name in NAMES},
    "bad": lambda: graph_of("bad", OFFLINE),
    "bad, deployed": lambda: graph_of("bad", STATE),
}
EVERY = pytest.mark.parametrize("stack", STACKS)


@cache
def before(stack: str) -> Counter[Told]:
    return told(judged(STACKS[stack]()))


def alike(found: Counter[Told]) -> Counter[Told]:
    """Places of a list taken for one another."""
    counted: Counter[Told] = Counter()
    for (rule, urn, outcome, path), count in found.items():
        counted[rule, urn, outcome, without_indexes(path)] += count
    return counted


def scattered(order: str, urn: str) -> bytes:
    return sha256(f"{order} {urn}".encode()).digest()


@EVERY
@pytest.mark.parametrize("rewrite", [flags_as_text, texts_as_flags, numbers_as_text, numbers_as_floats])
def test_values_in_another_encoding(stack: str, rewrite: Rewrite) -> None:
    graph = STACKS[stack]()
    other = inputs_rewritten(graph, rewrite)
    assert repr(other.resources) != repr(graph.resources)
    assert told(judged(other)) == before(stack)


@EVERY
def test_lists_and_mappings_the_other_way_round(stack: str) -> None:
    assert alike(told(judged(reversed_lists(STACKS[stack]())))) == alike(before(stack))


@EVERY
@pytest.mark.parametrize("order", ["backwards", "by chance", "by chance again"])
def test_resources_in_another_order(stack: str, order: str) -> None:
    graph = STACKS[stack]()
    backwards = {one.urn: -place for place, one in enumerate(graph.resources)}
    other = reordered(graph, lambda one: backwards[one.urn] if order == "backwards" else scattered(order, one.urn))
    assert told(judged(other)) == before(stack)


@EVERY
def test_resources_under_other_names(stack: str) -> None:
    found = told(judged(renamed(STACKS[stack](), "other-")))
    back = Counter({(rule, urn.replace("::other-", "::"), *rest): count for (rule, urn, *rest), count in found.items()})
    assert back == before(stack)
