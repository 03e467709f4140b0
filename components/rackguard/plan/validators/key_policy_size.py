"""The key's policy fits in what KMS takes."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

MOST_BYTES = 32768


def _check(context: Context) -> Iterator[Found]:
    import json

    if context.plan is None:
        return
    size = len(json.dumps(context.plan.key.policy, separators=(",", ":")).encode())
    if size > MOST_BYTES:
        yield found(("encryption",), f"needs a key policy of {size} bytes; allowed: {MOST_BYTES}")


VALIDATOR = Validator(
    id="key-policy-size",
    level="error",
    summary="The policy of the cluster's key is at most 32 KiB long.",
    why="KMS takes no longer one (AWS KMS developer guide, quotas).",
    hint="Divide the cluster: every store's log group is named in the policy.",
    check=_check,
)
