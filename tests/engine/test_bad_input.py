"""What a person gets wrong with a stack that is deployed: told in words, with nothing changed and nothing lost."""

from __future__ import annotations

import json
from pathlib import Path

from tests.engine.cli import Project, Result
from tests.engine.double.store import Store
from tests.engine.judged import HIPAA
from tests.engine.snapshots import Deployed

LOCK = {"pid": 4711, "username": "ana", "hostname": "bench", "timestamp": "2026-11-30T10:00:00Z"}


def files(project: Project) -> dict[Path, bytes]:
    """The state's files, but for locks."""
    found = (file for file in project.state.rglob("*") if file.is_file() and "locks" not in file.parts)
    return {file: file.read_bytes() for file in found}


def refused(result: Result, *words: str) -> None:
    said = result.out + result.err
    assert [each for each in words if each not in said] == [], said[-3000:]
    assert "Traceback" not in said


def test_a_wrong_name_passphrase_account_or_state_loses_nothing(
    deployed: Deployed, store: Store, tmp_path: Path
) -> None:
    project = deployed("dev")
    before, there = files(project), store.list()

    refused(project.pulumi("up", "--yes", "--stack", "prd", rc=6), "no stack named 'prd' found")
    wrong = {"PULUMI_CONFIG_PASSPHRASE": "another"}
    refused(project.pulumi("up", "--yes", rc=1, env=wrong), "incorrect passphrase")

    state = project.exported("dev")
    later = tmp_path / "later.json"
    later.write_text(json.dumps({**state, "version": 99}), encoding="utf-8")
    refused(project.pulumi("stack", "import", "--file", str(later), rc=1), "newer than what this version")
    refused(project.pulumi("policy", "analyze", "--file", str(later), *HIPAA, rc=1), "deployment version is too new")
    assert files(project) == before

    project.change("dev", 'account_id: "123456789012"', 'account_id: "123456789099"')
    refused(project.pulumi("up", "--yes", rc=1), "account", "123456789012")
    assert (store.changes(), store.list()) == ([], there)
    project.change("dev", 'account_id: "123456789099"', 'account_id: "123456789012"')
    project.pulumi("up", "--yes", "--expect-no-changes")


def test_a_locked_stack_says_by_whom_and_how_to_go_on(deployed: Deployed, store: Store) -> None:
    project = deployed("dev")
    lock = project.state / ".pulumi" / "locks" / "organization" / "rackguard" / "dev" / "lock.json"
    lock.parent.mkdir(parents=True, exist_ok=True)
    lock.write_text(json.dumps(LOCK), encoding="utf-8")
    before = files(project)

    refused(project.pulumi("up", "--yes", rc=1), "currently locked by 1 lock(s)", "ana@bench", "pulumi cancel")
    assert (files(project), store.changes()) == (before, [])
    project.pulumi("cancel", "--yes")
    project.pulumi("up", "--yes", "--expect-no-changes")


def test_a_stack_without_configuration(project: Project, store: Store) -> None:
    project.pulumi("stack", "init", "lab")
    refused(
        project.pulumi("up", "--yes", rc=1),
        "`rackguard:cluster` is missing in the stack's configuration",
        "`aws:region` is missing in the stack's configuration",
        "Declare it in stacks/Pulumi.lab.yaml.",
    )
    assert store.calls == []
