"""A killed `pulumi up` is brought back by the commands that `rackguard recover` prints, run as they are printed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.engine.cli import Project
from tests.engine.double.api import others
from tests.engine.double.api.server import serve_api
from tests.engine.double.store import Store
from tests.engine.interruption import interrupt, kill
from tests.engine.outliving import RESERVATION
from tests.engine.snapshots import Deployed, Snapshots

Recover = Callable[..., subprocess.CompletedProcess[str]]
Declared = Callable[[str], Counter[str]]
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "AKIDTESTS", "AWS_SECRET_ACCESS_KEY": "none"}


@pytest.fixture
def recover(project: Project, store: Store) -> Iterator[Recover]:
    """`recover("prod", "--format", "json")`: the command in the project's folder, asking the double's API."""
    with serve_api(store) as address:

        def run(*args: str, **more: str) -> subprocess.CompletedProcess[str]:
            command = [str(Path(sys.prefix, "bin", "rackguard")), "recover", *args]
            env = {**project.env, **CREDENTIALS, "AWS_ENDPOINT_URL": address, **more}
            return subprocess.run(
                command, cwd=project.folder, env=env, capture_output=True, text=True, check=False, timeout=300
            )

        yield run


def begin(project: Project, store: Store, stack: str) -> None:
    """A stack that was never deployed, in a cloud that has what its pools are held in."""
    project.pulumi("stack", "init", stack)
    for settings in project.config(stack)["rackguard:cluster"]["pools"].values():
        for kind, held in (settings.get("purchase") or {}).items():
            if isinstance(held, dict) and "id" in held:
                store.put(RESERVATION, held["id"], kind=kind)


def run_printed(project: Project, commands: list[str]) -> None:
    """Run the commands as they are printed, by the shell."""
    for line in commands:
        run = subprocess.run(
            ["sh", "-c", line], cwd=project.folder, env=project.env, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, f"{line}\n{run.stdout[-4000:]}\n{run.stderr[-4000:]}"


def changing(commands: list[str]) -> list[str]:
    """Without those that only look."""
    return [line for line in commands if not line.startswith("pulumi preview ")]


def in_the_cloud(store: Store) -> Counter[str]:
    """How often the cloud has each of the stack's resources, by URN."""
    return Counter(thing.urn for thing in store.list() if thing.urn)


def unknown_to(project: Project, store: Store, stack: str) -> dict[str, str]:
    """Ids, by URN, of what the cloud has and the state doesn't."""
    known = {(one["type"], one.get("id")) for one in project.exported(stack)["deployment"]["resources"]}
    return {thing.urn: thing.id for thing in store.list() if thing.urn and (thing.type, thing.id) not in known}


def is_whole(project: Project, store: Store, stack: str, declared: Counter[str]) -> None:
    """Exactly the declared resources, nothing twice, nothing that the state doesn't know, nothing left to do."""
    assert Counter(thing.type for thing in store.list() if thing.urn) == Counter(map(type_of, declared.elements()))
    assert unknown_to(project, store, stack) == {}
    assert not project.exported(stack)["deployment"].get("pending_operations")
    before = store.changes()
    project.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes", "--stack", stack)
    assert store.changes() == before


def is_gone(project: Project, store: Store, recover: Recover) -> None:
    """A destroy that nobody stops leaves nothing, neither in the cloud nor in the state."""
    project.pulumi("destroy", "--yes", "--skip-preview")
    assert (store.list(), project.exported("dev")["deployment"].get("resources", [])) == ((), [])
    data = told(recover, "dev", rc=0)
    assert (data["account_id"], data["commands"]) == (None, [])


def type_of(urn: str) -> str:
    return urn.split("::")[2].rpartition("$")[2]


def told(recover: Recover, stack: str, rc: int = 1) -> dict[str, Any]:
    """What the command says, as data."""
    run = recover(stack, "--format", "json")
    assert run.returncode == rc, f"{run.stdout}\n{run.stderr}"
    return json.loads(run.stdout)


