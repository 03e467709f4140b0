"""Running checks of an account: all at once, whatever the others find, each with an answer in the end."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from time import monotonic
from typing import TYPE_CHECKING

from rackguard.account.aws.questions import Denied
from rackguard.account.preflight.account import account_id
from rackguard.account.preflight.outcome import Outcome
from rackguard.record import record
from rackguard.spec.problem import InvalidInput

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.check import Check
    from rackguard.account.preflight.subject import Subject

Progress = Callable[[int, int, tuple[str, ...]], None]
"""Told how many checks are done, of how many, and which are still asked."""

OF_ACCOUNT = "account_region"
"""The check that says whose credentials these are."""
TIME_OUT_S = 90.0
_AT_ONCE = 8
_AGAIN = "Run it again."
_POLICY = "Let these credentials do it; `rackguard preflight --iam-policy` prints all that they need."


@record
class Answered:
    """A check, and what it says; nothing where the plan has nothing to ask about."""

    check: Check
    outcomes: tuple[Outcome, ...]


def run(
    subject: Subject,
    questions: Questions,
    checks: Sequence[Check],
    progress: Progress | None = None,
    time_out_s: float = TIME_OUT_S,
) -> tuple[Answered, ...]:
    """Every check with its answer, in the order of `checks`; each has so many seconds.

    With credentials of another account nothing but that is asked.

    Raises:
        InvalidInput: without credentials, or where AWS can't be reached; before any check starts.
    """
    account = account_id(questions)
    if account == subject.plan.account_id:
        return tuple(_all(subject, questions, checks, progress, time_out_s))
    return tuple(
        Answered(check, tuple(_asked(check, subject, questions)) if check.id == OF_ACCOUNT else (_elsewhere(check),))
        for check in checks
    )


def _all(
    subject: Subject, questions: Questions, checks: Sequence[Check], progress: Progress | None, time_out_s: float
) -> Iterator[Answered]:
    started: dict[str, float] = {}

    def ask(check: Check) -> tuple[Outcome, ...]:
        started[check.id] = monotonic()
        return tuple(_asked(check, subject, questions))

    # Not as a context, which would wait for what hangs.
    pool = ThreadPoolExecutor(max_workers=_AT_ONCE)
    begun = monotonic()
    pending = {pool.submit(ask, check): check for check in checks}
    answers: dict[str, tuple[Outcome, ...]] = {}
    while pending:
        if progress:
            progress(len(answers), len(checks), tuple(check.id for check in pending.values()))
        # What waits for a free thread starts when one of the others has had its time, at the latest.
        ends = {future: started.get(check.id, begun + time_out_s) + time_out_s for future, check in pending.items()}
        done, _ = wait(pending, max(min(ends.values()) - monotonic(), 0), FIRST_COMPLETED)
        for future in [*pending]:
            if future in done or ends[future] <= monotonic():
                check = pending.pop(future)
                answers[check.id] = _answer(future, check, time_out_s)
    pool.shutdown(wait=False, cancel_futures=True)
    if progress:
        progress(len(answers), len(checks), ())
    for check in checks:
        yield Answered(check, answers[check.id])


def _answer(future: Future[tuple[Outcome, ...]], check: Check, time_out_s: float) -> tuple[Outcome, ...]:
    if future.done():
        return future.result()
    future.cancel()
    return (_unknown(check, f"no answer within {time_out_s:g} seconds", _AGAIN),)


def _asked(check: Check, subject: Subject, questions: Questions) -> Iterator[Outcome]:
    """What a check says, and why it says no more where it can't."""
    try:
        yield from check.run(subject, questions)
    except Denied as denied:
        if denied.action:
            yield _unknown(check, f"these credentials lack the permission {denied.action}", _POLICY)
        else:
            yield from _told(check, denied)
    except InvalidInput as refused:
        yield from _told(check, refused)
    except Exception as error:  # noqa: BLE001 (a check that fails must not take the others' answers with it)
        # Not the error's own words: they may repeat a secret of the file.
        *_, last = traceback.extract_tb(error.__traceback__)
        where = f"{last.filename.rpartition('/')[2]}:{last.lineno}"
        message = f"the check failed: {type(error).__name__} at {where}, a fault of rackguard"
        yield _unknown(check, message, "Report it; the other checks are not touched by it.")


def _told(check: Check, refused: InvalidInput) -> Iterator[Outcome]:
    for problem in refused.problems:
        yield _unknown(check, problem.message, problem.hint)


def _unknown(check: Check, message: str, hint: str) -> Outcome:
    return Outcome(check.id, "unknown", "", message, hint)


def _elsewhere(check: Check) -> Outcome:
    return _unknown(check, "not asked: the credentials are of another account", "Set AWS_PROFILE to a profile of it.")
