"""Bucket policies refuse uploads under another key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.bucket_companions import for_access_logs
from rackguard_policies.granted import matches
from rackguard_policies.iam_document import some_statement
from rackguard_policies.open_principals import is_everybody
from rackguard_policies.plain_http import covers_objects
from rackguard_policies.rule import NotApplicable, Rule
from rackguard_policies.types import BUCKET_POLICY

if TYPE_CHECKING:
    from rackguard_policies.iam_document import Condition, Statement
    from rackguard_policies.rule import Subject, Verdict

KEY_HEADER = "s3:x-amz-server-side-encryption-aws-kms-key-id"


def _denies_other_keys(statement: Statement) -> bool:
    uploads = any(matches(pattern, "s3:PutObject") for pattern in statement.actions)
    refuses = uploads and any(map(_is_of_other_keys, statement.conditions))
    return not statement.allows and is_everybody(statement) and refuses and covers_objects(statement)


def _is_of_other_keys(condition: Condition) -> bool:
    """Met by an upload that names a key other than some, or any at all."""
    operator = condition.operator.lower()
    any_key = operator == "null" and "false" in condition.values
    return condition.key == KEY_HEADER and (any_key or "not" in operator)


def _judge(subject: Subject) -> Iterator[Verdict]:
    if reason := for_access_logs(subject):
        yield NotApplicable(reason)
        return
    yield from some_statement("policy", _denies_other_keys, "denies uploads that name another KMS key")(subject)


RULE = Rule(
    id="s3-policy-deny-unencrypted",
    title="A bucket's policy denies uploads that name another KMS key",
    severity="low",
    why="The default encryption is only a default: an upload may name any key, also one of a stranger's account.",
    fix="Deny s3:PutObject to everybody where s3:x-amz-server-side-encryption-aws-kms-key-id isn't null or your key's.",
    types=(BUCKET_POLICY,),
    judge=_judge,
    before='BucketPolicy("data", bucket=bucket.id, policy=json.dumps(deny_plain_http))',
    after='BucketPolicy("data", bucket=bucket.id, policy=json.dumps(deny_plain_http + deny_other_keys))',
)
