"""Names of resources are as their parts say."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan import names
    from rackguard.plan.known_as import known_as

    cluster, region = context.stack.cluster, context.stack.region
    for pool, declared in cluster.pools.items():
        part = names.pool_part(known_as(pool, declared))
        role = names.role_name(cluster.name, part, region)
        if len(f"{cluster.name}-{region}-{part}") > names.ROLE:
            yield found(
                ("pools", pool), f"has a role called {role}: its whole name is longer than {names.ROLE} characters"
            )
    for key, store in cluster.storage.items():
        if store.s3 is None or store.s3.bucket:
            continue
        bucket = names.bucket_name(cluster.name, key, cluster.account_id, region)
        if len(f"{cluster.name}-{key}-{cluster.account_id}-{region}") > names.BUCKET:
            message = f"makes the bucket {bucket}: its whole name is longer than {names.BUCKET} characters"
            yield found(("storage", key, "s3"), message)


VALIDATOR = Validator(
    id="names-shortened",
    level="info",
    summary="Names of roles and buckets are short enough to be written in full.",
    why="A name that is too long ends in a hash instead: it stays the same and unique, but is harder to recognise"
    " (AWS IAM quotas: 64 characters; AWS S3 user guide: 63).",
    hint="Use shorter names for the cluster, pool or store if you want to see them in full.",
    check=_check,
    rests_on=(("name",), ("account_id",)),
)
