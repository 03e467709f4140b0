"""A bucket has no mount path."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, store in context.stack.cluster.storage.items():
        if store.s3 and store.mount:
            yield found(("storage", name, "mount"), f"is {store.mount}, but {name} is a bucket, which isn't mounted")


VALIDATOR = Validator(
    id="bucket-mount-path",
    level="error",
    summary="`mount` is given for file systems, not for buckets.",
    why="A bucket is used through S3's API; programs that expect the directory would write to the root disk instead.",
    hint="Take `mount` out, or declare Lustre or EFS.",
    check=_check,
)
