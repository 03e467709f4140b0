"""`rackguard plan`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

AT = ("--at", "2026-12-01T00:00:00Z")


Run = Callable[..., Any]
StackFile = Callable[..., Path]

WRONG = {"g6.xlarge": "g6.huge"}
EXAMPLE_KEY = "AAAAC3NzaC1lZDI1NTE5AAAAIFPytpUGp0TPz0/nGAl8HL6zgsOKViyLs6VjAlzsNru6 rackguard-example"
MALFORMED = {"config:": "config: ["}


@pytest.mark.parametrize("stack", ["dev", "staging", "prod"])
def test_plans_a_stack_by_its_name(run: Run, stack: str) -> None:
    code, out, err = run("plan", stack, *AT)
    assert (code, err) == (0, "")
    assert out.startswith(f"llm-{stack}  stack {stack} · ")
    assert out.splitlines()[-1].startswith("Planned: ")


def test_plans_a_file_by_its_path(run: Run, stack_file: StackFile) -> None:
    code, out, _ = run("plan", stack_file(), *AT)
    assert (code, out.split("\n")[0]) == (0, "llm-dev  stack changed · us-west-2 · account 123456789012 · protect off")


def test_warnings_alone_are_fine_unless_strict(run: Run) -> None:
    assert run("plan", "dev", *AT).code == 0
    strict = run("plan", "dev", "--strict", *AT)
    assert strict.code == 1
    assert strict.out.startswith("llm-dev ")  # the plan is shown all the same


def test_errors_are_told_instead_of_a_plan(run: Run, stack_file: StackFile) -> None:
    code, out, err = run("plan", stack_file(WRONG), *AT)
    assert (code, err) == (1, "")
    assert "g6.huge" in out
    assert "POOLS" not in out
    assert out.splitlines()[-1].startswith("Not planned: 1 error")


def test_what_cannot_be_read_is_told_apart(run: Run, stack_file: StackFile) -> None:
    code, out, err = run("plan", stack_file(MALFORMED), *AT)
    assert (code, out) == (2, "")
    assert "yaml-syntax" in err


@pytest.mark.parametrize(("changes", "code"), [({}, 0), (WRONG, 1)])
def test_json_has_everything_or_the_problems(
    run: Run, stack_file: StackFile, changes: dict[str, str], code: int
) -> None:
    result = run("plan", stack_file(changes), "--format", "json", *AT)
    data: dict[str, Any] = json.loads(result.out)
    assert (result.code, result.err) == (code, "")
    assert (data["format"], data["version"]) == ("rackguard-plan", 1)
    assert (data["cluster"] is None) is bool(code)
    assert [problem["level"] for problem in data["problems"]].count("error") == code
    assert "comparison" not in data


def test_markdown_starts_with_the_verdict(run: Run) -> None:
    code, out, _ = run("plan", "dev", "--format", "markdown", *AT)
    assert code == 0
    assert out.startswith("## Rackguard plan of `dev`\n\n⚠️ **Planned**: ")


def test_quiet_leaves_the_problems(run: Run) -> None:
    table = run("plan", "dev", "--quiet", *AT)
    assert table.out.startswith("warning  stacks/Pulumi.dev.yaml:")
    assert "POOLS" not in table.out
    markdown = run("plan", "dev", "--quiet", "--format", "markdown", *AT)
    assert "### Problems" in markdown.out
    assert "### Pools" not in markdown.out
    whole = run("plan", "dev", "--format", "json", *AT)
    assert run("plan", "dev", "--quiet", "--format", "json", *AT).out == whole.out


def test_quiet_says_nothing_where_nothing_is_wrong(run: Run, stack_file: StackFile) -> None:
    public = Ed25519PrivateKey.generate().public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)
    silent = stack_file(
        {
            f"ssh-ed25519 {EXAMPLE_KEY}": public.decode(),
            "{dlami: ubuntu-24.04}": "{dlami: ubuntu-24.04, id: ami-0123456789abcdef0}",
            "        containers: true\n": "",
        }
    )
    assert run("plan", silent, "--quiet", "--strict", *AT) == (0, "", "")


def test_the_moment_decides_about_blocks(run: Run) -> None:
    before = run("plan", "prod", "--at", "2026-12-01T00:00:00Z").out
    during = run("plan", "prod", "--at", "2027-01-12T00:00:00+01:00").out
    assert "schedule: 0 nodes for now." in before
    assert "schedule: 4 nodes." in during
    assert "planned for 2027-01-11T23:00:00Z" in during
    after = run("plan", "prod", "--at", "2027-02-01T00:00:00Z").out
    assert "block-passed" in after
    assert "0 × p5en.48xlarge" in after


@pytest.mark.parametrize(
    "moment",
    ["2026-12-01", "2026-12-01T00:00:00", "noon", "", "1999-12-31T23:59:59Z", "9999-12-31T23:59:59-12:00", "\x1b[31m"],
)
def test_a_moment_that_is_none_is_refused(run: Run, moment: str) -> None:
    code, out, err = run("plan", "dev", "--at", moment)
    assert (code, out) == (2, "")
    assert f"--at is {moment!r}; allowed: " in " ".join(err.split())


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_compares_with_another_stack(run: Run, form: str) -> None:
    code, out, _ = run("plan", "prod", "--compare", "dev", "--format", form, *AT)
    assert code == 0
    assert ("COMPARED: from dev to prod" if form == "table" else "## From `dev` to `prod`") in out
    assert "us-west-2" in out


def test_compares_in_json(run: Run) -> None:
    data = json.loads(run("plan", "prod", "--compare", "dev", "--format", "json", *AT).out)
    compared = data["comparison"]
    assert compared["stack"] == "dev"
    assert {"subject": "cluster", "what": "region", "before": "us-west-2", "after": "us-east-1"} in compared["changes"]
    assert compared["cost"][-1]["subject"] == compared["carbon"][-1]["subject"] == "total"
    assert compared["problems"][0]["id"] == "example-key"


@pytest.mark.parametrize("form", ["table", "markdown", "json"])
def test_errors_of_the_other_stack_are_errors(run: Run, stack_file: StackFile, form: str) -> None:
    code, out, err = run("plan", "dev", "--compare", stack_file(WRONG), "--format", form, *AT)
    assert (code, err) == (1, "")
    assert "g6.huge" in out
    if form == "json":
        data = json.loads(out)
        assert data["cluster"] is not None
        assert data["comparison"]["changes"] is data["comparison"]["cost"] is None
    else:
        assert "Not compared: " in out


def test_without_a_plan_of_its_own_nothing_is_compared(run: Run, stack_file: StackFile) -> None:
    code, out, _ = run("plan", stack_file(WRONG), "--compare", "dev", *AT)
    assert code == 1
    assert "COMPARED" not in out
    assert "Not compared: " in out


def test_strict_counts_the_other_stacks_warnings(run: Run) -> None:
    assert run("plan", "dev", "--compare", "prod", "--strict", "--quiet", *AT).code == 1


def test_an_other_stack_that_is_unknown_is_named(run: Run) -> None:
    code, out, err = run("plan", "dev", "--compare", "stagin")
    assert (code, out) == (2, "")
    assert "Did you mean 'staging'?" in err


def test_33_problems_come_at_once(run: Run, stack_file: StackFile) -> None:
    pools = "".join(
        f"      p{number}: {{instance_type: p9.huge, zone_id: usw2-az1, nodes: {{max: 1}}}}\n" for number in range(33)
    )
    code, out, _ = run("plan", stack_file({"    pools:\n": f"    pools:\n{pools}"}), *AT)
    assert code == 1
    assert len(re.findall(r"^error\b", out, re.MULTILINE)) == 33
    assert "Not planned: 33 errors" in out


def test_a_private_key_is_refused_and_not_repeated(run: Run, stack_file: StackFile) -> None:
    private = "-----BEGIN OPENSSH PRIVATE KEY-----\\nb3BlbnNzaC1rZXktdjEAAAAA\\n-----END OPENSSH PRIVATE KEY-----"
    for form in ("table", "json", "markdown"):
        code, out, err = run("plan", stack_file({f"ssh-ed25519 {EXAMPLE_KEY}": private}), "--format", form, *AT)
        assert code == 1
        assert "key-private" in out
        assert "b3BlbnNzaC1rZXktdjEAAAAA" not in out + err
