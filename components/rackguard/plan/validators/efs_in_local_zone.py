"""Nodes in a Local Zone mount no EFS file system."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import checkpoint_place, found, local_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.uses import kinds, pool_stores

    cluster = context.stack.cluster
    for path, zone in local_pools(context):
        name = str(path[1])
        pool = cluster.pools[name]
        for store in kinds(cluster, pool_stores(cluster, pool), "efs"):
            place = ("mounts", pool.mounts.index(store)) if store in pool.mounts else checkpoint_place(pool)
            message = f"is {store}, an EFS file system, which has no mount target in the Local Zone {zone.zone_id}"
            yield found(("pools", name, *place), message)


VALIDATOR = Validator(
    id="efs-in-local-zone",
    level="error",
    summary="Nodes in a Local Zone mount no EFS file system.",
    why="EFS makes mount targets in Availability Zones, and its name leads to the one in the node's own zone: from a"
    " Local Zone the mount fails (AWS EFS user guide, mount targets; AWS Local Zones features, 2026).",
    hint="Use a bucket, or mount FSx for Lustre in an Availability Zone.",
    check=_check,
)
