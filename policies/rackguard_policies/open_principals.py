"""Whom a resource's own policy lets in: everybody, or those that it names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rackguard_policies.address_range import is_world, network
from rackguard_policies.granted import narrows

if TYPE_CHECKING:
    from rackguard_policies.iam_document import Condition, Statement

_OWNERS = re.compile(
    "aws:(?:principalaccount|principalorgid|principalorgpaths|sourceaccount|sourceorgid|sourceorgpaths|sourcevpc"
    "|sourcevpce)|kms:calleraccount|s3:dataaccesspointaccount"
)
"""Keys whose value is one account, organization, VPC or endpoint."""
NAMES_WHOM = "lets in nobody but whom it names, or whom a condition does"
_ARNS = frozenset(("aws:principalarn", "aws:sourcearn", "s3:dataaccesspointarn"))
_ACCOUNT = re.compile(r"(?:arn:[a-z-]+:iam::)?(\d{12})(?::.*)?")


def open_to(statement: Statement) -> str:
    """What makes a statement let everybody in; empty where it names whom, or a condition does."""
    if not statement.allows or any(map(closes, statement.conditions)):
        return ""
    if statement.not_principals:
        return "everybody but those whom it names"
    found = next((f"{kind} {name}" for kind, name in statement.principals if "*" in name), "")
    return found and "everybody"


def is_everybody(statement: Statement) -> bool:
    """True where a statement is about every principal there is."""
    return any(kind in ("*", "AWS") and name == "*" for kind, name in statement.principals)


def accounts(statement: Statement) -> tuple[str, ...]:
    """Ids of the accounts whose principals a statement names."""
    found = (_ACCOUNT.fullmatch(name) for kind, name in statement.principals if kind == "AWS")
    return tuple(dict.fromkeys(match.group(1) for match in found if match))


def closes(condition: Condition) -> bool:
    """True for a condition that leaves nobody but one's own, or those that it names."""
    if not narrows(condition):
        return False
    if _OWNERS.fullmatch(condition.key):
        return not any("*" in value.partition("/")[0] or "?" in value for value in condition.values)
    if condition.key in _ARNS:
        return all(map(_names_owner, condition.values))
    return condition.key == "aws:sourceip" and all(map(_is_range, condition.values))


def _names_owner(arn: str) -> bool:
    """True for an ARN with an account in it, or of a bucket, whose name is unique."""
    parts = arn.split(":", 5)
    if len(parts) < 6:
        return False
    owner = parts[4] if parts[2] != "s3" or parts[4] else parts[5].partition("/")[0]
    return bool(owner) and not set(owner) & set("*?")


def _is_range(value: str) -> bool:
    given = network(value)
    return given is not None and not is_world(given)
