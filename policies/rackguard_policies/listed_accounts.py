"""Whom something is shared with: accounts and organizations that a user has listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.iam_document import statements
from rackguard_policies.open_principals import accounts
from rackguard_policies.rule import Finding, Judge, Parameter, Unproven
from rackguard_policies.values import leaf
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

_TEXTS = {"type": "array", "items": {"type": "string"}}
ACCOUNTS = {"accounts": Parameter([], _TEXTS, "ids of the accounts that it may be shared with")}
ORGANIZATIONS = {
    "organizations": Parameter([], _TEXTS, "ARNs of the organizations and their units that it may be shared with")
}
_OWN = "names principals of its own account, or of one in the parameter accounts"
_COLONS = 5


def listed(path: str, parameter: str) -> Judge:
    """What is at `path` is among the values of a parameter, if anything is there."""

    def judge(subject: Subject) -> Iterator[Verdict]:
        allowed = subject.parameters[parameter]
        place = every(path).fine_if_absent()
        yield from place.must(lambda value: value in allowed, f"is listed in the parameter {parameter}")(subject)

    return judge


def of_own_account(subject: Subject) -> Iterator[Verdict]:
    """The policy of a topic or queue names principals of its own account, as its ARN tells it, or listed ones only."""
    place = leaf(subject.resource.inputs, "policy")
    for statement in () if place.absent else statements(place) or ():
        own = {arn.split(":")[4] for arn in statement.resources if arn.count(":") >= _COLONS}
        for account in accounts(statement) if statement.allows else ():
            if account in subject.parameters["accounts"]:
                continue
            if not own - {"", "*"}:
                yield Unproven(statement.path, _OWN)
            elif account not in own:
                yield Finding(statement.path, _OWN, f"account {account}")
