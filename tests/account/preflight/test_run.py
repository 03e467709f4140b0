"""All checks at once: each has an answer in the end, whatever the others do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

import pytest
from tests.account.preflight.asking import ACCOUNT, Account, subject

from rackguard.account.aws.questions import Denied, NoCredentials, Questions
from rackguard.account.preflight.check import Check
from rackguard.account.preflight.outcome import Outcome
from rackguard.account.preflight.run import Answered, run
from rackguard.account.preflight.subject import Subject
from rackguard.spec.problem import InvalidInput, Problem

Answer = Callable[[Subject, Questions], Iterator[Outcome]]
FINE = Outcome("fine", "ok", "", "all is well")


def identity(number: str = ACCOUNT) -> Account:
    answer = {"Account": number, "UserId": "AIDAEXAMPLE", "Arn": f"arn:aws:iam::{number}:user/ana"}
    return Account().says("sts", "get_caller_identity", answer)


def check(id: str, answer: Answer) -> Check:
    return Check(id, f"{id} is asked", (), answer)


def well(*_: object) -> Iterator[Outcome]:
    yield FINE


def asked(*checks: Check, account: Account | None = None, **given: Any) -> list[Answered]:
    return list(run(subject(), account or identity(), checks, **given))


def test_answers_come_in_the_order_of_the_checks_however_long_each_takes() -> None:
    """The first waits for the last: both are asked at the same time."""
    second = Event()

    def first(*_: object) -> Iterator[Outcome]:
        yield Outcome("first", "ok" if second.wait(20) else "problem", "", "waited")

    def last(*_: object) -> Iterator[Outcome]:
        second.set()
        yield Outcome("last", "warning", "pools.train", "came")

    told = asked(check("first", first), check("last", last))
    assert [(one.check.id, [outcome.status for outcome in one.outcomes]) for one in told] == [
        ("first", ["ok"]),
        ("last", ["warning"]),
    ]


def test_a_check_without_anything_to_ask_says_nothing() -> None:
    (told,) = asked(check("silent", lambda *_: iter(())))
    assert told.outcomes == ()


def test_a_permission_that_is_lacking_is_named_beside_what_was_found() -> None:
    def refuse(_: Subject, questions: Questions) -> Iterator[Outcome]:
        yield FINE
        questions.ask("ec2", "describe_vpcs")

    account = identity().refuses("ec2", "describe_vpcs", "UnauthorizedOperation", "You may not.")
    denied, other = asked(check("denied", refuse), check("fine", well), account=account)
    hint = "Let these credentials do it; `rackguard preflight --iam-policy` prints all that they need."
    message = "these credentials lack the permission ec2:DescribeVpcs"
    assert denied.outcomes == (FINE, Outcome("denied", "unknown", "", message, hint))
    assert other.outcomes == (FINE,)


def test_a_denial_that_names_no_permission_is_told_as_it_is() -> None:
    def refuse(*_: object) -> Iterator[Outcome]:
        raise Denied([Problem("account-unread", "error", (), "AWS does not know these credentials", "Look.")])

    (told,) = asked(check("denied", refuse))
    assert told.outcomes == (Outcome("denied", "unknown", "", "AWS does not know these credentials", "Look."),)


def test_a_service_that_does_not_answer_is_unknown() -> None:
    def ask(_: Subject, questions: Questions) -> Iterator[Outcome]:
        yield from (Outcome("busy", "ok", "", str(one)) for one in questions.each("ec2", "describe_vpcs", "Vpcs"))

    account = identity().refuses("ec2", "describe_vpcs", "InternalError")
    (told,) = asked(check("busy", ask), account=account)
    message = "AWS does not answer ec2:describe_vpcs: InternalError"
    hint = "Nothing was changed: run it again."
    assert told.outcomes == (Outcome("busy", "unknown", "", message, hint),)


def test_a_check_that_fails_is_unknown_and_repeats_no_secret() -> None:
    def fail(*_: object) -> Iterator[Outcome]:
        raise ValueError("hush")

    crashed, other = asked(check("crashed", fail), check("fine", well))
    (told,) = crashed.outcomes
    assert told.status == "unknown"
    assert told.message.startswith("the check failed: ValueError at test_run.py:")
    assert "hush" not in told.message
    assert other.outcomes == (FINE,)


def test_a_check_that_hangs_is_unknown_and_holds_nobody_up() -> None:
    """Nine hang, of which eight at a time are asked: the ninth and the tenth never start."""
    released = Event()

    def hang(*_: object) -> Iterator[Outcome]:
        released.wait(60)
        yield FINE

    hanging = [check(f"hangs-{number}", hang) for number in range(9)]
    *told, last = asked(*hanging, check("fine", well), time_out_s=0.05)
    released.set()
    late = "no answer within 0.05 seconds"
    assert {(outcome.status, outcome.message) for one in told for outcome in one.outcomes} == {("unknown", late)}
    assert [one.message for one in last.outcomes] == [late]


def test_with_credentials_of_another_account_only_that_is_told() -> None:
    def never(*_: object) -> Iterator[Outcome]:
        raise AssertionError("another account is not asked")

    def whose(*_: object) -> Iterator[Outcome]:
        yield Outcome("account_region", "problem", "", "the account is another one")

    first, second = asked(check("account_region", whose), check("quotas", never), account=identity("210987654321"))
    assert [one.status for one in first.outcomes] == ["problem"]
    (other,) = second.outcomes
    assert (other.status, other.message) == ("unknown", "not asked: the credentials are of another account")


def test_without_credentials_nothing_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> Iterator[Outcome]:
        raise AssertionError("nothing is asked without credentials")

    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    for name, value in {
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": "/dev/null",
        "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
    }.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(NoCredentials) as refused:
        run(subject(), Questions("us-east-2"), [check("quotas", never)])
    (problem,) = refused.value.problems
    assert problem.message == "there are no credentials for AWS"


def test_expired_credentials_stop_everything_before_it_starts() -> None:
    account = Account().refuses("sts", "get_caller_identity", "ExpiredToken")
    with pytest.raises(InvalidInput, match="the credentials for AWS have expired"):
        asked(check("fine", well), account=account)


def test_progress_tells_how_many_are_done_and_which_are_asked() -> None:
    told: list[tuple[int, int, tuple[str, ...]]] = []
    asked(check("one", well), check("two", well), progress=lambda *given: told.append(given))
    assert told[0] == (0, 2, ("one", "two"))
    assert told[-1] == (2, 2, ())
