"""`rackguard validate`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rackguard.cli.evaluate import check, moment
from rackguard.cli.stacks import find
from rackguard.report import problems_text
from rackguard.report.layout import terminal_style
from rackguard.spec.problem import InvalidInput, Problem

if TYPE_CHECKING:
    from argparse import Namespace


def run(given: Namespace) -> int:
    """Check stack files and print what is wrong with them; returns the exit code."""
    now = moment(given.at)
    code = 0
    results: list[tuple[str, tuple[Problem, ...]]] = []
    for path in given.paths:
        try:
            problems = check(find(path), now).problems
        except InvalidInput as error:  # the other files are checked all the same
            problems, code = tuple(error.problems), 2
        results.append((path, problems))
    if given.format == "json":
        _print_json(results)
    else:
        _print_text(results, quiet=given.quiet)
    levels = {"error", "warning"} if given.strict else {"error"}
    failed = any(problem.level in levels for _, problems in results for problem in problems)
    return code or int(failed)


def _print_text(results: list[tuple[str, tuple[Problem, ...]]], *, quiet: bool) -> None:
    style = terminal_style(sys.stdout, environment=dict(os.environ))
    for path, problems in results:
        sys.stdout.write(problems_text.render(problems, style))
        if not quiet:
            sys.stdout.write(f"{path}: {problems_text.summary(problems)}\n")


def _print_json(results: list[tuple[str, tuple[Problem, ...]]]) -> None:
    import json

    from rackguard.report.plan_json import VERSION, problem_data

    data = {
        "format": "rackguard-problems",
        "version": VERSION,
        "files": [{"file": path, "problems": [problem_data(p) for p in problems]} for path, problems in results],
    }
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")
