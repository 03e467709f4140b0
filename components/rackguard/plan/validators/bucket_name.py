"""A bucket's name is one that S3 accepts."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

PREFIXES = ("amzn-s3-demo-", "sthree-", "xn--")
SUFFIXES = ("--ol-s3", "--table-s3", "--x-s3", "-an", "-s3alias")


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.uses import bucket_name

    for key, store in context.stack.cluster.storage.items():
        if store.s3 is None:
            continue
        name = bucket_name(context.stack, key)
        path = ("storage", key, "s3", "bucket") if store.s3.bucket else ("storage", key)
        for prefix in PREFIXES:
            if name.startswith(prefix):
                yield found(path, f"is {name}; S3 keeps names that start with {prefix} to itself")
        for suffix in SUFFIXES:
            if name.endswith(suffix):
                yield found(path, f"is {name}; S3 keeps names that end in {suffix} to itself")


VALIDATOR = Validator(
    id="bucket-name",
    level="error",
    summary="A bucket's name doesn't start or end with what S3 keeps to itself.",
    why="S3 refuses the bucket (AWS S3 user guide, general purpose bucket naming rules, 2026).",
    hint="Choose another name, or leave `bucket` out.",
    check=_check,
)
