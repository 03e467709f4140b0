"""Plans of the example stacks, and of variants of them, at a fixed time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from rackguard.catalog.catalog import load
from rackguard.plan.cluster import plan_cluster
from rackguard.plan.types import ClusterPlan, PoolPlan
from rackguard.spec.load import load_stack

STACKS = Path(__file__).parents[2] / "stacks"
NOW = datetime(2026, 12, 1, tzinfo=UTC)


@cache
def example(stack: str) -> ClusterPlan:
    """`example("prod")`: the example stack as of 2026-12-01."""
    return _planned(STACKS / f"Pulumi.{stack}.yaml", NOW)


def variant(stack: str, changes: Mapping[str, str], now: datetime = NOW) -> ClusterPlan:
    """`variant("dev", {"max: 1": "max: 2"})`: an example stack with texts replaced, each of which it must hold."""
    file = STACKS / f"Pulumi.{stack}.yaml"
    text = file.read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    with TemporaryDirectory() as folder:
        changed = Path(folder) / file.name
        changed.write_text(text, encoding="utf-8")
        return _planned(changed, now)


def pool_of(plan: ClusterPlan, name: str) -> PoolPlan:
    """One pool of a plan."""
    return next(pool for pool in plan.pools if pool.name == name)


def _planned(file: Path, now: datetime) -> ClusterPlan:
    loaded = load_stack(file)
    assert loaded.stack is not None, loaded.problems
    return plan_cluster(loaded.stack, load(), now)
