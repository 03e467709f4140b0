"""`rackguard preflight`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rackguard.cli.progress import progress
from rackguard.cli.screen import complain, complain_in_a_line, json_text, say
from rackguard.report.layout import terminal_style
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.values import echoed

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from datetime import datetime

    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.check import Check
    from rackguard.account.preflight.run import Answered
    from rackguard.account.preflight.subject import BlockWish, Subject
    from rackguard.cli.evaluate import Checked
    from rackguard.report.preflight_report import PreflightReport

FINE, FOUND, UNREADABLE = 0, 1, 2


def run(given: Namespace) -> int:
    """Ask the account what a stack needs of it, and print what it says; returns the exit code."""
    checks = _checks(given)
    if given.iam_policy:
        from rackguard.account.iam_policy import policy

        say(json_text(policy(action for check in checks for action in check.permissions), _encoding()))
        return FINE
    from rackguard.cli.evaluate import check, moment
    from rackguard.cli.stacks import find

    now = moment(given.at)
    path = find(given.stack)
    checked = check(path, now)
    if checked.has_errors:
        return _not_planned(checked, path)
    from rackguard.account.aws.questions import NoCredentials

    try:
        report = _report(given, path, checked, now, checks)
    except NoCredentials as error:
        complain_in_a_line("preflight", error)
        return UNREADABLE
    say(_rendered(report, given.format))
    return FINE if report.is_fine and not report.not_pinned else FOUND


def _encoding() -> str | None:
    return getattr(sys.stdout, "encoding", None)


def _not_planned(checked: Checked, path: Path) -> int:
    from rackguard.report import problems_text

    errors = [problem for problem in checked.problems if problem.level == "error"]
    say(problems_text.render(errors, terminal_style(sys.stdout, os.environ)))
    complain(f"The account was not asked: {echoed(str(path))} has {problems_text.summary(errors)}.\n")
    return FOUND


def _checks(given: Namespace) -> Sequence[Check]:
    """Those that are asked for, in their own order; that of images wherever one is to be pinned."""
    from rackguard.account.preflight.checks import image
    from rackguard.account.preflight.registry import ALL
    from rackguard.spec.suggest import did_you_mean

    known = [check.id for check in ALL]
    problems = [
        Problem(
            "command-line",
            "error",
            ("--only",),
            f"--only is {echoed(name)}; allowed: {', '.join(known)}",
            did_you_mean(name, known),
        )
        for name in given.only or ()
        if name not in known
    ]
    if problems:
        raise InvalidInput(problems)
    wanted = {*(given.only or known), *([image.ID] if given.pin else [])}
    return [check for check in ALL if check.id in wanted]


def _report(given: Namespace, path: Path, checked: Checked, now: datetime, checks: Sequence[Check]) -> PreflightReport:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.run import run as ask
    from rackguard.account.preflight.subject import Subject
    from rackguard.report.preflight_report import PreflightReport

    assert checked.plan
    assert checked.loaded.stack
    plan = checked.plan
    subject = Subject(checked.loaded.stack, plan, checked.catalog, now, _wish(given, checked, now))
    questions = Questions(plan.region)
    ids, unread = _open_images(subject, questions) if given.pin else ({}, "")
    answered = ask(_with(subject, ids), questions, checks, _progress)
    pinned, not_pinned = _pin(path, checked, ids, answered) if given.pin and not unread else (None, unread)
    as_of = now.strftime("%Y-%m-%dT%H:%M:%SZ")
    return PreflightReport(
        plan.stack, plan.name, plan.region, plan.account_id, as_of, answered, str(path), pinned, not_pinned
    )


def _wish(given: Namespace, checked: Checked, now: datetime) -> BlockWish | None:
    """The block that is wished for.

    Raises:
        InvalidInput: it names no pool of the stack, or times that can't be.
    """
    from rackguard.account.preflight.subject import BlockWish
    from rackguard.cli.evaluate import moment

    assert checked.plan
    if given.block is None:
        options = {
            "--block-hours": given.block_hours,
            "--block-from": given.block_from,
            "--block-until": given.block_until,
        }
        needless = [name for name, value in options.items() if value is not None]
        if needless:
            raise _wrong(needless[0], f"{needless[0]} needs --block", "Name the pool that the block would be for.")
        return None
    pools = {pool.name: pool for pool in checked.plan.pools}
    if given.block not in pools:
        message = f"--block is {echoed(given.block)}; allowed: a pool of the stack: {', '.join(pools)}"
        raise _wrong("--block", message)
    pool = pools[given.block]
    earliest = None if given.block_from is None else moment(given.block_from, "--block-from")
    latest = None if given.block_until is None else moment(given.block_until, "--block-until")
    if latest and latest <= (earliest or now):
        start = "now" if earliest is None else "--block-from"
        raise _wrong("--block-until", f"--block-until is {echoed(str(given.block_until))}, not later than {start}")
    nodes = max(pool.nodes_max, 1)
    return BlockWish(pool.name, pool.instance_types[0], nodes, given.block_hours or 24, earliest, latest)


def _wrong(option: str, message: str, hint: str = "") -> InvalidInput:
    return InvalidInput([Problem("command-line", "error", (option,), message, hint)])


def _progress(done: int, count: int, asked: tuple[str, ...]) -> None:
    progress(f"asking the account: {done} of {count} answered; {', '.join(asked)}" if asked else "")


def _open_images(subject: Subject, questions: Questions) -> tuple[dict[str, str], str]:
    """The newest image for each parameter that the stack leaves open, and why they can't be told, where that is so.

    Raises:
        NoCredentials: as every question.
    """
    from rackguard.account.aws.questions import NoCredentials
    from rackguard.account.preflight.account import account_id
    from rackguard.account.preflight.newest_images import newest_images

    if account_id(questions) != subject.plan.account_id:
        return {}, "the credentials are of another account"
    try:
        return newest_images(subject, questions), ""
    except NoCredentials:
        raise
    except InvalidInput as refused:  # the checks say it too, beside all that they find
        return {}, refused.problems[0].message


def _with(subject: Subject, ids: dict[str, str]) -> Subject:
    """What is written down is what is checked."""
    from rackguard.account.preflight.newest_images import pinned

    return pinned(subject, ids) if ids else subject


def _pin(
    path: Path, checked: Checked, newest: dict[str, str], answered: Sequence[Answered]
) -> tuple[tuple[tuple[str, str], ...], str]:
    """Write the ids that were found into the stack file; says which, or why none.

    Raises:
        InvalidInput: the file can't be changed without changing something else, or was changed meanwhile.
    """
    from rackguard.account.preflight.checks import image

    wanted = _places(checked, newest)
    outcomes = [outcome for each in answered if each.check.id == image.ID for outcome in each.outcomes]
    if any(outcome.status in ("problem", "unknown") for outcome in outcomes):
        return (), "the check of images has found something"
    if wanted:
        _write(path, checked, wanted)
    return tuple(wanted.items()), ""


def _places(checked: Checked, newest: dict[str, str]) -> dict[str, str]:
    """Where the stack file has an image without an id, and which one it is now."""
    assert checked.plan
    images = {f"pools.{pool.name}": pool.image for pool in checked.plan.pools}
    if login := checked.plan.access.login_node:
        images["access.login_node"] = login.image
    found = {where: newest.get(image.parameter or "") for where, image in images.items() if not image.id}
    return {where: image_id for where, image_id in found.items() if image_id}


def _write(path: Path, checked: Checked, ids: dict[str, str]) -> None:
    from rackguard.cli.output import write
    from rackguard.spec.image_ids import with_image_ids
    from rackguard.spec.load import check, stack_name
    from rackguard.spec.yaml_source import read

    try:
        text = path.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise _wrong("--pin", f"{echoed(str(path))} can't be read again: {type(error).__name__}") from None
    if check(read(text, str(path)), stack_name(path)).stack != checked.loaded.stack:
        raise _wrong("--pin", f"{echoed(str(path))} was changed meanwhile; nothing was written", "Run it again.")
    write(str(path), with_image_ids(text, str(path), stack_name(path), ids), "--pin")


def _rendered(report: PreflightReport, form: str) -> str:
    if form == "json":
        from rackguard.report import preflight_json

        return json_text(preflight_json.as_data(report), _encoding())
    if form == "markdown":
        from rackguard.report import preflight_markdown

        return preflight_markdown.render(report)
    from rackguard.report import preflight_table

    return preflight_table.render(report, terminal_style(sys.stdout, os.environ))
