"""The key belongs to the stack's account and region."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.arn import arn

    key = context.stack.cluster.encryption.key
    wanted = arn("kms", context.stack.region, context.stack.cluster.account_id, "key/")
    if key != "create" and not key.startswith(wanted):
        yield found(("encryption", "key"), f"is {key}; allowed in this stack: create, or {wanted}…")


VALIDATOR = Validator(
    id="encryption-key-elsewhere",
    level="error",
    summary="The key's ARN names the stack's account and region.",
    why="A volume can't be encrypted with another region's key, and what the plan says of roles that may use the key"
    " holds for this account (AWS KMS developer guide, 2026).",
    hint="Check the ARN, `aws:region` and `account_id`.",
    check=_check,
    rests_on=(("account_id",),),
)
