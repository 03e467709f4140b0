"""Whoever administers a key has no use of it by the same policy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.granted import grants
from rackguard_policies.iam_document import statements
from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.types import ALL_KEYS, KEY_POLICY
from rackguard_policies.values import leaf, seen

if TYPE_CHECKING:
    from rackguard_policies.iam_document import Statement
    from rackguard_policies.rule import Subject, Verdict

ADMINISTERS = ("kms:PutKeyPolicy", "kms:ScheduleKeyDeletion", "kms:DisableKey")
USES = ("kms:Decrypt", "kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncryptFrom")
ACCOUNT = re.compile(r"(?:arn:[a-z-]+:iam::)?\d{12}(?::root)?")
WANTED_OF = "gives no principal both administration and use of the key"


def _judge(subject: Subject) -> Iterator[Verdict]:
    place = leaf(subject.resource.inputs, "policy")
    found = statements(place)
    if found is None:
        if not place.absent:
            yield Unproven(place.path, WANTED_OF)
        return
    administrators = {name for statement in found if grants(statement, *ADMINISTERS) for name in _named(statement)}
    users = {name for statement in found if grants(statement, *USES) for name in _named(statement)}
    for name in sorted(administrators & users):
        yield Finding(place.path, WANTED_OF, seen(name))


def _named(statement: Statement) -> Iterator[str]:
    # The account's own statement leaves it to IAM who does what; without it a lost role locks everybody out.
    yield from (name for _, name in statement.principals if "*" not in name and not ACCOUNT.fullmatch(name))


RULE = Rule(
    id="kms-admin-user-split",
    title="A key's policy gives administration and use of the key to different principals",
    severity="medium",
    why="Who can both change a key's policy and decrypt with it answers to nobody.",
    fix="Part the statements: kms:Put*, kms:Create*, kms:Schedule* for administrators; kms:Decrypt for users."
    " The account itself may have kms:*, which leaves it to IAM.",
    types=(*ALL_KEYS, KEY_POLICY),
    judge=_judge,
    before='Key("data", policy=all_of_kms_for("role/ml"))',
    after='Key("data", policy=administration_for("role/security") + use_for("role/ml"))',
)
