"""The example stacks go through the real engine as a person types it, from the first preview to `destroy`."""

from __future__ import annotations

from tests.engine.cli import Project
from tests.engine.double.store import Store


def test_dev_comes_and_goes(project: Project, store: Store) -> None:
    project.pulumi("stack", "init", "dev")
    project.pulumi("preview")
    assert store.list() == ()
    project.pulumi("up", "--yes")
    project.pulumi("up", "--yes", "--expect-no-changes")
    project.pulumi("refresh", "--yes", "--expect-no-changes")
    project.pulumi("destroy", "--yes")
    assert store.list() == ()
