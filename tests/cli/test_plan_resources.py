"""`rackguard plan`: the resources of a stack's program, of a preview and of a state."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

Run = Callable[..., Any]
StackFile = Callable[..., Path]

AT = ("--at", "2026-12-01T00:00:00Z")
ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "tests/graph/samples"
SCHEMA = json.loads((ROOT / "docs/plan.schema.json").read_text(encoding="utf-8"))


def test_every_resource_is_in_the_json(run: Run) -> None:
    code, out, _ = run("plan", str(ROOT / "stacks/Pulumi.prod.yaml"), "--format", "json", *AT)
    data = json.loads(out)
    jsonschema.validate(data, SCHEMA)
    assert code == 0
    assert len(data["resources"]) == 155
    (group,) = [each for each in data["resources"] if each["name"] == "llm-prod-pool-train-group"]
    assert group["urn"] == (
        "urn:pulumi:prod::rackguard::rackguard-aws:index:GpuCluster$rackguard-aws:index:NodePool"
        "$aws:autoscaling/group:Group::llm-prod-pool-train-group"
    )
    assert group["inputs"]["maxSize"] == 8
    assert group["inputs"]["launchTemplate"] == {"id": {"$unknown": True}, "version": {"$unknown": True}}
    template = next(each for each in data["resources"] if each["name"] == "llm-prod-pool-train-template")
    assert group["propertyDependencies"]["launchTemplate"] == [template["urn"]]
    store = next(each for each in data["resources"] if each["type"] == "aws:fsx/lustreFileSystem:LustreFileSystem")
    assert store["options"]["protect"] is True


def test_the_table_counts_them_by_component(run: Run) -> None:
    _, out, _ = run("plan", str(ROOT / "stacks/Pulumi.prod.yaml"), *AT)
    assert "\nRESOURCES (141)\n" in out
    assert "  llm-prod-pool-sprint (NodePool): 5 · 2 Schedule, Group, LaunchTemplate, LifecycleHook\n" in out


def test_a_comparison_names_the_resources_that_change(run: Run, stack_file: StackFile) -> None:
    other = stack_file({"containers: true": "containers: false"}, name="dev")
    code, out, _ = run("plan", str(ROOT / "stacks/Pulumi.dev.yaml"), "--compare", other, *AT)
    assert code == 0
    template = "LaunchTemplate llm-dev-pool-lab-template: metadataOptions, tagSpecifications"
    assert f"\nRESOURCES: 1 changed\n  ~ {template}\n" in out


@pytest.mark.parametrize(("option", "file"), [("--state", "state.json"), ("--preview", "preview.json")])
@pytest.mark.parametrize("form", ["table", "json", "markdown"])
def test_anybodys_stack_is_priced_from_its_preview_or_state(run: Run, option: str, file: str, form: str) -> None:
    code, out, err = run("plan", option, str(SAMPLES / file), "--format", form, *AT)
    assert (code, err) == (0, "")
    if form == "json":
        data = json.loads(out)
        jsonschema.validate(data, SCHEMA)
        assert data["cluster"] is None
        assert data["lacks"]
        assert {line["label"] for line in data["cost"]["lines"]} >= {"customer key", "S3 storage"}
    else:
        assert "customer key" in out
        assert "Not told: " in out


PREFIX = "urn:pulumi:dev::shop::"


def step(operation: str, type_: str, name: str, before: Any = None, after: Any = None) -> dict[str, Any]:
    """A step on a resource, with its inputs before and after."""
    urn = f"{PREFIX}{type_}::{name}"
    common = {"urn": urn, "type": type_, "custom": not type_.startswith("pulumi:pulumi")}
    states = {"oldState": before, "newState": after}
    given = {key: {**common, "inputs": inputs} for key, inputs in states.items() if inputs is not None}
    return {"op": operation, "urn": urn, **given}


STEPS = (
    step("same", "pulumi:pulumi:Stack", "shop-dev", {}, {}),
    step("same", "aws:kms/key:Key", "key", {}, {}),
    step("replace", "aws:ec2/instance:Instance", "node", {"instanceType": "g6.xlarge"}, {"instanceType": "g6.2xlarge"}),
    step("delete", "aws:kms/key:Key", "old-key", {}),
    step("update", "aws:kms/alias:Alias", "name", {"name": "alias/a"}, {"name": "alias/b"}),
    step("create", "aws:kms/key:Key", "new-key", None, {}),
)


@pytest.fixture
def changing(tmp_path: Path) -> Path:
    """A preview of a stack that isn't one of ours, in which a node is replaced and a key goes."""
    file = tmp_path / "preview.json"
    file.write_text(json.dumps({"config": {"aws:region": "us-west-2"}, "steps": STEPS, "changeSummary": {"same": 2}}))
    return file


