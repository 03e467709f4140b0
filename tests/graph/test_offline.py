"""A program is run as a preview: with its configuration, its failures, and nothing left behind in the process."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pulumi
import pytest
from pulumi import Output
from tests.graph.conftest import Disk, Record, named

from rackguard.graph.offline import LACKS, Deployment, program_of, record_program
from rackguard.graph.resource import UNKNOWN


def test_the_graph_says_what_it_is_and_what_it_lacks(record: Record):
    graph = record(lambda: Disk("d"))
    assert (graph.stack, graph.project, graph.lacks) == ("dev", "shop", LACKS)
    assert graph.lacks == (
        "defaults and names that the provider adds when it checks the inputs",
        "changes by transforms and by the provider's default tags",
    )


def test_a_program_knows_its_deployment(record: Record):
    def program() -> None:
        Disk(
            "d",
            {
                "project": pulumi.get_project(),
                "stack": pulumi.get_stack(),
                "organization": pulumi.get_organization(),
                "preview": pulumi.runtime.is_dry_run(),
            },
        )

    assert named(record(program, organization="acme"), "d").inputs == {
        "project": "shop",
        "stack": "dev",
        "organization": "acme",
        "preview": True,
    }


def test_configuration_is_what_the_engine_would_hand_over(record: Record):
    config = {"shop:text": "a", "shop:flag": True, "shop:number": 3, "shop:nested": {"list": [1, {"k": None}]}}

    def program() -> None:
        settings = pulumi.Config("shop")
        inputs = {
            "text": settings.require("text"),
            "flag": settings.require_bool("flag"),
            "number": settings.require_int("number"),
            "nested": settings.require_object("nested")["list"][0],
            "none": settings.get("none") is None,
        }
        Disk("d", inputs)

    assert named(record(program, config=config), "d").inputs == {
        "text": "a",
        "flag": True,
        "number": 3,
        "nested": 1,
        "none": True,
    }


def test_apply_does_not_run_on_what_is_unknown(record: Record):
    seen: list[str] = []

    def program() -> None:
        disk = Disk("d")
        Disk("e", {"x": disk.path.apply(seen.append)})

    assert named(record(program), "e").inputs == {"x": UNKNOWN}
    assert seen == []


def test_runs_in_one_process_know_nothing_of_each_other(record: Record):
    def first() -> None:
        Disk("one", {"flag": pulumi.Config("shop").get("flag")})
        pulumi.export("path", "first")

    def second() -> None:
        Disk("two", {"flag": pulumi.Config("shop").get("flag")})

    one = record(first, config={"shop:flag": "set"})
    two = record(second, stack="prod")
    assert (named(one, "one").inputs, one.outputs) == ({"flag": "set"}, {"path": "first"})
    assert (named(two, "two").inputs, two.outputs) == ({}, {})
    assert [resource.urn for resource in two.resources] == [
        "urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod",
        "urn:pulumi:prod::shop::shop:store:Disk::two",
    ]
    assert record(first, config={"shop:flag": "set"}) == one


def test_a_run_leaves_no_event_loop_behind(record: Record):
    record(lambda: Disk("d"))
    with pytest.raises(RuntimeError, match="no current event loop"):
        asyncio.get_event_loop_policy().get_event_loop()


class Refused(Exception):
    pass


def fails_at_once() -> None:
    Disk("d")
    raise Refused("the program's own words")


def fails_in_an_apply() -> None:
    def refuse(_: str) -> str:
        raise Refused("the program's own words")

    Disk("d", {"x": Output.from_input("known").apply(refuse)})
    Disk("e")


def fails_while_others_wait() -> None:
    other = pulumi.StackReference("acme/network/prod")
    disk = Disk("c", {"vpc": other.get_output("vpc")})
    Disk("e", {"beside": disk.path, "subnet": other.require_output("subnet")})
    Output.from_input("known").apply(lambda _: fails_at_once())


@pytest.mark.parametrize("program", [fails_at_once, fails_in_an_apply, fails_while_others_wait])
def test_what_a_program_raises_comes_through_and_the_next_one_runs(record: Record, program: object):
    with pytest.raises(Refused, match=r"^the program's own words$"):
        record(program)
    assert [one.name for one in record(lambda: Disk("d")).resources] == ["shop-dev", "d"]


def test_a_program_that_ends_the_process_is_heard(record: Record):
    with pytest.raises(SystemExit) as caught:
        record(lambda: sys.exit(3))
    assert caught.value.code == 3


NOISE = """
import gc
from rackguard.graph.offline import Deployment, OfflineRunError, record_program
from tests.graph.test_offline import Refused, {failing}

try:
    record_program({failing}, Deployment("shop", "dev", {{}}))
except (OfflineRunError, Refused):
    print("failed")
gc.collect()
"""


def refused_while_others_wait() -> None:
    other = pulumi.StackReference("acme/network/prod")
    Disk("e", {"beside": Disk("d", {"vpc": other.get_output("vpc")}).path})
    pulumi.runtime.invoke_output("shop:store:getDisk", {})


@pytest.mark.parametrize(
    "failing", ["fails_at_once", "fails_in_an_apply", "fails_while_others_wait", "refused_while_others_wait"]
)
def test_a_failure_makes_no_noise_of_its_own(failing: str):
    done = subprocess.run(
        [sys.executable, "-c", NOISE.format(failing=failing)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert (done.stdout, done.stderr) == ("failed\n", "")


PROGRAM = """
import os
import pulumi
import sizes

print("said by the program")
pulumi.export("size", sizes.SIZE)
pulumi.export("name", __name__)
pulumi.export("folder", os.getcwd())
"""


def write(folder: Path, size: int) -> Path:
    folder.mkdir()
    (folder / "__main__.py").write_text(PROGRAM, encoding="utf-8")
    (folder / "sizes.py").write_text(f"SIZE = {size}\n", encoding="utf-8")
    return folder


def test_a_folders_program_runs_in_its_folder_with_its_own_modules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    one, two = write(tmp_path / "one", 1), write(tmp_path / "two", 2)
    monkeypatch.chdir(tmp_path)
    path = list(sys.path)
    graphs = [record_program(program_of(Path(folder.name)), Deployment("shop", "dev", {})) for folder in (one, two)]
    assert [graph.outputs for graph in graphs] == [
        {"size": 1, "name": "__main__", "folder": str(one)},
        {"size": 2, "name": "__main__", "folder": str(two)},
    ]
    assert (Path.cwd(), sys.path) == (tmp_path, path)
    assert "sizes" not in sys.modules
    assert capsys.readouterr() == ("", "said by the program\nsaid by the program\n")


def test_a_folder_is_left_as_it_was_when_its_program_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "__main__.py").write_text("import sizes\nraise ValueError(sizes.SIZE)\n", encoding="utf-8")
    (tmp_path / "sizes.py").write_text("SIZE = 9\n", encoding="utf-8")
    here, path = os.getcwd(), list(sys.path)  # noqa: PTH109 (what the process has)
    with pytest.raises(ValueError, match=r"^9$"):
        record_program(program_of(tmp_path), Deployment("shop", "dev", {}))
    assert (os.getcwd(), sys.path) == (here, path)  # noqa: PTH109
    assert "sizes" not in sys.modules


def test_pulumi_is_not_imported_before_a_program_is_run():
    script = "import sys, rackguard.graph.offline, rackguard.graph.read; print('pulumi' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
