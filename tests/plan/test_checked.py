"""A stack is planned and checked once for each declaration and moment, and anew for everything else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from rackguard.plan import checked
from rackguard.plan.checked import plan_and_validate

if TYPE_CHECKING:
    from tests.plan.conftest import Declare

    from rackguard.catalog.catalog import Catalog

NOW = datetime(2026, 12, 1, tzinfo=UTC)
A: dict[str, Any] = {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}}
B: dict[str, Any] = {**A, "zone_id": "use2-az2"}


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checked, "_last", [])


def test_the_same_declaration_is_answered_once(declare: Declare, catalog: Catalog) -> None:
    first = plan_and_validate(declare(), catalog, NOW)
    assert plan_and_validate(declare(), catalog, NOW) is first
    assert [pool.name for pool in first.plan.pools] == ["train"]
    assert [problem.id for problem in first.problems] == ["image-not-pinned", "key-invalid"]


@pytest.mark.parametrize(
    ("change", "moment"),
    [
        ({"stack": "other"}, NOW),
        ({"region": "us-west-2"}, NOW),
        ({"protect": False}, NOW),
        ({"pools": {"train": {"nodes": {"max": 2}}}}, NOW),
        ({}, NOW + timedelta(seconds=1)),
    ],
)
def test_another_declaration_or_moment_is_planned_anew(
    declare: Declare, catalog: Catalog, change: dict[str, Any], moment: datetime
) -> None:
    first = plan_and_validate(declare(), catalog, NOW)
    assert plan_and_validate(declare(**change), catalog, moment) is not first


def test_pools_in_another_order_are_another_declaration(declare: Declare, catalog: Catalog) -> None:
    one = declare(pools={"train": None, "a": A, "b": B})
    other = declare(pools={"train": None, "b": B, "a": A})
    assert [pool.name for pool in plan_and_validate(one, catalog, NOW).plan.pools] == ["a", "b"]
    assert [pool.name for pool in plan_and_validate(other, catalog, NOW).plan.pools] == ["b", "a"]


def test_further_zones_are_planned_anew(declare: Declare, catalog: Catalog) -> None:
    alone = plan_and_validate(declare(), catalog, NOW).plan.network
    further = plan_and_validate(declare(), catalog, NOW, ("use2-az3",)).plan.network
    assert [
        [subnet.zone_id for subnet in network.subnets if subnet.role == "nodes"] for network in (alone, further)
    ] == [
        ["use2-az1"],
        ["use2-az1", "use2-az3"],
    ]


def test_a_failure_is_not_remembered(declare: Declare, catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(checked, "plan_cluster", broken)
        with pytest.raises(ZeroDivisionError):
            plan_and_validate(declare(), catalog, NOW)
    assert [pool.name for pool in plan_and_validate(declare(), catalog, NOW).plan.pools] == ["train"]