def test_a_preview_tells_what_would_be_built_and_what_would_go(run: Run, changing: Path) -> None:
    code, out, _ = run("plan", "--preview", changing, "--format", "markdown", *AT)
    assert code == 0
    told = out[out.index("## From what is deployed to `dev`") :]
    assert told.startswith(
        "## From what is deployed to `dev`\n"
        "\n"
        "### Resources: 1 added, 1 removed, 1 changed, 1 replaced\n"
        "\n"
        "- `± Instance node: instanceType`\n"
        "- `- Key old-key`\n"
        "- `~ Alias name: name`\n"
        "- `+ Key new-key`\n"
        "\n"
        "### Cost (USD a month)\n"
    )
    assert "| old-key | 1.00 | – | -1.00 |\n" in told
    assert "| new-key | – | 1.00 | +1.00 |\n" in told
    assert "### Carbon (kgCO2e a month)\n" in told
    text = run("plan", "--preview", changing, *AT).out
    assert "COMPARED: from what is deployed to dev\n\nRESOURCES: 1 added, 1 removed, 1 changed, 1 replaced\n" in text


def test_a_preview_is_compared_in_json_too(run: Run, changing: Path) -> None:
    data = json.loads(run("plan", "--preview", changing, "--format", "json", *AT).out)
    jsonschema.validate(data, SCHEMA)
    compared = data["comparison"]
    assert (compared["changes"], compared["running_nodes"]) == (None, None)
    assert [(each["change"], each["name"], each["inputs"]) for each in compared["resources"]] == [
        ("replaced", "node", ["instanceType"]),
        ("removed", "old-key", []),
        ("changed", "name", ["name"]),
        ("added", "new-key", []),
    ]


def test_streamed_events_are_refused_in_words(run: Run) -> None:
    for command in ("plan", "check"):
        code, out, err = run(command, "--preview", str(SAMPLES / "events.jsonl"))
        assert (code, out) == (2, "")
        assert "a stream of events, which doesn't say what depends on what" in " ".join(err.split())
        assert "→ Leave out PULUMI_ENABLE_STREAMING_JSON_PREVIEW" in err


def test_a_state_in_a_previews_place_is_refused_with_the_right_option(run: Run) -> None:
    code, out, err = run("plan", "--preview", str(SAMPLES / "state.json"))
    assert (code, out) == (2, "")
    assert "→ Give it with --state." in err


@pytest.mark.parametrize(
    "words", [["dev", "--state", "x"], ["--state", "x", "--compare", "dev"], ["--preview", "x", "--state", "y"]]
)
def test_one_thing_is_planned_at_a_time(run: Run, words: list[str]) -> None:
    code, out, err = run("plan", *words)
    assert (code, out) == (2, "")
    assert "--state" in err


