"""The command's own words: help, slips, schema, completion, version."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rackguard.report.plan_schema import plan_schema
from rackguard.spec.schema import stack_file_schema

ROOT = Path(__file__).parents[2]
COMMANDS = ("plan", "validate", "list", "explain", "schema", "completion")

Run = Callable[..., Any]


def words(text: str) -> str:
    return " ".join(text.split())


def test_help_names_every_command_in_a_line(run: Run) -> None:
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    for command in COMMANDS:
        assert sum(line.startswith(f"    {command} ") for line in lines) == 1
    assert "Exit codes: 0 fine (warnings alone don't count), 1 errors found, 2 the input can't be read." in words(out)


@pytest.mark.parametrize(
    "command",
    [
        *COMMANDS,
        "catalog",
        "catalog refresh",
        "catalog status",
        "list types",
        "list offers",
        "list images",
        "list validators",
    ],
)
def test_every_command_has_help_that_is_a_sentence(run: Run, command: str) -> None:
    code, out, err = run(*command.split(), "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: rackguard {command} [-h]")
    description = words(out.split("\n\n")[1])
    assert description[0].isupper()
    assert "." in description
    assert "JSON" in description or "json" not in description


def test_every_option_of_plan_is_explained(run: Run) -> None:
    out = words(run("plan", "--help").out)
    for option in ("--format FORMAT", "--output FILE", "--compare OTHER", "--strict", "--quiet", "--at TIME"):
        assert f"{option} " in out.split("options:")[1]


def test_help_is_as_wide_as_it_may(run: Run) -> None:
    for command in ("", *COMMANDS):
        out = run(*command.split(), "--help").out
        assert max(len(line) for line in out.splitlines()) <= 100


def test_without_words_help_goes_to_standard_error(run: Run) -> None:
    code, out, err = run()
    assert (code, out) == (2, "")
    assert err.startswith("usage: rackguard [-h]")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            ["pln"],
            "there is no 'pln'; known: plan, check, validate, advise, preflight, status, recover, ",
        ),
        (
            ["list", "typs"],
            "there is no 'typs'; known: types, offers, images, models, validators, rules, packs. Did you mean 'types'?",
        ),
        (["list"], "required: WHAT"),
        (["plan", "dev", "--format", "jsn"], "there is no 'jsn'; known: table, json, markdown. Did you mean 'json'?"),
        (["plan", "dev", "--strct"], "'--strct' means nothing here. Did you mean '--strict' or '--state'?"),
        (["plan", "dev", "--str"], "'--str' means nothing here."),
        (["plan", "dev", "--outptu=x"], "Did you mean '--output'?"),
        (["plan", "dev", "prod"], "'prod' means nothing here."),
        (["validate", "dev", "--output", "x"], "'--output', 'x' means nothing here."),
        (["plan", "--output"], "expected one argument"),
        (["plan", "dev", "--format", "JSON"], "there is no 'JSON'; known: table, json, markdown. Did you mean 'json'?"),
        (["plan", "dev", "--format", "x" * 5000], f"there is no '{'x' * 180}…'; known: table"),
        (["plan", "dev", "x" * 5000], f"'{'x' * 180}…' means nothing here."),
        (["plan", "dev", "caf\udce9"], r"'caf\xe9' means nothing here."),
        (["list", "types", "--memory", "x" * 5000], f"'{'x' * 180}…' is not a number above 0"),
        (["completion", "tcsh"], "there is no 'tcsh'; known: bash, zsh, fish."),
        (["--nonsense\x1b[31m", "plan", "dev"], "'--nonsense\\x1b[31m' means nothing here."),
    ],
)
def test_a_wrong_word_is_answered_with_the_nearest_right_one(run: Run, given: list[str], told: str) -> None:
    code, out, err = run(*given)
    assert (code, out) == (2, "")
    assert told in words(err)
    assert err.splitlines()[-1].endswith(" --help says what is possible.")


def test_the_version_is_that_of_the_project(run: Run) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert run("--version") == (0, f"rackguard {project['version']}\n", "")


def test_schemas_are_printed(run: Run) -> None:
    for given, schema in (
        (["schema"], stack_file_schema()),
        (["schema", "stack"], stack_file_schema()),
        (["schema", "plan"], plan_schema()),
    ):
        code, out, err = run(*given)
        assert (code, err) == (0, "")
        assert json.loads(out) == schema
        Draft202012Validator.check_schema(json.loads(out))


@pytest.mark.parametrize(
    ("shell", "registers"),
    [
        ("bash", "complete -o nospace"),
        ("zsh", "compdef _python_argcomplete rackguard"),
        ("fish", "complete --command rackguard"),
    ],
)
def test_completion_prints_what_the_shell_needs(run: Run, shell: str, registers: str) -> None:
    code, out, err = run("completion", shell)
    assert (code, err) == (0, "")
    assert registers in out
    assert "rackguard" in out
