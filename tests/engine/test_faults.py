"""A cloud that fails or is slow: an `up` says so, the next one goes on, and nothing is made twice or lost."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.engine.cli import Project
from tests.engine.double.store import Call, Store

VPC = "aws:ec2/vpc:Vpc"
GROUP = "aws:autoscaling/group:Group"
UP = ("up", "--yes", "--skip-preview", "--stack", "dev")
RESOURCES = 56


def made(store: Store) -> list[int]:
    """How often each resource was asked for and is there."""
    return list(Counter(thing.urn for thing in store.list() if thing.urn).values())


def is_whole(project: Project, store: Store) -> None:
    assert made(store) == [1] * RESOURCES
    before = store.changes()
    project.pulumi(*UP, "--expect-no-changes")
    assert store.changes() == before


@pytest.mark.parametrize("times", [1, 2])
def test_what_fails_is_made_by_the_next_up(project: Project, store: Store, times: int) -> None:
    project.pulumi("stack", "init", "dev")
    store.fail("create", GROUP, "InsufficientInstanceCapacity: none here", times=times)
    for _ in range(times):
        failed = project.pulumi(*UP, rc=1)
        assert "InsufficientInstanceCapacity: none here" in failed.out
        assert store.list(GROUP) == ()
        assert set(made(store)) == {1}
    project.pulumi(*UP)
    assert [call for call in store.changes() if call.type == GROUP and call.operation == "create"] == [
        Call("create", GROUP, store.list(GROUP)[0].urn)
    ] * (times + 1)
    is_whole(project, store)


def test_what_fails_for_ever_stops_what_needs_it_and_nothing_else(project: Project, store: Store) -> None:
    project.pulumi("stack", "init", "dev")
    store.fail("create", VPC, "VpcLimitExceeded: no more", times=1_000)
    for _ in range(2):
        failed = project.pulumi(*UP, "--continue-on-error", rc=1)
        assert "VpcLimitExceeded: no more" in failed.out
        there = {thing.type for thing in store.list()}
        assert {"aws:kms/key:Key", "aws:s3/bucket:Bucket"} <= there
        assert not {VPC, GROUP, "aws:ec2/subnet:Subnet"} & there
        assert set(made(store)) == {1}
    project.pulumi("destroy", "--yes", "--skip-preview", "--stack", "dev")
    assert store.list() == ()


def test_a_slow_cloud_is_waited_for(project: Project, store: Store) -> None:
    project.pulumi("stack", "init", "dev")
    store.slow("create", VPC, seconds=5)
    store.slow("create", GROUP, seconds=5)
    project.pulumi(*UP)
    is_whole(project, store)
