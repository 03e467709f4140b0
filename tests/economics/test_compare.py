"""Differences between two plans by subject."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from rackguard.economics.carbon import carbon_of_items
from rackguard.economics.compare import compare_carbon, compare_costs
from rackguard.economics.cost import price_items


@pytest.fixture(scope="module")
def before(nodes):
    return [
        nodes("p5.48xlarge", 2, quantity_max=4, subject="pools.train"),
        nodes("p4d.24xlarge", 1, subject="pools.old"),
        nodes("m7i.2xlarge", 1, kind="cpu_instance", subject="access.login_node"),
    ]


@pytest.fixture(scope="module")
def after(nodes):
    return [
        nodes("p5.48xlarge", 3, quantity_max=3, subject="pools.train"),
        nodes("m7i.2xlarge", 1, kind="cpu_instance", subject="access.login_node"),
        nodes("p5en.48xlarge", 1, subject="pools.new"),
    ]


def test_each_subject_has_its_kind_and_its_change(catalog, before, after):
    changes = compare_costs(price_items(before, catalog), price_items(after, catalog))
    assert [(change.subject, change.kind) for change in changes] == [
        ("pools.train", "changed"),
        ("pools.old", "removed"),
        ("access.login_node", "same"),
        ("pools.new", "added"),
        ("total", "changed"),
    ]
    months = [change.now_change for change in changes]
    assert months == pytest.approx([40179.2, -16029.0772, 0, 46206.08, 70356.2028])
    at_most = [change.max_change for change in changes]
    assert at_most == pytest.approx([-40179.2, -16029.0772, 0, 46206.08, -10002.1972])
    assert {change.unit for change in changes} == {"USD a month"}


def test_a_side_that_is_only_known_as_at_least_has_no_change(catalog, nodes):
    unpriced = price_items([nodes("p5e.48xlarge", 0, quantity_max=1)], catalog)
    priced = price_items([nodes("p5.48xlarge", 1)], catalog)
    for one, other, change in ((unpriced, priced, 40179.2), (priced, unpriced, -40179.2)):
        pool, total = compare_costs(one, other)
        assert pool.max_change is None
        assert total.max_change is None
        assert total.now_change == pytest.approx(change)


def test_carbon_is_compared_in_kilograms(catalog, nodes):
    fewer = carbon_of_items([nodes("p5.48xlarge", 1)], catalog)
    more = carbon_of_items([nodes("p5.48xlarge", 2)], catalog)
    pool, total = compare_carbon(fewer, more)
    assert (pool.subject, pool.kind, pool.unit) == ("pools.train", "changed", "kgCO2e a month")
    assert pool.now_change == total.now_change == pytest.approx(1949.0148724968)


def test_equal_plans_are_the_same(catalog, before):
    cost = price_items(before, catalog)
    assert {change.kind for change in compare_costs(cost, cost)} == {"same"}
    assert [change.now_change for change in compare_costs(cost, cost)] == [0, 0, 0, 0]


def test_a_certain_part_that_is_only_known_as_at_least_has_no_change(catalog, nodes):
    unpriced = price_items([nodes("p5e.48xlarge", 1)], catalog)
    priced = price_items([nodes("p5.48xlarge", 1)], catalog)
    assert [change.now_change for change in compare_costs(unpriced, priced)] == [None, None]
    assert [change.now_change for change in compare_costs(priced, unpriced)] == [None, None]


class Walked(tuple[Any, ...]):
    """Lines that count how often they are gone through."""

    __slots__ = ()
    times: ClassVar[int] = 0

    def __iter__(self) -> Iterator[Any]:
        type(self).times += 1
        return super().__iter__()


@pytest.mark.parametrize("pools", [1, 40])
def test_lines_are_gone_through_once_a_side_however_many_pools_there_are(catalog, nodes, pools, monkeypatch):
    items = [nodes("p5.48xlarge", 1, subject=f"pools.p{number}") for number in range(pools)]
    cost, carbon = price_items(items, catalog), carbon_of_items(items, catalog)
    cost, carbon = replace(cost, lines=Walked(cost.lines)), replace(carbon, lines=Walked(carbon.lines))
    monkeypatch.setattr(Walked, "times", 0)
    assert len(compare_costs(cost, cost)) == pools + 1
    assert Walked.times == 2
    assert len(compare_carbon(carbon, carbon)) == pools + 1
    assert Walked.times == 4
