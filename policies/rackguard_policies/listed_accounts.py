"""Whom something is shared with: accounts and organizations that a user has listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Judge, Parameter
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

_TEXTS = {"type": "array", "items": {"type": "string"}}
ACCOUNTS = {"accounts": Parameter([], _TEXTS, "ids of the accounts that it may be shared with")}
ORGANIZATIONS = {
    "organizations": Parameter([], _TEXTS, "ARNs of the organizations and their units that it may be shared with")
}


def listed(path: str, parameter: str) -> Judge:
    """What is at `path` is among the values of a parameter, if anything is there."""

    def judge(subject: Subject) -> Iterator[Verdict]:
        allowed = subject.parameters[parameter]
        place = every(path).fine_if_absent()
        yield from place.must(lambda value: value in allowed, f"is listed in the parameter {parameter}")(subject)

    return judge
