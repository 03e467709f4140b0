"""The key that the stack names is there and enabled, and its policy lets AWS start encrypted nodes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard.account.preflight.check import Check
from rackguard.account.preflight.key_policy import Lack, lacks
from rackguard.account.preflight.outcome import Outcome, Status

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.subject import Subject

_ID = "existing_key"
_WHERE = "encryption"
_VOLUMES = frozenset({"CreateGrant", "Decrypt", "GenerateDataKeyWithoutPlaintext"})
"""Operations without which no encrypted volume is made (KMS developer guide, how EBS uses KMS)."""
_STATEMENTS = "`rackguard plan --format json` has the statements that it needs, under `cluster.key.policy`."


def _run(subject: Subject, questions: Questions) -> Iterator[Outcome]:
    arn = subject.plan.key.arn
    if not arn:
        return
    key: dict[str, Any] = questions.ask("kms", "describe_key", KeyId=arn).get("KeyMetadata", {})
    if not key:
        message = f"there is no key {arn} that these credentials may see"
        yield _said("problem", message, "Correct `encryption.key`, or let the stack make one: `create`.")
        return
    found = [*_usable(key, arn, subject.plan.region)]
    yield from found
    if not found:
        yield _said("ok", f"the key {arn} is enabled")
    if key.get("AWSAccountId", subject.plan.account_id) != subject.plan.account_id:
        message = f"the policy of the key of the account {key['AWSAccountId']} can't be read from this one"
        yield _said("unknown", message, f"Ask its owner. {_STATEMENTS}")
        return
    yield from _policy(subject, questions, arn)


def _usable(key: dict[str, Any], arn: str, region: str) -> Iterator[Outcome]:
    state = str(key.get("KeyState", ""))
    id_ = key.get("KeyId", arn)
    if state == "Disabled":
        command = f"aws kms enable-key --key-id {id_} --region {region}"
        yield _said("problem", f"the key {arn} is disabled", "Enable it.", command)
    elif state == "PendingDeletion":
        command = f"aws kms cancel-key-deletion --key-id {id_} --region {region}"
        hint = "Keep it, and enable it after that; or name another key."
        yield _said("problem", f"the key {arn} waits for its deletion", hint, command)
    elif state != "Enabled":
        yield _said("problem", f"the key {arn} is in the state {state}", "Name a key that is enabled.")
    if key.get("KeyManager") == "AWS":
        message = f"the key {arn} is AWS' own, whose policy nobody can change"
        yield _said("problem", message, "Name a key of yours, or let the stack make one: `create`.")
    usage, spec = key.get("KeyUsage", "ENCRYPT_DECRYPT"), key.get("KeySpec", "SYMMETRIC_DEFAULT")
    if (usage, spec) != ("ENCRYPT_DECRYPT", "SYMMETRIC_DEFAULT"):
        message = f"the key {arn} is {spec} for {usage}; volumes and stores take a symmetric one that encrypts"
        yield _said("problem", message, "Name a symmetric key, or let the stack make one: `create`.")


def _policy(subject: Subject, questions: Questions, arn: str) -> Iterator[Outcome]:
    answer = questions.ask("kms", "get_key_policy", KeyId=arn, PolicyName="default")
    missing = [*lacks(json.loads(answer.get("Policy") or "{}"), subject.plan.key.policy)]
    for lack in missing:
        if not (_is_role(lack) and _granted(questions, arn, lack.principal)):
            yield _lacking(lack)
    if not missing:
        yield _said("ok", "the key's policy allows what the cluster needs")


def _lacking(lack: Lack) -> Outcome:
    actions = ", ".join(lack.actions)
    if lack.answer == "maybe":
        message = f"whether the key's policy allows {lack.principal} {actions} hangs on a condition"
        return _said("unknown", message, f"Compare it with what is needed. {_STATEMENTS}")
    effect = "nodes end as soon as they start" if _is_role(lack) else "what it encrypts can't be made"
    message = f"the key's policy doesn't allow {lack.principal} {actions}; without it {effect}"
    return _said("problem", message, f"Add it to the key's policy. {_STATEMENTS}")


def _is_role(lack: Lack) -> bool:
    return ":role/" in lack.principal


def _granted(questions: Questions, arn: str, role: str) -> bool:
    """True where a grant gives the role what volumes need, beside the policy."""
    grants = questions.each("kms", "list_grants", "Grants", KeyId=arn, GranteePrincipal=role)
    return any(_VOLUMES.issubset(grant.get("Operations", ())) for grant in grants)


def _said(status: Status, message: str, hint: str = "", command: str = "") -> Outcome:
    return Outcome(_ID, status, _WHERE, message, hint, command)


CHECK = Check(
    id=_ID,
    title="the key that the stack names is usable, and its policy lets nodes start",
    permissions=("kms:DescribeKey", "kms:GetKeyPolicy", "kms:ListGrants"),
    run=_run,
)
