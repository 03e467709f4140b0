"""A guardrail in words: what it demands and why, how to mend it, and which controls ask for it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from rackguard.report.layout import wrap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rackguard.report.layout import Style
    from rackguard_policies.exception_checks import Check
    from rackguard_policies.rule import Rule


def rule_ids() -> list[str]:
    """Ids of all guardrails and of the checks of exceptions; no rule is imported for it."""
    from rackguard_policies.exception_checks import CHECKS

    return [*_modules(), *(check.id for check in CHECKS)]


def called(name: str) -> Iterator[Rule | Check]:
    """The guardrails that are called so: one, or none."""
    from rackguard_policies.exception_checks import CHECKS

    if module := _modules().get(name):
        yield import_module(module).RULE
    yield from (check for check in CHECKS if check.id == name)


def _modules() -> dict[str, str]:
    """Modules by the ids of their rules, which are the files' names."""
    from rackguard_policies.registry import names

    return {module.rpartition(".")[2].replace("_", "-"): module for module in names()}


def explained(rule: Rule | Check, style: Style) -> list[str]:
    """The lines that explain a guardrail."""
    lines = [style.paint(f"rule {rule.id} ({rule.severity})", "title")]
    for text in (f"{rule.title}.", f"Why: {rule.why}", f"What to do: {rule.fix}", *_parameters(rule)):
        lines += wrap(text, style, "  ", "  ")
    for title, example in (("Before", getattr(rule, "before", "")), ("After", getattr(rule, "after", ""))):
        lines += [f"  {title}:", *(f"    {line}" for line in example.strip().splitlines())] if example else []
    types = getattr(rule, "types", ())
    if types:
        lines += wrap(f"Judges: {', '.join(types)}", style, "  ", "    ")
    return [*lines, *_controls(rule.id, style)]


def _parameters(rule: Rule | Check) -> Iterator[str]:
    import json

    for name, parameter in getattr(rule, "parameters", {}).items():
        yield f"Parameter {name}: {parameter.words}; {json.dumps(parameter.default)} where nothing is set."


def _controls(rule: str, style: Style) -> list[str]:
    from rackguard_policies import framework

    lines: list[str] = []
    for each in map(framework.load, framework.known()):
        if found := each.controls_of(rule):
            lines.append(f"  {each.title}:")
            lines += [
                line for control in found for line in wrap(f"{control.id} {control.title}", style, "    ", "      ")
            ]
    return lines
