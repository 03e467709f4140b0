"""Who uses which store: pools and the login node, by mounting it or saving to it."""

from __future__ import annotations

from rackguard.plan import names
from rackguard.spec.cluster import Cluster
from rackguard.spec.pool import Pool
from rackguard.spec.stack import Stack
from rackguard.spec.storage import Store


def pool_stores(cluster: Cluster, pool: Pool) -> tuple[str, ...]:
    """Names of the stores that a pool mounts, and the one that it saves interrupted work to; unknown names left out."""
    checkpoint = pool.purchase.checkpoint
    names = (*pool.mounts, *((checkpoint,) if checkpoint else ()))
    return _known(cluster, names)


def has_peers(pool: Pool) -> bool:
    """True where more than one node can run: then nodes find each other, and publish their host keys."""
    return pool.nodes.max > 1


def login_stores(cluster: Cluster) -> tuple[str, ...]:
    """Names of the stores that the login node mounts; none without a login node."""
    login = cluster.access.login_node
    return _known(cluster, login.mounts) if login else ()


def pools_using(cluster: Cluster, store: str) -> tuple[str, ...]:
    """Names of the pools that use a store, sorted: pools have no order that an engine keeps."""
    return tuple(sorted(name for name, pool in cluster.pools.items() if store in pool_stores(cluster, pool)))


def zones_using(cluster: Cluster, store: str) -> tuple[str, ...]:
    """Zone ids from which a store is used, in the order of their names."""
    zones = {zone for name in pools_using(cluster, store) for zone in cluster.pools[name].zones}
    login = cluster.access.login_node
    if login and store in login_stores(cluster):
        zones.add(login.zone_id)
    return tuple(sorted(zones))


def kinds(cluster: Cluster, stores: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Those of the stores that are of a kind: `lustre`, `efs` or `s3`."""
    return tuple(name for name in stores if cluster.storage[name].kind == kind)


def saved_to(cluster: Cluster) -> frozenset[str]:
    """Names of the stores that a pool saves interrupted work to."""
    return frozenset(pool.purchase.checkpoint for pool in cluster.pools.values() if pool.purchase.checkpoint)


def bucket_name(stack: Stack, store: str) -> str:
    """Name of a store's bucket: as given, or made of cluster, store, account and region."""
    s3 = stack.cluster.storage[store].s3
    if s3 and s3.bucket:
        return s3.bucket
    return names.bucket_name(stack.cluster.name, store, stack.cluster.account_id, stack.region)


def access_logs_bucket_name(stack: Stack) -> str:
    """Name of the bucket that receives the other buckets' access logs.

    Stores' own names end in the region, so that no store takes this one but by `bucket`.
    """
    cluster = stack.cluster
    return names.name(names.BUCKET, cluster.name, cluster.account_id, stack.region, "access-logs")


def mount_path(key: str, store: Store) -> str:
    """Where a file system is mounted: as given, else under its own name."""
    return store.mount or f"/{key}"


def _known(cluster: Cluster, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(names) if name in cluster.storage)
