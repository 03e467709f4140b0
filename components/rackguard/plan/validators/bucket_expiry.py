"""Objects of a locked bucket don't expire before their lock ends."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.duration_words import days

    for name, store in context.stack.cluster.storage.items():
        s3 = store.s3
        if s3 and s3.expire_days and s3.object_lock_days and s3.expire_days < s3.object_lock_days:
            message = f"is {s3.expire_days}, before the lock of {days(s3.object_lock_days)} ends; nothing is freed"
            yield found(("storage", name, "s3", "expire_days"), message)


VALIDATOR = Validator(
    id="bucket-expiry",
    level="warning",
    summary="`expire_days` is at least `object_lock_days`.",
    why="A locked version can't be deleted, also not by a lifecycle rule: the object is hidden, and still paid for"
    " (AWS S3 user guide, Object Lock considerations).",
    hint="Let objects expire after the lock, or shorten the lock.",
    check=_check,
)
