"""`rackguard check`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rackguard.cli.evaluate import moment
from rackguard.cli.guardrails import frameworks_named
from rackguard.cli.output import check_target, write_all
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

    from rackguard.economics.cost import Cost
    from rackguard.report.check_report import CheckReport
    from rackguard_policies.exceptions import RuleException
    from rackguard_policies.framework import Framework

FORMATS = ("table", "json", "markdown", "sarif", "junit", "gitlab", "evidence")


def run(given: Namespace) -> int:
    """Judge a stack, and print what was found or write it to files; returns the exit code.

    Of several files all are written, or none.
    """
    now = moment(given.at)
    targets = _targets(given.output or [])
    frameworks = frameworks_named(given.framework or [])
    more = _exceptions_in(given.exceptions)
    source = read_source(given, now)
    inputs = [source.path, *([Path(given.exceptions)] if given.exceptions else []), *project_inputs()]
    for _, target in targets:
        check_target(target, inputs)
    if source.graph is None:
        return source.refuse()
    report = judge_source(source, frameworks, now, more, unproven_counts=given.fail_on_unproven)
    write_all([(target, render(report, form, Style(), None)) for form, target in targets])
    for form, target in targets if not given.quiet else ():
        complain(f"{form} written to {echoed(target)}\n")
    if not targets or given.format:
        say(render(report, given.format or "table", terminal_style(sys.stdout, os.environ), sys.stdout.encoding))
    return int(report.reaches(given.fail_on))


def _exceptions_in(path: str | None) -> tuple[RuleException, ...]:
    """The exceptions in a file of their own; none where no file is named.

    Raises:
        InvalidInput: where it can't be read, or something in it is wrong.
    """
    if path is None:
        return ()
    if not path:
        raise InvalidInput([_refusal("--exceptions", "--exceptions is empty; allowed: a file's name", "Name a file.")])
    from datetime import date

    from rackguard.spec.exceptions_file import read_exceptions
    from rackguard_policies.exceptions import RuleException

    return tuple(
        RuleException(each.rule, each.resource, each.reason, each.owner, date.fromisoformat(each.until))
        for each in read_exceptions(path)
    )


def judge_source(
    source: Source,
    frameworks: tuple[Framework, ...],
    now: datetime,
    more: tuple[RuleException, ...] = (),
    *,
    unproven_counts: bool,
    cost: Cost | None = None,
) -> CheckReport:
    """Everything that the frameworks' rules say of a source; `more` are exceptions beside those that it declares.

    `cost` is the source's, where it has been worked out already.
    """
    from importlib.metadata import version

    from rackguard.catalog.catalog import load
    from rackguard.cli.cost_facts import facts_of, facts_of_graph
    from rackguard.report.check_report import CheckReport
    from rackguard_policies import exceptions, framework
    from rackguard_policies.judge import judge
    from rackguard_policies.registry import all_rules

    assert source.graph
    catalog = load()
    asked = frozenset[str]().union(*(each.rules for each in frameworks))
    rules = tuple(rule for rule in all_rules() if rule.id in asked)
    facts = None
    if any(rule.id.startswith("cost-") for rule in rules):
        facts = facts_of(cost, catalog) if cost else facts_of_graph(source.graph, catalog)
    unasked = frozenset[str]().union(*(framework.load(name).rules for name in framework.known())) - asked
    waived = tuple(each for each in (*exceptions.declared(source.graph), *more) if each.rule not in unasked)
    judged = judge(source.graph, rules, catalog, cost=facts)
    judgements = exceptions.waive(judged, waived, all_rules(), now.date(), exceptions.made(source.graph))
    return CheckReport(
        stack=source.graph.stack,
        file=source.file,
        source=source.kind,
        as_of=now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        graph=source.graph,
        rules=rules,
        frameworks=frameworks,
        exceptions=waived,
        judgements=tuple(judgements),
        unproven_counts=unproven_counts or source.kind == "state",
        version=version("rackguard"),
        lines=source.lines,
        digest=source.digest,
        root=source.root,
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
            hint = did_you_mean(form, FORMATS) if form not in FORMATS else f"Name the file: {form}=check.{form}."
            problems.append(_refusal("--output", message, hint))
        elif target == "-":
            message = f"--output is {echoed(text)}; allowed: FORMAT=FILE"
            problems.append(_refusal("--output", message, f"To print it: --format {form}."))
        elif twice := next((other for other in pairs if os.path.realpath(other[1]) == os.path.realpath(target)), None):
            message = f"--output names one file twice: {echoed('='.join(twice))} and {echoed(text)}"
            problems.append(_refusal("--output", message, "Give each format a file of its own."))
        pairs.append((form, target))
    if problems:
        raise InvalidInput(problems)
    return pairs


def _refusal(option: str, message: str, hint: str) -> Problem:
    return Problem("command-line", "error", (option,), message, hint)
