"""A capacity block's window passes: the same stack file, deployed before, in and after it."""

from __future__ import annotations

from datetime import datetime, timedelta
from textwrap import indent

import pytest
from tests.engine.cli import Project
from tests.engine.double.store import Store
from tests.engine.snapshots import Deployed
from tests.engine.steps import done, told

GROUP, FIRST, LAST = (f"llm-prod-pool-sprint-{part}" for part in ("group", "block-start", "block-end"))
AT = """
from datetime import datetime

from rackguard.aws import clock

with clock.at(datetime.fromisoformat("{moment}")):
"""


@pytest.fixture
def prod(deployed: Deployed) -> Project:
    """Deployed a month ahead of its block."""
    return deployed("prod")


def planned_at(project: Project, program: str, moment: datetime) -> None:
    """The program as it runs at a moment."""
    text = AT.format(moment=moment.isoformat()) + indent(program, "    ")
    (project.folder / "stacks" / "__main__.py").write_text(text, encoding="utf-8")


def acts(store: Store, name: str) -> None:
    """What Auto Scaling does at an action's time; then it forgets the action."""
    action = store.named(name)
    sizes = {key: action.properties[key] for key in ("minSize", "maxSize", "desiredCapacity")}
    store.drift(store.named(GROUP), **sizes)
    store.remove(action.type, action.id)


def test_a_block_passes(prod: Project, store: Store) -> None:
    block = prod.config("prod")["rackguard:cluster"]["pools"]["sprint"]["purchase"]["capacity_block"]
    start, end = (datetime.fromisoformat(block[key]) for key in ("start", "end"))
    program = (prod.folder / "stacks" / "__main__.py").read_text(encoding="utf-8")
    group = store.named(GROUP)
    assert (group.properties["maxSize"], store.named(FIRST).properties["desiredCapacity"]) == (0, 4)

    planned_at(prod, program, start - timedelta(days=1))
    prod.pulumi("preview", "--expect-no-changes")

    planned_at(prod, program, start + timedelta(days=1))
    inside = {("update", GROUP, ("maxSize",)), ("delete", FIRST, ())}
    assert told(prod.pulumi("preview", "--json").json) == inside
    acts(store, FIRST)
    prod.pulumi("up", "--yes", "--skip-preview")
    assert done(store) == {("update", GROUP), ("delete", FIRST)}
    assert store.named(GROUP).properties["desiredCapacity"] == 4  # what the action set stays

    acts(store, LAST)
    store.calls.clear()
    planned_at(prod, program, end + timedelta(hours=1))
    after = {("update", GROUP, ("maxSize",)), ("delete", LAST, ())}
    assert told(prod.pulumi("preview", "--json").json) == after
    prod.pulumi("up", "--yes", "--skip-preview")
    assert done(store) == {("update", GROUP), ("delete", LAST)}
    assert store.named(GROUP).properties["maxSize"] == 0
