"""What nodes install at boot can be fetched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.plan.places import found, listed
from rackguard.plan.validators.interface import Context, Found, Validator

if TYPE_CHECKING:
    from rackguard.spec.cluster import Cluster


def _check(context: Context) -> Iterator[Found]:
    cluster = context.stack.cluster
    if cluster.network.existing or cluster.network.nat != "none":
        return
    mounted = {who: stores for who, used in _users(cluster) if (stores := _file_systems(cluster, used))}
    if mounted:
        stores = dict.fromkeys(store for used in mounted.values() for store in used)
        message = f"is none; clients of {listed(stores)} that the image lacks can't be fetched by {listed(mounted)}"
        yield found(("network", "nat"), message)


def _users(cluster: Cluster) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Who has no way to the Internet, and the stores that it uses; a public login node has an address of its own."""
    from rackguard.plan.access import is_public
    from rackguard.plan.uses import login_stores, pool_stores

    for name, pool in cluster.pools.items():
        yield f"pool {name}", pool_stores(cluster, pool)
    if not any(map(is_public, cluster.access.ssh_from)):
        yield "the login node", login_stores(cluster)


def _file_systems(cluster: Cluster, stores: tuple[str, ...]) -> list[str]:
    return [store for store in stores if cluster.storage[store].kind != "s3"]


VALIDATOR = Validator(
    id="packages-out-of-reach",
    level="warning",
    summary="Nodes, and the login node, can fetch the clients of the file systems that they mount.",
    why="The Lustre and EFS clients come from package repositories on the Internet where the image doesn't hold them"
    " (AWS FSx for Lustre and EFS user guides, installing the client).",
    hint="Use an image that holds the clients, or say `nat: one`.",
    check=_check,
)
