"""Every bucket has a name of its own."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.uses import access_logs_bucket_name, bucket_name

    first = {access_logs_bucket_name(context.stack): "that of the buckets' access logs"}
    for key, store in context.stack.cluster.storage.items():
        if store.s3:
            name = bucket_name(context.stack, key)
            if name in first:
                path = ("storage", key, "s3", "bucket") if store.s3.bucket else ("storage", key, "s3")
                yield found(path, f"makes the bucket {name}, which is {first[name]} already")
            first.setdefault(name, f"{key}'s")


VALIDATOR = Validator(
    id="bucket-name-repeated",
    level="error",
    summary="Every bucket of the cluster has a name of its own.",
    why="S3 has each name once in the world (AWS S3 user guide, bucket naming rules).",
    hint="Choose another name, or use the one store under both purposes.",
    check=_check,
)
