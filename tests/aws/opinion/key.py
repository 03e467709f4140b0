"""CreateKey, EnableKeyRotation: what is sent, what KMS says of a key's policy, and whom the policy lets.

Source: AWS KMS developer guide, "Key policies" and "Resource quotas", 2026; EC2 Auto Scaling user guide, "Required
AWS KMS key policy for use with encrypted volumes", 2026.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import Any

from tests.aws.opinion import tags
from tests.aws.opinion.as_call import as_call
from tests.aws.opinion.existing import KEY, LINKED_ROLE, ROLE, Lookup, Thing, found
from tests.aws.opinion.service_model import input_shape, problems

POLICY_BYTES = 32768
AUTO_SCALING = "role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"
SPOT = "role/aws-service-role/spot.amazonaws.com/AWSServiceRoleForEC2Spot"
_FOR_VOLUMES = (
    "kms:Encrypt",
    "kms:Decrypt",
    "kms:ReEncryptFrom",
    "kms:ReEncryptTo",
    "kms:GenerateDataKey",
    "kms:GenerateDataKeyWithoutPlaintext",
    "kms:DescribeKey",
    "kms:CreateGrant",
)
_SERVICE = re.compile(r"[a-z0-9.-]+\.amazonaws\.com(\.cn)?")
_ROOT = re.compile(r"(arn:aws[a-z-]*:iam::)?\d{12}(:root)?")
_ROLE = re.compile(r"arn:aws[a-z-]*:iam::\d{12}:role/.+")

Statement = dict[str, Any]


def call(inputs: Thing) -> dict[str, Any]:
    """The parameters of CreateKey."""
    shape = input_shape("kms", "CreateKey")
    names = ("policy", "description", "keyUsage", "customKeyStoreId", "multiRegion", "tags")
    made = as_call(shape, {name: inputs.get(name) for name in names})
    if inputs.get("customerMasterKeySpec"):
        made["KeySpec"] = inputs["customerMasterKeySpec"]
    if inputs.get("bypassPolicyLockoutSafetyCheck"):
        made["BypassPolicyLockoutSafetyCheck"] = True
    return made


def refused(inputs: Thing, lookup: Lookup) -> Iterator[str]:
    """What is wrong with a key, and with the rotation and the deletion that are asked for with it."""
    made = call(inputs)
    yield from problems("kms", "CreateKey", made)
    yield from tags.refused(inputs.get("tags") or {}, "the key")
    if inputs.get("rotationPeriodInDays") is not None:
        sent = {"KeyId": "key", "RotationPeriodInDays": int(inputs["rotationPeriodInDays"])}
        yield from problems("kms", "EnableKeyRotation", sent)
    days = inputs.get("deletionWindowInDays")
    if days is not None and not 7 <= days <= 30:
        yield f"ValidationException: PendingWindowInDays is {days:g}; 7 to 30 allowed"
    if "Policy" in made:
        yield from _policy(made["Policy"], lookup, bypass="BypassPolicyLockoutSafetyCheck" in made)


def not_let(key: str, role: str, lookup: Lookup) -> list[str]:
    """The actions that a role needs of a key for volumes and that the key's policy doesn't let it; none of a key of
    others.

    A service-linked role has no policy that names keys, so that only the key's own can let it.
    """
    thing = found(lookup, KEY, "arn", key) or found(lookup, KEY, "id", key)
    if thing is None or not thing.get("policy"):
        return []
    statements = _statements(json.loads(thing["policy"]))
    return [action for action in _FOR_VOLUMES if not any(_lets(one, role, action) for one in statements)]


def _policy(text: str, lookup: Lookup, *, bypass: bool) -> Iterator[str]:
    if len(text.encode()) > POLICY_BYTES:
        yield f"LimitExceededException: The key policy has {len(text.encode())} bytes, {POLICY_BYTES} allowed"
    try:
        statements = _statements(json.loads(text))
    except ValueError:
        yield "MalformedPolicyDocumentException: The policy is no JSON"
        return
    missing = [one for statement in statements for one in _principals(statement) if not _exists(*one, lookup)]
    if missing:
        yield (
            "MalformedPolicyDocumentException: Policy contains a statement with one or more invalid principals: "
            + ", ".join(dict.fromkeys(name for _, name in missing))
        )
    if not bypass and not any(_administers(statement) for statement in statements):
        yield (
            "MalformedPolicyDocumentException: The new key policy will not allow you to update the key policy in the"
            " future."
        )


def _statements(document: dict[str, Any]) -> list[Statement]:
    return _listed(document.get("Statement", []))


def _principals(statement: Statement) -> Iterator[tuple[str, str]]:
    """Who a statement is about: kind and name."""
    given = statement.get("Principal", {})
    for kind, names in ({"AWS": given} if isinstance(given, str) else given).items():
        for name in _listed(names):
            yield kind, name


def _exists(kind: str, name: str, lookup: Lookup) -> bool:
    if kind == "Service":
        return _SERVICE.fullmatch(name) is not None
    if kind != "AWS" or name == "*" or _ROOT.fullmatch(name):
        return True
    known = (role.get("arn") for token in (ROLE, LINKED_ROLE) for role in lookup(token))
    return _ROLE.fullmatch(name) is not None and name in known


def _administers(statement: Statement) -> bool:
    """Whether the account, or everybody, may change the policy by the statement, whatever the circumstances."""
    anyone = any(kind == "AWS" and (name == "*" or _ROOT.fullmatch(name)) for kind, name in _principals(statement))
    allowed = statement.get("Effect") == "Allow" and not statement.get("Condition")
    return anyone and allowed and _covers(statement, "kms:PutKeyPolicy")


def _lets(statement: Statement, role: str, action: str) -> bool:
    """Whether a role may by the statement. Conditions but `kms:GrantIsForAWSResource` are taken to hold."""
    if statement.get("Effect") != "Allow" or not _covers(statement, action):
        return False
    if action != "kms:CreateGrant" and "kms:GrantIsForAWSResource" in str(statement.get("Condition")):
        return False
    return any(kind == "AWS" and (name == "*" or name.endswith(f":{role}")) for kind, name in _principals(statement))


def _covers(statement: Statement, action: str) -> bool:
    patterns: Iterable[str] = _listed(statement.get("Action", []))
    return any(fnmatchcase(action.lower(), pattern.lower()) for pattern in patterns)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
