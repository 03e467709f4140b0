"""`rackguard plan`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rackguard.cli.evaluate import evaluate, evaluate_graph, moment
from rackguard.cli.output import check_target, write
from rackguard.cli.screen import complain, json_text, say
from rackguard.cli.source import Source, kind_of, path_of, read_graph
from rackguard.cli.stacks import find, project_inputs
from rackguard.report import problems_text
from rackguard.report.layout import Style, terminal_style
from rackguard.spec.problem import Problem
from rackguard.spec.values import echoed

if TYPE_CHECKING:
    from argparse import Namespace
    from datetime import datetime
    from typing import TextIO

    from rackguard.report.comparison import Comparison
    from rackguard.report.plan_report import PlanReport


def run(given: Namespace) -> int:
    """Plan a stack, and print the plan or write it to a file; returns the exit code.

    A file is written only where there is a plan: with errors they are printed instead.
    """
    now = moment(given.at)
    path = path_of(given, ("--compare", given.compare))
    other = None if given.compare is None else find(given.compare)
    target = None if given.output == "-" else given.output
    if target is not None:
        check_target(target, [path, *([other] if other else []), *project_inputs()])
    report, before, compared = _reports(given, path, other, now)
    reports = [report, *([before] if before else [])]
    if target is None or any(each.errors for each in reports):
        say(_render(report, before, compared, given, terminal_style(sys.stdout, os.environ), sys.stdout))
        if target is not None:
            complain(f"{echoed(target)} was not written: {problems_text.summary(_problems(reports))}.\n")
    else:
        write(target, _render(report, before, compared, given, Style(), None))
        if not given.quiet:
            complain(
                f"Plan of {report.stack} written to {echoed(target)}: {problems_text.summary(_problems(reports))}.\n"
            )
    return exit_code(reports, strict=given.strict)


def _reports(
    given: Namespace, path: Path, other: Path | None, now: datetime
) -> tuple[PlanReport, PlanReport | None, Comparison | None]:
    """The report; what it is compared with, and how these differ, where there is something to compare with.

    A preview tells what is deployed, and is compared with that.
    """
    kind = kind_of(given)
    if kind == "plan":
        report, before = _judged(evaluate(path, now), given, path, now), evaluate(other, now) if other else None
        return report, before, _compare(before, report)
    if kind == "state":
        return _judged(evaluate_graph(read_graph(kind, path), str(path), now), given, path, now), None, None
    from rackguard.graph.read import preview_changes
    from rackguard.report.comparison import compare_preview

    graph, changes = preview_changes(path)
    report = _judged(evaluate_graph(graph, str(path), now), given, path, now)
    before = evaluate_graph(changes.before, str(path), now)
    return report, before, compare_preview(before, report, changes.operations)


def _judged(report: PlanReport, given: Namespace, path: Path, now: datetime) -> PlanReport:
    """The report with what the guardrails say of its resources, where that is shown."""
    if report.graph is None or given.no_guardrails or (given.format == "table" and given.quiet):
        return report
    from dataclasses import replace

    from rackguard.cli.check import judge_source
    from rackguard.cli.guardrails import frameworks_named

    source = Source(kind_of(given), path, report.graph)
    judged = judge_source(source, frameworks_named([]), now, unproven_counts=False, cost=report.cost)
    return replace(report, guardrails=judged)


def exit_code(reports: list[PlanReport], *, strict: bool) -> int:
    """0 where no report has errors (with `strict`, no warnings either), 1 otherwise."""
    return int(any(report.errors or (strict and report.warnings) for report in reports))


def _problems(reports: list[PlanReport]) -> list[Problem]:
    return [problem for report in reports for problem in report.problems]


def _render(
    report: PlanReport,
    before: PlanReport | None,
    compared: Comparison | None,
    given: Namespace,
    style: Style,
    stream: TextIO | None,
) -> str:
    if given.format == "json":
        return _json(report, before, compared, stream)
    if given.format == "markdown":
        return _markdown(report, before, compared, quiet=given.quiet)
    if given.quiet:
        return problems_text.render(_problems([report, *([before] if before else [])]), style)
    from rackguard.report import plan_table

    text = plan_table.render(report, style)
    if compared:
        from rackguard.report import comparison_text

        return f"{text}\n{comparison_text.as_text(compared, style)}"
    if before:
        text += f"\n{_not_compared(report, before)}\n"
        return text + (problems_text.render(before.problems, style) if before.errors else "")
    return text


def _compare(before: PlanReport | None, after: PlanReport) -> Comparison | None:
    if before is None or before.plan is None or after.plan is None:
        return None
    from rackguard.report import comparison

    return comparison.compare(before, after)


def _not_compared(report: PlanReport, before: PlanReport) -> str:
    return f"Not compared: {before.file if before.errors else report.file} has errors."


def _json(report: PlanReport, before: PlanReport | None, compared: Comparison | None, stream: TextIO | None) -> str:
    from rackguard.report import plan_json

    data = plan_json.as_data(report)
    if before:
        data["comparison"] = plan_json.comparison_data(before, compared)
    return json_text(data, getattr(stream, "encoding", None))


def _markdown(report: PlanReport, before: PlanReport | None, compared: Comparison | None, *, quiet: bool) -> str:
    from rackguard.report import markdown, plan_markdown

    text = plan_markdown.render(report, quiet=quiet)
    if compared and not quiet:
        from rackguard.report import comparison_text

        return f"{text}\n{comparison_text.as_markdown(compared)}"
    if before and before.problems and not compared:
        lines = ["", markdown.text(_not_compared(report, before)), "", *plan_markdown.problems(before)]
        return text + "".join(f"{line}\n" for line in lines)
    return text
