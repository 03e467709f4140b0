"""`rackguard check`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rackguard.cli.evaluate import moment
from rackguard.cli.output import check_target, write
from rackguard.cli.screen import complain, json_text, say
from rackguard.cli.source import Source, read_source
from rackguard.cli.stacks import project_inputs
from rackguard.report.layout import Style, terminal_style
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.suggest import did_you_mean
from rackguard.spec.values import echoed

if TYPE_CHECKING:
    from argparse import Namespace
    from datetime import datetime

    from rackguard.report.check_report import CheckReport

FORMATS = ("table", "json", "markdown", "sarif", "junit", "gitlab", "evidence")


def run(given: Namespace) -> int:
    """Judge a stack, and print what was found or write it to files; returns the exit code."""
    now = moment(given.at)
    targets = _targets(given.output or [])
    frameworks = _frameworks(given.framework or [])
    source = read_source(given, now)
    for _, target in targets:
        check_target(target, [source.path, *project_inputs()])
    if source.graph is None:
        return source.refuse()
    report = judge_source(source, frameworks, now, unproven_counts=given.fail_on_unproven)
    for form, target in targets:
        write(target, render(report, form, Style(), None))
        if not given.quiet:
            complain(f"{form} written to {echoed(target)}\n")
    if not targets or given.format:
        say(render(report, given.format or "table", terminal_style(sys.stdout, os.environ), sys.stdout.encoding))
    return int(report.reaches(given.fail_on))


def judge_source(source: Source, frameworks: list[str], now: datetime, *, unproven_counts: bool) -> CheckReport:
    """Everything that the frameworks' rules say of a source."""
    from importlib.metadata import version

    from rackguard.catalog.catalog import load
    from rackguard.report.check_report import CheckReport
    from rackguard_policies import exceptions, framework
    from rackguard_policies.judge import judge
    from rackguard_policies.registry import all_rules

    assert source.graph
    chosen = tuple(framework.load(name) for name in frameworks)
    asked = frozenset[str]().union(*(each.rules for each in chosen))
    rules = tuple(rule for rule in all_rules() if rule.id in asked)
    waived = tuple(exceptions.declared(source.graph))
    judgements = exceptions.waive(judge(source.graph, rules, load()), waived, all_rules(), now.date())
    return CheckReport(
        stack=source.graph.stack,
        file=str(source.path),
        source=source.kind,
        as_of=now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        graph=source.graph,
        rules=rules,
        frameworks=chosen,
        exceptions=waived,
        judgements=tuple(judgements),
        unproven_counts=unproven_counts or source.kind == "state",
        version=version("rackguard"),
    )


def render(report: CheckReport, form: str, style: Style, encoding: str | None) -> str:
    """The report in one of `FORMATS`."""
    from importlib import import_module

    if form == "json":
        from rackguard.report import check_json

        return json_text(check_json.as_data(report), encoding)
    if form == "table":
        from rackguard.report import check_table

        return check_table.render(report, style)
    return import_module(f"rackguard.report.check_{form}").render(report)


def _targets(outputs: list[str]) -> list[tuple[str, str]]:
    """`FORMAT=FILE` as pairs.

    Raises:
        InvalidInput: for each that is none.
    """
    problems: list[Problem] = []
    pairs: list[tuple[str, str]] = []
    for text in outputs:
        form, sign, target = text.partition("=")
        if not sign or form not in FORMATS:
            message = f"--output is {echoed(text)}; allowed: FORMAT=FILE, FORMAT one of {', '.join(FORMATS)}"
            problems.append(Problem("command-line", "error", ("--output",), message, did_you_mean(form, FORMATS)))
        pairs.append((form, target))
    if problems:
        raise InvalidInput(problems)
    return pairs


def _frameworks(names: list[str]) -> list[str]:
    """The frameworks that are named; all where none is.

    Raises:
        InvalidInput: for each that there is none of.
    """
    from rackguard_policies.framework import known

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
    return list(dict.fromkeys(names)) or there
