"""A small stack, and an account that says what a test tells it to; botocore holds both sides to the service's model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import boto3
from botocore.stub import Stubber
from tests.plan.conftest import declared

from rackguard.account.aws.questions import Questions
from rackguard.account.preflight.outcome import Outcome
from rackguard.account.preflight.subject import Subject
from rackguard.catalog.catalog import load
from rackguard.plan.cluster import plan_cluster
from rackguard.spec.problem import InvalidInput

NOW = datetime(2026, 12, 1, tzinfo=UTC)
REGION = "us-east-2"
ACCOUNT = "123456789012"
POOL = {"instance_type": "p5.48xlarge", "zone_id": "use2-az1", "nodes": {"max": 2}}


def subject(**changes: Any) -> Subject:
    """The small stack of tests/plan/conftest.py, changed, as of 2026-12-01."""
    stack = declared(**changes)
    catalog = load()
    return Subject(stack, plan_cluster(stack, catalog, NOW), catalog, NOW)


class Account(Questions):
    """What is told with `says` and `refuses`, each once, in the order in which each service is asked."""

    def __init__(self, region: str = REGION) -> None:
        super().__init__(region)
        self._stubbers: dict[str, Stubber] = {}
        self._others: dict[str, Account] = {}

    def elsewhere(self, region: str) -> Account:
        """The same account in another region, to be told by itself."""
        return self if region == self.region else self._others.setdefault(region, Account(region))

    def says(self, service: str, operation: str, answer: dict[str, Any], **asked: Any) -> Account:
        """An answer; where `asked` names what must be asked, exactly so."""
        self._stubber(service).add_response(operation, answer, asked or None)
        return self

    def refuses(self, service: str, operation: str, code: str, message: str = "", **asked: Any) -> Account:
        """An error's code and words."""
        self._stubber(service).add_client_error(operation, code, message, expected_params=asked or None)
        return self

    def all_asked(self) -> None:
        """Fail where something was told that nobody asked."""
        for stubber in self._stubbers.values():
            stubber.assert_no_pending_responses()
        for other in self._others.values():
            other.all_asked()

    def _stubber(self, service: str) -> Stubber:
        if service not in self._stubbers:
            given = {"aws_access_key_id": "testing", "aws_secret_access_key": "testing"}
            self._clients[service] = boto3.client(service, region_name=self.region, **given)
            self._stubbers[service] = Stubber(self._clients[service])
            self._stubbers[service].activate()
        return self._stubbers[service]


Run = Callable[[Subject, Questions], Any]


def told(run: Run, about: Subject, account: Account) -> list[tuple[str, str, str]]:
    """Status, place and message of all that a check says; all that the account was told is asked."""
    return [(one.status, one.where, one.message) for one in outcomes(run, about, account)]


def outcomes(run: Run, about: Subject, account: Account) -> list[Outcome]:
    """What a check says, whole."""
    found = list(run(about, account))
    account.all_asked()
    return found


def refused(run: Run, about: Subject, account: Account) -> InvalidInput:
    """What a check that can't be run raises, for run.py to tell."""
    try:
        list(run(about, account))
    except InvalidInput as error:
        account.all_asked()
        return error
    raise AssertionError("nothing was refused")


def with_pool(about: Subject, **changes: Any) -> Subject:
    """The subject with its first pool's plan changed."""
    first, *rest = about.plan.pools
    return replace(about, plan=replace(about.plan, pools=(replace(first, **changes), *rest)))
