"""A bucket that is listed under `mounts` is used over S3's API."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, mounting
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    cluster = context.stack.cluster
    for path, mounts in mounting(cluster):
        for index, name in enumerate(mounts):
            store = cluster.storage.get(name)
            if store and store.kind == "s3":
                yield found((*path, index), f"is {name}, a bucket: nodes may read and write it, but it isn't mounted")


VALIDATOR = Validator(
    id="bucket-in-mounts",
    level="info",
    summary="What is listed under `mounts` appears as a directory, except a bucket.",
    why="A bucket has no file system: nodes get the permission to use it through S3's API, and nothing else.",
    hint="Use `aws s3` or a library on the nodes; for a directory declare Lustre or EFS.",
    check=_check,
)