def test_the_file_read_is_not_written_over(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_bytes((SAMPLES / "state.json").read_bytes())
    code, _, err = run("plan", "--state", str(file), "--output", str(file))
    assert code == 2
    assert "cannot-write" in err
    assert file.read_bytes() == (SAMPLES / "state.json").read_bytes()


def project(folder: Path, program: str, stack_file: StackFile) -> str:
    """A project with a program of its own and dev's stack file."""
    (folder / "Pulumi.yaml").write_text("name: ours\nruntime: python\nmain: program\nstackConfigDir: config\n")
    (folder / "program").mkdir()
    (folder / "program/__main__.py").write_text(program)
    (folder / "config").mkdir()
    target = folder / "config/Pulumi.dev.yaml"
    target.write_text(Path(stack_file({})).read_text())
    return str(target)


def test_a_projects_own_program_is_run(run: Run, tmp_path: Path, stack_file: StackFile) -> None:
    program = "import pulumi\nfrom pulumi_aws import sqs\nsqs.Queue('jobs', name='jobs')\npulumi.export('x', 1)\n"
    code, out, _ = run("plan", project(tmp_path, program, stack_file), "--format", "json", *AT)
    assert code == 0
    urns = [each["urn"] for each in json.loads(out)["resources"]]
    assert urns == [
        "urn:pulumi:dev::ours::pulumi:pulumi:Stack::ours-dev",
        "urn:pulumi:dev::ours::aws:sqs/queue:Queue::jobs",
    ]


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("raise ValueError('no such thing')\n", "no such thing"),
        ("import no_such_module\n", "no_such_module"),
        ("import sys; sys.exit(3)\n", "it ended itself, with exit code 3"),
        ("import sys; sys.exit()\n", "it ended itself, with exit code 0"),
        ("import asyncio\nraise asyncio.CancelledError\n", "failed offline: CancelledError"),
        ("class Odd(BaseException): ...\nraise Odd('none of the usual')\n", "none of the usual"),
        ("class Mute(Exception):\n    def __str__(self): raise self\nraise Mute\n", "failed offline: Mute"),
        ("def again(): again()\nagain()\n", "maximum recursion depth"),
        ("input('name? ')\n", "EOF when reading a line"),
        ("this is no python\n", "invalid syntax"),
        ("import pulumi_aws\npulumi_aws.get_regions()\n", "asks the cloud"),
    ],
)
def test_a_program_that_fails_is_said_and_nothing_is_written(
    run: Run, tmp_path: Path, stack_file: StackFile, program: str, words: str
) -> None:
    target = tmp_path / "plan.json"
    file = project(tmp_path, program, stack_file)
    code, out, err = run("plan", file, "--format", "json", "--output", str(target), *AT)
    assert (code, out) == (2, "")
    assert "program-failed" in err
    assert words in " ".join(err.split())
    assert "Traceback" not in err
    assert not target.exists()


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ("name: ours\nruntime: yaml\n", "its runtime is 'yaml'; allowed: 'python'"),
        ("name: ours\nruntime: {name: nodejs}\n", "its runtime is 'nodejs'; allowed: 'python'"),
        ("name: ours\nruntime: [python]\n", "its runtime is a list; allowed: 'python'"),
        ("name: ours\n", "its runtime is empty; allowed: 'python'"),
        ("name: ours\nruntime: python\nmain: nowhere\n", "there is no __main__.py in 'nowhere'"),
        ('name: ours\nruntime: python\nmain: "a\\0b"\n', "there is no __main__.py in "),
        ("name: [\n", "the file can't be read as YAML"),
        ("- name\n", "the file holds no mapping"),
    ],
)
def test_a_project_without_a_program_in_python_is_not_planned_as_if_it_were_ours(
    run: Run, tmp_path: Path, stack_file: StackFile, declared: str, words: str
) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own/Pulumi.yaml").write_text(declared)
    file = tmp_path / "own/Pulumi.dev.yaml"
    file.write_text(Path(stack_file({})).read_text())
    code, out, err = run("plan", str(file), *AT)
    told = " ".join(err.split())
    assert (code, out) == (2, "")
    assert "program-missing" in told
    assert words in told
    assert "rackguard plan --preview FILE" in told


def test_a_program_that_waits_for_what_never_comes_is_ended(
    run: Run, tmp_path: Path, stack_file: StackFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rackguard.graph.patience.PATIENCE_S", 1)
    program = """
import asyncio, pulumi
async def never():
    await asyncio.Event().wait()
pulumi.export("x", pulumi.Output.from_input(never()))
"""
    code, out, err = run("plan", project(tmp_path, program, stack_file), *AT)
    assert (code, out) == (2, "")
    assert "it waits for a value that doesn't come" in " ".join(err.split())


@pytest.mark.parametrize("form", ["table", "json", "markdown"])
def test_what_is_not_priced_is_named_with_how_many_there_are(run: Run, tmp_path: Path, form: str) -> None:
    type_ = "aws:eks/nodeGroup:NodeGroup"
    groups = [{"urn": f"urn:pulumi:s::p::{type_}::{name}", "type": type_, "custom": True} for name in "ab"]
    file = tmp_path / "state.json"
    file.write_text(json.dumps({"version": 3, "deployment": {"resources": groups}}))
    code, out, err = run("plan", "--state", str(file), "--format", form, *AT)
    assert (code, err) == (0, "")
    if form == "json":
        data = json.loads(out)
        jsonschema.validate(data, SCHEMA)
        (line,) = data["cost"]["lines"]
        assert (line["subject"], line["label"], line["rate_usd"]) == ("not priced", f"2 × {type_}", None)
        assert data["cost"]["now"]["at_least"] is True
    else:
        assert "not priced" in out
        assert f"2 × {type_}" in out
