"""States in a bucket instead of in files, and a stack that goes from the one to the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from tests.engine import s3
from tests.engine.cli import Project
from tests.engine.double.store import Store
from tests.engine.snapshots import Deployed

STATE = ".pulumi/stacks/rackguard/dev.json"
VPC = "aws:ec2/vpc:Vpc"


@pytest.fixture
def bucket() -> Iterator[s3.Bucket]:
    with s3.bucket() as served:
        yield served


@pytest.fixture
def in_bucket(project: Project, bucket: s3.Bucket) -> Project:
    """The project, its states in the bucket."""
    return replace(project, env={**project.env, **bucket.env})


def kinds(bucket: s3.Bucket) -> set[str]:
    """The keys without what differs from run to run."""
    return {re.sub(r"[0-9]{19}", "TIME", key) for key in bucket.objects}


def resources(project: Project) -> list[dict[str, Any]]:
    """The state with its secrets opened: what they are encrypted to differs from one import to the next."""
    return project.pulumi("stack", "export", "--stack", "dev", "--show-secrets").json["deployment"]["resources"]


def test_a_stack_lives_in_a_bucket(in_bucket: Project, bucket: s3.Bucket, store: Store) -> None:
    pulumi = in_bucket.pulumi
    pulumi("stack", "init", "dev")
    pulumi("up", "--yes")
    pulumi("preview", "--expect-no-changes")
    pulumi("refresh", "--yes", "--expect-no-changes")
    assert [one["name"] for one in pulumi("stack", "ls", "--json").json] == ["dev"]
    assert {call.operation for call in store.changes()} == {"create"}
    assert kinds(bucket) == {
        ".pulumi/meta.yaml",
        STATE,
        f"{STATE}.bak",
        ".pulumi/backups/rackguard/dev/dev.TIME.json",
        ".pulumi/history/rackguard/dev/dev-TIME.checkpoint.json",
        ".pulumi/history/rackguard/dev/dev-TIME.history.json",
    }
    assert list(in_bucket.state.iterdir()) == []

    held = store.hold("delete")
    with in_bucket.start("destroy", "--yes", env={"PULUMI_SKIP_CHECKPOINTS": "false"}) as destroying:
        assert held.reached.wait(120)
        locked = pulumi("up", "--yes", rc=1)
        assert "the stack is currently locked by 1 lock(s)" in locked.err
        store.heal()
        said, _ = destroying.communicate(timeout=120)
    assert destroying.returncode == 0, said
    assert store.list() == ()
    pulumi("stack", "rm", "dev", "--yes")
    assert STATE not in bucket.objects


def test_a_stack_moves_to_a_bucket_and_back(
    deployed: Deployed, in_bucket: Project, bucket: s3.Bucket, store: Store
) -> None:
    in_files = deployed("dev")
    before = resources(in_files)
    move(in_files, in_bucket)
    assert resources(in_bucket) == before
    in_bucket.pulumi("preview", "--stack", "dev", "--expect-no-changes")
    in_files.change("dev", "owner: ml-platform", "owner: research")
    in_bucket.pulumi("up", "--stack", "dev", "--yes")
    changed = resources(in_bucket)
    assert {call.operation for call in store.changes()} == {"update"}

    move(in_bucket, in_files)
    assert STATE not in bucket.objects
    assert resources(in_files) == changed
    in_files.pulumi("up", "--stack", "dev", "--yes", "--expect-no-changes")
    in_files.pulumi("destroy", "--stack", "dev", "--yes")
    assert store.list() == ()


def move(here: Project, there: Project) -> None:
    """As a person does it: export, import, and only then have the old backend forget the stack, which stays up."""
    file = str(here.folder / "dev.json")
    here.pulumi("stack", "export", "--stack", "dev", "--file", file)
    there.pulumi("stack", "init", "dev")
    there.pulumi("stack", "import", "--stack", "dev", "--file", file)
    here.pulumi("stack", "rm", "dev", "--yes", "--force", "--preserve-config")
    assert here.pulumi("stack", "ls", "--json").json == []
