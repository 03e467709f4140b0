"""The example stacks go through the real engine as a person types it, from the first preview to `destroy`."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.engine.cli import Project
from tests.engine.double.aws.references import BUCKET
from tests.engine.double.store import Kept, Store
from tests.engine.outliving import RESERVATION, listed, outliving

from rackguard.catalog.catalog import load
from rackguard.plan.cluster import plan_cluster
from rackguard.plan.types import Retained
from rackguard.spec.load import load_stack

RESOURCES = {"dev": 56, "staging": 105, "prod": 140}
"""How many resources of AWS' each stack has."""


def retained(project: Project, stack: str) -> tuple[Retained, ...]:
    """What the plan prints as outliving `destroy`."""
    loaded = load_stack(project.stack_file(stack))
    assert loaded.stack, loaded.problems
    return plan_cluster(loaded.stack, load(), datetime.now(UTC)).retained


def comes_up(project: Project, store: Store, stack: str) -> None:
    """From nothing to a stack in which nothing is left to do."""
    project.pulumi("stack", "init", stack)
    project.pulumi("preview")
    assert store.changes() == []
    project.pulumi("up", "--yes")
    made = [thing for thing in store.list() if thing.urn]
    assert len(made) == RESOURCES[stack]
    calls = list(store.changes())
    project.pulumi("up", "--yes", "--expect-no-changes")
    project.pulumi("refresh", "--yes", "--expect-no-changes")
    assert store.changes() == calls
    assert {call.operation for call in calls} == {"create"}


def test_dev_comes_and_goes(project: Project, store: Store) -> None:
    comes_up(project, store, "dev")
    project.pulumi("destroy", "--yes")
    assert store.list() == ()
    full = {Kept("S3 bucket", "llm-dev-checkpoints-123456789012-us-west-2")}  # it would stay if anything were in it
    assert store.kept == listed(retained(project, "dev")) - full


@pytest.mark.parametrize("stack", ["staging", "prod"])
def test_a_protected_stack_goes_when_it_is_told_to(project: Project, store: Store, stack: str) -> None:
    kept = retained(project, stack)
    for one in kept:
        if one.kind.startswith("capacity"):
            store.put(RESERVATION, one.name, kind=one.kind)
    comes_up(project, store, stack)
    for bucket in store.list(BUCKET):
        store.objects[bucket.id] = 1
    calls, there = store.changes(), store.list()

    refused = project.pulumi("destroy", "--yes", rc=1)
    assert "because it is protected" in refused.out
    assert (store.changes(), store.list()) == (calls, there)

    project.pulumi("state", "unprotect", "--all", "--yes")
    stopped = project.pulumi("destroy", "--yes", "--continue-on-error", rc=1)
    assert stopped.out.count("BucketNotEmpty") >= len(store.list(BUCKET)) == 2
    assert outliving(store) == listed(kept)

    store.objects.clear()
    project.pulumi("destroy", "--yes")
    assert outliving(store) == {one for one in listed(kept) if one.kind != "S3 bucket"}
    assert [one["type"] for one in project.exported(stack)["deployment"].get("resources", [])] == []
