"""What a key's policy lets principals do, as far as its statements tell.

Source: IAM user guide, policy evaluation and policy elements, 2026. Whether a condition holds is for AWS alone to say:
what hangs on one that isn't known here is "maybe".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, Literal, cast

from rackguard.record import record

Answer = Literal["yes", "maybe", "no"]

_PARTS = {
    "kms:GenerateDataKey*": ("kms:GenerateDataKey", "kms:GenerateDataKeyWithoutPlaintext"),
    "kms:ReEncrypt*": ("kms:ReEncryptFrom", "kms:ReEncryptTo"),
}
"""What stands for several actions, and those of them that volumes and logs need."""
_EXPECTED = frozenset({"kms:grantisforawsresource", "kms:encryptioncontext:aws:logs:arn"})
"""Conditions that hold for what AWS' services ask: they are those of AWS' own examples."""


@record
class Lack:
    """Actions that a principal needs and isn't allowed, or may not be."""

    principal: str
    actions: tuple[str, ...]
    answer: Answer
    """`no`, or `maybe` where a condition decides."""


def lacks(policy: Mapping[str, Any], needed: Mapping[str, Any]) -> Iterator[Lack]:
    """What the policy `needed` allows and `policy` doesn't, by principal and answer."""
    statements = _listed(policy.get("Statement"))
    for wanted in _listed(needed.get("Statement")):
        actions = [part for action in _listed(wanted.get("Action")) for part in _PARTS.get(action, (action,))]
        for principal in _principals(wanted):
            answers = {action: _answer(statements, principal, action) for action in actions}
            for answer in ("no", "maybe"):
                missing = tuple(action for action, found in answers.items() if found == answer)
                if missing:
                    yield Lack(principal, missing, answer)


def _answer(statements: Sequence[Mapping[str, Any]], principal: str, action: str) -> Answer:
    """Denied by one statement is denied, wherever it stands."""
    found: dict[str, set[Answer]] = {"Allow": {"no"}, "Deny": {"no"}}
    for statement in statements:
        found["Deny" if statement.get("Effect") == "Deny" else "Allow"].add(_matches(statement, principal, action))
    allowed, denied = (_surest(found[effect]) for effect in ("Allow", "Deny"))
    if denied == "yes" or allowed == "no":
        return "no"
    return "maybe" if "maybe" in (allowed, denied) else "yes"


def _surest(answers: set[Answer]) -> Answer:
    return "yes" if "yes" in answers else "maybe" if "maybe" in answers else "no"


def _matches(statement: Mapping[str, Any], principal: str, action: str) -> Answer:
    if {"NotPrincipal", "NotAction"} & statement.keys():
        return "maybe"
    if not any(_same(named, principal) for named in _principals(statement)):
        return "no"
    if not any(fnmatchcase(action.lower(), str(pattern).lower()) for pattern in _listed(statement.get("Action"))):
        return "no"
    conditions: Mapping[str, Mapping[str, Any]] = statement.get("Condition") or {}
    keys = {key.lower() for operator in conditions.values() for key in operator}
    # To deny, such a condition is turned round: it holds for what isn't a service's.
    expected = _EXPECTED if statement.get("Effect") != "Deny" else frozenset[str]()
    return "yes" if keys <= expected else "maybe"


def _same(named: str, principal: str) -> bool:
    """An account's root may be written as its id alone."""
    account = principal.split(":")[4] if principal.endswith(":root") else principal
    return named in ("*", principal, account)


def _principals(statement: Mapping[str, Any]) -> list[str]:
    named = statement.get("Principal")
    if isinstance(named, str):
        return [named]
    kinds: Mapping[str, Any] = named or {}
    return [one for kind in kinds.values() for one in _listed(kind)]


def _listed(value: Any) -> list[Any]:
    """One or many, as JSON policies have it."""
    if value is None:
        return []
    return cast("list[Any]", value) if isinstance(value, list) else [value]
