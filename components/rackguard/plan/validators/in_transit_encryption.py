"""Nodes that hold health information encrypt their traffic."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.uses import pool_stores

    cluster = context.stack.cluster
    for _, pool, path, kind in typed_pools(context):
        used = [cluster.storage[store].classification for store in pool_stores(cluster, pool)]
        # A pool whose every store is classified lower holds nothing of the cluster's highest class.
        holds_phi = "phi" in used or (cluster.tags.classification == "phi" and (not used or None in used))
        if holds_phi and not kind.encryption_in_transit:
            lack = "doesn't encrypt" if kind.encryption_in_transit is False else "isn't known to encrypt"
            yield found(path, f"is {kind.name}, which {lack} traffic between nodes, in a pool that may hold phi")


VALIDATOR = Validator(
    id="in-transit-encryption",
    level="warning",
    summary="Types in pools that may hold protected health information encrypt traffic between nodes.",
    why="Most current types encrypt traffic to each other in hardware; g5g doesn't"
    " (AWS EC2 user guide, encryption in transit; AWS DescribeInstanceTypes, 2026-10).",
    hint="Choose a type that does, or encrypt in the application.",
    check=_check,
    rests_on=(("tags",), ("storage", "*")),
)
