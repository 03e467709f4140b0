"""`rackguard status`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rackguard.cli.progress import progress
from rackguard.cli.screen import complain_in_a_line, json_text, say
from rackguard.report.layout import terminal_style
from rackguard.spec.problem import InvalidInput, Problem

if TYPE_CHECKING:
    from argparse import Namespace
    from datetime import datetime

    from rackguard.account.preflight.subject import Subject
    from rackguard.report.status_report import StatusReport

FINE, SHORT, UNREADABLE = 0, 1, 2


def run(given: Namespace) -> int:
    """Ask the account how a stack's pools fare, and print it; returns the exit code."""
    from rackguard.account.aws.questions import NoCredentials
    from rackguard.cli.evaluate import moment

    now = moment(given.at)
    subject = _subject(given.stack, now)
    try:
        report = _report(subject)
    except NoCredentials as error:
        complain_in_a_line("status", error)
        return UNREADABLE
    say(_rendered(report, given.format))
    return FINE if report.is_fine else SHORT


def _subject(name: str | None, now: datetime) -> Subject:
    """What the stack declares, whatever its checks say: it may be deployed all the same.

    Raises:
        InvalidInput: where it can't be read whole.
    """
    from rackguard.account.preflight.subject import Subject
    from rackguard.cli.evaluate import check
    from rackguard.cli.stacks import find

    checked = check(find(name), now)
    unreadable = [problem for problem in checked.loaded.problems if problem.level == "error"]
    if unreadable:
        raise InvalidInput(unreadable)
    assert checked.loaded.stack
    assert checked.plan
    return Subject(checked.loaded.stack, checked.plan, checked.catalog, now)


def _report(subject: Subject) -> StatusReport:
    """The status.

    Raises:
        InvalidInput: without credentials, with those of another account, or where AWS refuses to answer.
    """
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.account import account_id
    from rackguard.account.status.node_time import month_start
    from rackguard.account.status.status import status_of
    from rackguard.report.status_report import StatusReport

    plan = subject.plan
    questions = Questions(plan.region)
    account = account_id(questions)
    if account != plan.account_id:
        message = f"the credentials are of the account {account}; the stack's is {plan.account_id}"
        hint = "Set AWS_PROFILE to a profile of that account."
        raise InvalidInput([Problem("account-wrong", "error", (), message, hint)])
    try:
        pools = status_of(subject, questions, _asking)
    finally:
        progress("")
    as_of, since = (f"{moment:%Y-%m-%dT%H:%M:%SZ}" for moment in (subject.now, month_start(subject.now)))
    return StatusReport(plan.stack, plan.name, plan.region, plan.account_id, as_of, since, pools)


def _asking(what: str) -> None:
    progress(f"asking the account for {what}")


def _rendered(report: StatusReport, form: str) -> str:
    if form == "json":
        from rackguard.report import status_json

        return json_text(status_json.as_data(report), getattr(sys.stdout, "encoding", None))
    if form == "markdown":
        from rackguard.report import status_markdown

        return status_markdown.render(report)
    from rackguard.report import status_table

    return status_table.render(report, terminal_style(sys.stdout, os.environ))
