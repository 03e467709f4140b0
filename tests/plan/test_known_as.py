"""A renamed pool: another name in the stack, the same one in AWS."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from rackguard.catalog.catalog import Catalog
from rackguard.plan.cluster import plan_cluster
from rackguard.plan.types import ClusterPlan
from rackguard.plan.validators.interface import Context
from rackguard.plan.validators.names_shortened import VALIDATOR as SHORTENED

if TYPE_CHECKING:
    from tests.plan.conftest import Declare

NOW = datetime(2026, 12, 1, tzinfo=UTC)
STORAGE = {"home": {"efs": {}}, "checkpoints": {"s3": {}}}
RESERVED: dict[str, Any] = {
    "instance_type": "p4d.24xlarge",
    "zone_id": "use2-az1",
    "nodes": {"min": 2, "max": 2},
    "purchase": {"reservation": {"create": 2}},
    "mounts": ["home", "checkpoints"],
}
OTHER: dict[str, Any] = {**RESERVED, "instance_type": "g6.xlarge", "purchase": {"on_demand": {}}, "zone_id": "use2-az2"}


def planned(declare: Declare, catalog: Catalog, **pools: Any) -> ClusterPlan:
    return plan_cluster(declare(storage=STORAGE, pools={"train": None, **pools}), catalog, NOW)


def as_known(plan: ClusterPlan) -> Any:
    """The plan as AWS is told of it: without what the stack calls its pools, and what is for a person."""
    pools = [{**asdict(pool), "name": "", "renamed_from": ()} for pool in plan.pools]
    return _undecided({**asdict(plan), "pools": pools, "quotas": ()})


def _undecided(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _undecided(item) for key, item in value.items() if key != "decisions"}
    return [_undecided(item) for item in value] if isinstance(value, list | tuple) else value


def test_nothing_of_a_renamed_pool_is_another(declare: Declare, catalog: Catalog) -> None:
    before = planned(declare, catalog, first=RESERVED, more=OTHER)
    # The new name comes after the others', where the old one came before them.
    after = planned(declare, catalog, zoo={**RESERVED, "renamed_from": ["first", "second"]}, more=OTHER)
    assert [pool.name for pool in after.pools] == ["zoo", "more"]
    assert before.pools[0].launch.reservation
    assert before.pools[0].placement.name
    assert as_known(after) == as_known(before)


def test_a_new_name_without_the_old_one_is_another_pool(declare: Declare, catalog: Catalog) -> None:
    (pool,) = planned(declare, catalog, zoo=RESERVED).pools
    assert (pool.group_name, pool.template_name, pool.tags["rackguard:pool"]) == ("llm-pool-zoo", "llm-pool-zoo", "zoo")
    assert pool.launch.reservation
    assert pool.launch.reservation.name == "llm-pool-zoo"


def test_the_plan_says_what_it_is_called(declare: Declare, catalog: Catalog) -> None:
    plan = planned(declare, catalog, zoo={**RESERVED, "renamed_from": ["first"]}, more=OTHER)
    said = [(one.subject, one.value) for one in plan.decisions if one.id == "pool-name"]
    assert said == [("pools.zoo", "still first in AWS")]


def test_its_role_is_shortened_by_the_name_that_it_has(declare: Declare, catalog: Catalog) -> None:
    long = "a-name-of-thirty-two-letters-abc"
    stack = declare(
        name="a-rather-long-name", pools={"train": None, "short": {**OTHER, "mounts": [], "renamed_from": [long]}}
    )
    (found,) = SHORTENED.check(Context(stack, catalog, NOW, None))
    assert found.path == ("pools", "short")
    assert "has a role called a-rather-long-name-us-east-2-pool-a-name" in found.message