def fates(data: dict[str, Any], fate: str) -> dict[str, str]:
    """Ids by URN of what had this fate."""
    found = [one for one in data["operations"] if one["fate"] == fate]
    return {one["urn"]: one["found"]["id"] if one["found"] else "" for one in found}


SLOWLY = ("--parallel", "4")
"""Few at once, so that there are more points at which to stop."""
UP = ("up", "--yes", "--skip-preview", "--stack")


LUSTRE, SCHEDULE = "aws:fsx/lustreFileSystem:LustreFileSystem", "aws:autoscaling/schedule:Schedule"
"""What only prod has; the first takes AWS minutes."""


@pytest.mark.parametrize(
    ("stack", "points"),
    [
        ("staging", ((3, ""), (7, ""), (12, ""), (15, ""), (20, ""))),
        ("prod", ((3, ""), (9, ""), (20, ""), (1, LUSTRE), (1, SCHEDULE))),
    ],
)
def test_an_up_that_is_killed_again_and_again(
    project: Project,
    store: Store,
    recover: Recover,
    declared: Declared,
    stack: str,
    points: tuple[tuple[int, str], ...],
) -> None:
    begin(project, store, stack)
    up = ""
    for number, type_ in points:
        kill(project, store, *UP, stack, operation="create", number=number, type_=type_)
        lost = unknown_to(project, store, stack)
        data = told(recover, stack)
        put_again = fates(data, "put again")
        in_flight = fates(data, "in flight")
        assert lost.keys() - put_again.keys() == in_flight.keys()
        assert in_flight.keys() | put_again.keys() == {one["urn"] for one in data["operations"]}
        assert (data["orphans"], len(lost) > 0) == ([], True)
        assert {type_} - {""} <= {type_of(urn) for urn in lost}
        *before, up = data["commands"]
        run_printed(project, changing(before))
        assert unknown_to(project, store, stack).keys() <= put_again.keys()
    run_printed(project, [up])
    is_whole(project, store, stack, declared(stack))


def test_what_was_never_made_is_missing(project: Project, store: Store, recover: Recover, declared: Declared) -> None:
    begin(project, store, "dev")
    kill(project, store, *UP, "dev", operation="create", number=1, undone="aws:ec2/vpc:Vpc")
    data = told(recover, "dev")
    assert [type_of(urn) for urn in fates(data, "missing")] == ["aws:ec2/vpc:Vpc"]
    assert fates(data, "in flight").keys() == unknown_to(project, store, "dev").keys() - fates(data, "put again").keys()
    run_printed(project, data["commands"])
    is_whole(project, store, "dev", declared("dev"))


def test_what_an_up_has_made_a_second_time_goes(
    project: Project, store: Store, recover: Recover, declared: Declared
) -> None:
    begin(project, store, "dev")
    kill(project, store, *UP, "dev", operation="create", number=24)
    lost = unknown_to(project, store, "dev")
    project.pulumi("cancel", "--yes", "--stack", "dev")
    project.pulumi(*UP, "dev", rc=None)
    twice = {urn for urn, times in in_the_cloud(store).items() if times > 1}
    assert len(twice) > 1
    data = told(recover, "dev")
    assert {one["twin"]: one["id"] for one in data["orphans"]} == {urn: lost[urn] for urn in twice}
    run_printed(project, data["commands"])
    is_whole(project, store, "dev", declared("dev"))


def test_an_update_that_is_killed_again_and_again(
    deployed: Deployed, store: Store, recover: Recover, declared: Declared
) -> None:
    project = deployed("dev")
    project.change("dev", "owner: ml-platform", "owner: somebody-else")
    for number in (1, 2, 3, 3, 4):
        kill(project, store, *UP, "dev", *SLOWLY, operation="update", number=number)
        data = told(recover, "dev")
        assert (data["orphans"], {one["fate"] for one in data["operations"]}) == ([], {"again"})
        assert {one["doing"] for one in data["operations"]} == {"updating"}
        *before, up = data["commands"]
        run_printed(project, changing(before))
    run_printed(project, [up])
    is_whole(project, store, "dev", declared("dev"))
    assert store.named("llm-dev-network-vpc").properties["tags"]["owner"] == "somebody-else"


