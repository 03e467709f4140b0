"""`rackguard plan`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rackguard.cli.evaluate import evaluate, moment
from rackguard.cli.stacks import find
from rackguard.report.layout import Style, terminal_style

if TYPE_CHECKING:
    from argparse import Namespace

    from rackguard.report.plan_report import PlanReport


def run(given: Namespace) -> int:
    """Plan a stack, and print the plan or write it to a file; returns the exit code."""
    now = moment(given.at)
    path, other = find(given.stack), find(given.compare) if given.compare else None
    report = evaluate(path, now)
    before = evaluate(other, now) if other else None
    to_file = given.output is not None
    style = Style() if to_file else terminal_style(sys.stdout, environment=dict(os.environ))
    text = _render(report, before, given.format, style, quiet=given.quiet)
    if to_file:
        from rackguard.cli.output import write

        write(given.output, text)
    else:
        sys.stdout.write(text)
    return exit_code([report, *([before] if before else [])], strict=given.strict)


def exit_code(reports: list[PlanReport], *, strict: bool) -> int:
    """0 where no report has errors (with `strict`, no warnings either), 1 otherwise."""
    return int(any(report.errors or (strict and report.warnings) for report in reports))


def _render(report: PlanReport, before: PlanReport | None, form: str, style: Style, *, quiet: bool) -> str:
    if form == "json":
        return _json(report, before)
    if form == "markdown":
        from rackguard.report import plan_markdown

        return plan_markdown.render(report) + _comparison(before, report, form, style)
    if quiet:
        from rackguard.report import problems_text

        problems = [*report.problems, *(before.problems if before else ())]
        return problems_text.render(problems, style)
    from rackguard.report import plan_table

    return plan_table.render(report, style) + _comparison(before, report, form, style)


def _json(report: PlanReport, before: PlanReport | None) -> str:
    import json

    from rackguard.report import plan_json

    data = plan_json.as_data(report)
    if before is not None:
        from rackguard.report import comparison

        if before.plan and report.plan:
            data["comparison"] = comparison.as_data(comparison.compare(before, report))
        data["compared"] = {"stack": before.stack, "problems": [plan_json.problem_data(p) for p in before.problems]}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _comparison(before: PlanReport | None, after: PlanReport, form: str, style: Style) -> str:
    if before is None:
        return ""
    from rackguard.report import comparison, problems_text

    if before.plan is None or after.plan is None:
        unplanned = before if before.plan is None else after
        words = f"\nNot compared: {unplanned.file} has errors.\n"
        return words + (problems_text.render(before.problems, style) if unplanned is before else "")
    compared = comparison.compare(before, after)
    return "\n" + (comparison.as_markdown(compared) if form == "markdown" else comparison.as_text(compared, style))
