"""`rackguard validate`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rackguard.cli.evaluate import check, moment
from rackguard.cli.stacks import find
from rackguard.spec.problem import InvalidInput, Problem

if TYPE_CHECKING:
    from argparse import Namespace

    Results = list[tuple[str, tuple[Problem, ...]]]

VERSION = 1
"""Of the JSON: raised when a key goes or changes its meaning."""


def run(given: Namespace) -> int:
    """Check stack files and print what is wrong with them; returns the exit code."""
    now = moment(given.at)
    code = 0
    results: Results = []
    for path in given.paths:
        try:
            problems = check(find(path), now).problems
        except InvalidInput as error:  # the other files are checked all the same
            problems, code = tuple(error.problems), 2
        results.append((path, problems))
    if given.format == "json":
        _say_data(results)
    else:
        _say_text(results, quiet=given.quiet)
    levels = {"error", "warning"} if given.strict else {"error"}
    failed = any(problem.level in levels for _, problems in results for problem in problems)
    return code or int(failed)


def _say_text(results: Results, *, quiet: bool) -> None:
    from rackguard.cli.screen import say
    from rackguard.report import problems_text
    from rackguard.report.layout import clean, terminal_style

    style = terminal_style(sys.stdout, os.environ)
    text = ""
    for path, problems in results:
        text += problems_text.render(problems, style)
        if not quiet:
            text += f"{clean(path)}: {problems_text.summary(problems)}\n"
    say(text)


def _say_data(results: Results) -> None:
    from rackguard.cli.screen import say_data
    from rackguard.report.plan_json import problem_data

    files = [{"file": path, "problems": [problem_data(p) for p in problems]} for path, problems in results]
    say_data({"format": "rackguard-problems", "version": VERSION, "files": files})