def test_a_destroy_that_is_killed_again_and_again(deployed: Deployed, store: Store, recover: Recover) -> None:
    project = deployed("dev")
    for number in (1, 5, 8, 8, 8):
        kill(project, store, "destroy", "--yes", "--skip-preview", *SLOWLY, operation="delete", number=number)
        data = told(recover, "dev")
        assert (data["orphans"], {one["fate"] for one in data["operations"]}) == ([], {"again"})
        assert {one["doing"] for one in data["operations"]} == {"deleting"}
        run_printed(project, [line for line in changing(data["commands"]) if " up " not in line])
    is_gone(project, store, recover)


def test_a_destroy_that_is_interrupted_loses_nothing_and_says_that_it_is_done(
    deployed: Deployed, store: Store, recover: Recover
) -> None:
    """Pulumi 3.274 ends an interrupted destroy as one that came to its end: what is left shows in the state alone."""
    project = deployed("dev")
    resources = project.exported("dev")["deployment"]["resources"]
    left = len(resources)
    go_with_another = {one["urn"] for one in resources if one.get("deletedWith")}
    for number in (1, 4, 6, 6, 6):
        rc, printed = interrupt(
            project, store, "destroy", "--yes", "--skip-preview", *SLOWLY, operation="delete", number=number
        )
        assert "^C received; cancelling" in printed
        assert (rc, "The resources in the stack have been deleted" in printed) == (0, True)
        after = project.exported("dev")["deployment"]
        known = {one["urn"] for one in after["resources"]}
        assert (after.get("pending_operations"), len(known) < left) == (None, True)
        left = len(known)
        assert in_the_cloud(store).keys() - go_with_another <= known
        assert list(project.state.glob(".pulumi/locks/**/*.json")) == []
    data = told(recover, "dev", rc=0)
    assert (data["operations"], data["orphans"], data["commands"]) == ([], [], [])
    is_gone(project, store, recover)


@pytest.mark.parametrize("doing", ["create", "update"])
def test_a_command_that_is_interrupted_loses_nothing(
    deployed: Deployed, project: Project, store: Store, recover: Recover, declared: Declared, doing: str
) -> None:
    if doing == "create":
        begin(project, store, "dev")
    else:
        deployed("dev")
        project.change("dev", "owner: ml-platform", "owner: somebody-else")
    for number in (1, 2, 3, 3, 4):
        rc, printed = interrupt(project, store, *UP, "dev", *SLOWLY, operation=doing, number=number)
        assert rc == 1, printed
        data = told(recover, "dev", rc=0)
        assert (data["operations"], data["orphans"], unknown_to(project, store, "dev")) == ([], [], {})
    project.pulumi(*UP, "dev")
    is_whole(project, store, "dev", declared("dev"))


def test_without_credentials_it_is_one_line(deployed: Deployed, recover: Recover) -> None:
    deployed("dev")
    run = recover("dev", AWS_ACCESS_KEY_ID="", AWS_SECRET_ACCESS_KEY="")
    assert (run.returncode, run.stdout) == (2, "")
    assert "there are no credentials for AWS" in run.stderr
    assert "Traceback" not in run.stderr


def test_another_account_is_refused(deployed: Deployed, recover: Recover, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(others, "ACCOUNT", "999999999999")
    deployed("dev")
    run = recover("dev")
    assert (run.returncode, run.stdout) == (2, "")
    assert "the credentials are of the account 999999999999; the stack's is 123456789012" in run.stderr


@pytest.fixture(scope="session")
def declared(snapshots: Snapshots) -> Declared:
    """Each resource that a stack declares, by URN."""
    return snapshots.resources
