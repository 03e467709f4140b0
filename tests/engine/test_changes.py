"""A change of a stack file does what is expected, and nothing more: told by a preview, and then done."""

from __future__ import annotations

import pytest
import yaml
from tests.engine.changes import Change, Does, changes
from tests.engine.cli import Project
from tests.engine.double.aws.references import BUCKET, EFS, GROUP, KEY
from tests.engine.double.store import Store
from tests.engine.snapshots import Deployed
from tests.engine.steps import Step, done, told

from rackguard.graph.urn import name_of

CHANGES = changes()


def declared(project: Project, change: Change) -> None:
    """The stack's file with the change in it."""
    file = project.stack_file(change.stack)
    stack = yaml.safe_load(file.read_text(encoding="utf-8"))
    change.apply(stack["config"]["rackguard:cluster"])
    file.write_text(yaml.safe_dump(stack, sort_keys=False), encoding="utf-8")


def of_aws(steps: set[Step]) -> set[tuple[str, str]]:
    """The calls that do these steps."""
    calls = {"replace": ("create", "delete"), "forget": ()}
    return {
        (call, name)
        for operation, name, _ in steps
        if not name.endswith("-image")  # what the stack keeps of a lookup
        for call in calls.get(operation, (operation,))
    }


def does(steps: set[Step], store: Store) -> Does:
    """What steps come to: a group with an instance refresh replaces its nodes when its template is another version."""
    rolling = {name_of(group.urn) for group in store.list(GROUP) if group.properties.get("instanceRefresh")}
    versions = {name for _, name, properties in steps for path in properties if path.lower().endswith("version")}
    if any(operation == "replace" for operation, _, _ in steps):
        return Does.REPLACES
    if rolling & versions:
        return Does.ROLLS
    return Does.UPDATES if steps else Does.NOTHING


def that(*does: Does) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "change", [one for one in CHANGES if one.does in does], ids=lambda one: f"{one.stack}: {one.change}"
    )


@that(Does.NOTHING, Does.UPDATES, Does.ROLLS, Does.REPLACES)
def test_a_change_does_what_it_should(change: Change, deployed: Deployed, store: Store) -> None:
    project = deployed(change.stack)
    cluster = project.config(change.stack)["rackguard:cluster"]["name"]
    tagged = [name_of(thing.urn) for thing in store.list() if isinstance(thing.properties.get("tags"), dict)]
    declared(project, change)
    steps = told(project.pulumi("preview", "--json").json)
    assert steps == change.expected(cluster, tagged)
    assert does(steps, store) is change.does
    project.pulumi("up", "--yes", "--skip-preview")
    assert done(store) == of_aws(steps)


@that(Does.REFUSED)
def test_a_change_is_refused_with_nothing_done(change: Change, deployed: Deployed, store: Store) -> None:
    project = deployed(change.stack)
    before = store.list()
    declared(project, change)
    refused = project.pulumi("up", "--yes", rc=1)
    assert change.refusal in refused.out
    assert "Traceback" not in refused.out + refused.err
    assert (store.changes(), store.list()) == ([], before)


@that(Does.FAILS)
def test_a_change_that_fails_loses_nothing_that_holds_data(change: Change, deployed: Deployed, store: Store) -> None:
    project = deployed(change.stack)
    data = [(thing.type, thing.id) for token in (BUCKET, EFS, KEY) for thing in store.list(token)]
    declared(project, change)
    project.pulumi("preview")
    assert change.refusal in project.pulumi("up", "--yes", rc=1).out
    assert store.changes() != []
    assert [one for one in data if not store.find(*one)] == []
