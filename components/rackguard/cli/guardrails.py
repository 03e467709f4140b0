"""`rackguard list rules` and `rackguard list packs`: what guardrails there are, and where their packs are."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from rackguard.cli.screen import say
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.suggest import did_you_mean
from rackguard.spec.values import echoed

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

    from rackguard_policies.framework import Framework
    from rackguard_policies.rule import Rule

Table = list[dict[str, Any]]


def frameworks_named(names: list[str]) -> tuple[Framework, ...]:
    """The frameworks of these names; all where none is named.

    Raises:
        InvalidInput: for each that there is none of.
    """
    from rackguard_policies.framework import known, load

    there = known()
    problems = [
        Problem(
            "command-line",
            "error",
            ("--framework",),
            f"there is no framework {echoed(name)}; known: {', '.join(there)}",
            did_you_mean(name, there),
        )
        for name in names
        if name not in there
    ]
    if problems:
        raise InvalidInput(problems)
    return tuple(load(name) for name in dict.fromkeys(names) or there)


def rules(given: Namespace) -> Table:
    """Every guardrail, or those of a framework; a table shows controls where one framework is named."""
    from rackguard_policies.registry import all_rules

    chosen = frameworks_named(given.framework or [])
    asked = frozenset[str]().union(*(each.rules for each in chosen))
    found = [rule for rule in all_rules() if rule.id in asked or not given.framework]
    return [_row(rule, chosen, given) for rule in found]


def _row(rule: Rule, frameworks: tuple[Framework, ...], given: Namespace) -> dict[str, Any]:
    row: dict[str, Any] = {"id": rule.id, "severity": rule.severity, "title": rule.title}
    if given.format == "json":
        row |= {
            "why": rule.why,
            "fix": rule.fix,
            "types": list(rule.types),
            "parameters": {
                name: {"default": each.default, "schema": dict(each.schema), "words": each.words}
                for name, each in rule.parameters.items()
            },
            "controls": {each.id: [control.id for control in each.controls_of(rule.id)] for each in frameworks},
        }
    elif len(frameworks) == 1 and given.framework:
        row["controls"] = [control.id for control in frameworks[0].controls_of(rule.id)]
    return row


def packs(_: Namespace) -> Table:
    """Every policy pack, its folder, and its program where that is installed."""
    from rackguard.cli.pack import program_of
    from rackguard_policies.packs import folders

    return [{"pack": name, "path": str(path), "program": _text(program_of(name))} for name, path in folders().items()]


def _text(path: Path | None) -> str | None:
    return str(path) if path else None


def say_path(name: str) -> int:
    """Print a pack's folder alone, for `--policy-pack`; returns the exit code.

    Raises:
        InvalidInput: where there is no such pack.
    """
    say(f"{_folder(name, '--path')}\n")
    return 0


def say_program(name: str) -> int:
    """Print a pack's program alone, for `--policy-pack`; returns the exit code.

    Raises:
        InvalidInput: where there is no such pack, or its program isn't installed.
    """
    from rackguard.cli.pack import PREFIX, program_of

    folder, program = _folder(name, "--program"), program_of(name)
    if program is None:
        message = f"there is no program {PREFIX}{name} beside {sys.executable}"
        hint = f"Install rackguard there with pip, or give Pulumi the pack's folder: {folder}"
        raise InvalidInput([Problem("command-line", "error", ("--program",), message, hint)])
    say(f"{program}\n")
    return 0


def _folder(name: str, option: str) -> Path:
    from rackguard_policies.packs import folders

    there = folders()
    if name not in there:
        message = f"there is no policy pack {echoed(name)}; known: {', '.join(there) or 'none, they are not installed'}"
        raise InvalidInput([Problem("command-line", "error", (option,), message, did_you_mean(name, there))])
    return there[name]
