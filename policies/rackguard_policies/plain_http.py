"""Statements that refuse requests without TLS, or with one that is too old."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.granted import matches
from rackguard_policies.open_principals import is_everybody
from rackguard_policies.values import number

if TYPE_CHECKING:
    from rackguard_policies.iam_document import Statement

_DENY = frozenset(("bool", "boolifexists", "stringequals", "stringequalsignorecase"))


def refuses_plain_http(statement: Statement, *actions: str) -> bool:
    """True for a statement that denies each of `actions` to everybody who comes without TLS."""
    if not _denies(statement, actions) or len(statement.conditions) != 1:
        return False
    only = statement.conditions[0]
    return only.operator.lower() in _DENY and only.key == "aws:securetransport" and "false" in only.values


def refuses_old_tls(statement: Statement, *actions: str) -> bool:
    """True for a statement that denies each of `actions` to everybody whose TLS is older than 1.2."""
    if not _denies(statement, actions) or len(statement.conditions) != 1:
        return False
    only = statement.conditions[0]
    older = only.operator.lower() in ("numericlessthan", "numericlessthanifexists") and only.key == "s3:tlsversion"
    return older and any((number(value) or 0) >= 1.2 for value in only.values)


def covers_bucket(statement: Statement) -> bool:
    """True where a statement is about a bucket and all that is in it."""
    if any(each == "*" or each.endswith(":*") for each in statement.resources):
        return True
    inside = {each[:-2] for each in statement.resources if each.endswith("/*")}
    whole = {each[:-1] for each in statement.resources if each.endswith("*") and not each.endswith("/*")}
    return bool(whole) or any(each in inside for each in statement.resources)


def covers_objects(statement: Statement) -> bool:
    """True where a statement is about all that is in a bucket."""
    names = (each.rpartition(":")[2] for each in statement.resources)
    return any(name.removesuffix("/*").find("/") < 0 and name.endswith("*") for name in names)


def _denies(statement: Statement, actions: tuple[str, ...]) -> bool:
    everything = all(any(matches(pattern, action) for pattern in statement.actions) for action in actions)
    return not statement.allows and is_everybody(statement) and everything
