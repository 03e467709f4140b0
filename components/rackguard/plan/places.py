"""Where a declaration says what validators look at: pools, types, zones, volumes, mounts, each with its path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from rackguard.plan.validators.interface import Context, Found
from rackguard.spec.problem import dotted

if TYPE_CHECKING:
    from rackguard.catalog.types import InstanceType
    from rackguard.catalog.zones import LocalZone
    from rackguard.spec.cluster import Cluster
    from rackguard.spec.network import Network
    from rackguard.spec.pool import Pool, Volume
    from rackguard.spec.problem import Path
    from rackguard.spec.ssh_key import PublicKey
    from rackguard.spec.ssh_refusals import KeyProblem
    from rackguard.spec.storage import Lustre

REGION: Path = ("aws:region",)
"""The one path that isn't below the cluster."""


def found(path: Path, message: str, hint: str = "") -> Found:
    """What is wrong at a path; the message goes on from the path's name: `is 3; allowed: 4 or more`."""
    return Found(path, f"`{dotted(path)}` {message}", hint)


def listed(items: Iterable[object], last: str = "and", limit: int = 12) -> str:
    """`a, b and c`; what is beyond the limit is counted."""
    names = [str(item) for item in items]
    if len(names) > limit:
        names = [*names[: limit - 1], f"{len(names) - limit + 1} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}" if names else "none"


def type_places(name: str, pool: Pool) -> Iterator[tuple[Path, str]]:
    """The types of a pool."""
    if pool.instance_types is None:
        yield ("pools", name, "instance_type"), pool.types[0]
    for index, instance_type in enumerate(pool.instance_types or ()):
        yield ("pools", name, "instance_types", index), instance_type


def zone_places(name: str, pool: Pool) -> Iterator[tuple[Path, str]]:
    """The zones of a pool."""
    if pool.zone_ids is None:
        yield ("pools", name, "zone_id"), pool.zones[0]
    for index, zone in enumerate(pool.zone_ids or ()):
        yield ("pools", name, "zone_ids", index), zone


def known_types(context: Context, name: str, pool: Pool) -> Iterator[tuple[Path, InstanceType]]:
    """The types of a pool that the catalogue knows and that can be planned."""
    for path, type_name in type_places(name, pool):
        instance_type = context.catalog.find_instance_type(type_name)
        if instance_type is not None and not instance_type.legacy:
            yield path, instance_type


def typed_pools(context: Context) -> Iterator[tuple[str, Pool, Path, InstanceType]]:
    """Every pool with each of its known types."""
    for name, pool in context.stack.cluster.pools.items():
        for path, instance_type in known_types(context, name, pool):
            yield name, pool, path, instance_type


def volumes(name: str, pool: Pool) -> Iterator[tuple[Path, Volume]]:
    """The volumes of a pool's nodes, root first."""
    yield ("pools", name, "root"), pool.root
    for index, volume in enumerate(pool.data_volumes):
        yield ("pools", name, "data_volumes", index), volume


def all_volumes(cluster: Cluster) -> Iterator[tuple[Path, Volume]]:
    """The volumes of every pool."""
    for name, pool in cluster.pools.items():
        yield from volumes(name, pool)


def mounting(cluster: Cluster) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Who mounts stores, and the stores' names: pools, then the login node. The path is the list's."""
    for name, pool in cluster.pools.items():
        yield ("pools", name, "mounts"), pool.mounts
    if cluster.access.login_node:
        yield ("access", "login_node", "mounts"), cluster.access.login_node.mounts


def lustre_uses(cluster: Cluster) -> Iterator[tuple[Path, str, Lustre, tuple[str, ...]]]:
    """Where a Lustre file system is used: the place, its name, the file system, and the zones it is used from."""
    users = [(path, mounts, _zones_of(cluster, path)) for path, mounts in mounting(cluster)]
    for name, pool in cluster.pools.items():
        if pool.purchase.checkpoint:
            path: Path = ("pools", name, *checkpoint_place(pool))
            users.append((path, (pool.purchase.checkpoint,), pool.zones))
    for path, names, zones in users:
        for index, name in enumerate(names):
            store = cluster.storage.get(name)
            if store and store.lustre:
                yield (*path, index) if path[-1] == "mounts" else path, name, store.lustre, zones


def checkpoint_place(pool: Pool) -> tuple[str, str, str]:
    """Where below a pool the store is named that interrupted work is saved to."""
    return "purchase", pool.purchase.option.value, "checkpoint"


def _zones_of(cluster: Cluster, path: Path) -> tuple[str, ...]:
    login = cluster.access.login_node
    return cluster.pools[str(path[1])].zones if path[0] == "pools" else (login.zone_id,) if login else ()


def zones_named(cluster: Cluster, further: Iterable[str] = ()) -> Iterator[tuple[Path, str]]:
    """Every zone that a declaration names; `further` ones stand beside it, as a network's own `zone_ids`."""
    for name, pool in cluster.pools.items():
        yield from zone_places(name, pool)
    if cluster.access.login_node:
        yield ("access", "login_node", "zone_id"), cluster.access.login_node.zone_id
    for name, store in cluster.storage.items():
        if store.lustre:
            yield ("storage", name, "lustre", "zone_id"), store.lustre.zone_id
    subnets = cluster.network.existing.subnets if cluster.network.existing else ()
    for index, subnet in enumerate(subnets):
        yield ("network", "existing", "subnets", index, "zone_id"), subnet.zone_id
    for index, zone in enumerate(further):
        yield ("zone_ids", index), zone


def zones_used(cluster: Cluster) -> tuple[str, ...]:
    """The Availability Zones that pools, the login node and Lustre are in, or of a Local Zone its parent, sorted."""
    from rackguard.catalog.zones import availability_zone

    return tuple(sorted({availability_zone(zone) for path, zone in zones_named(cluster) if path[0] != "network"}))


def sold_in(context: Context, pool: Pool) -> tuple[str, ...]:
    """The zones of the region, Local Zones included, that offer every type of a pool, as far as the catalogue knows."""
    offerings = [context.catalog.offering(name, context.stack.region) for name in pool.types]
    zones = [offering.zone_ids if offering else () for offering in offerings]
    return tuple(zone for zone in zones[0] if all(zone in others for others in zones))


def local_pools(context: Context) -> Iterator[tuple[Path, LocalZone]]:
    """Every Local Zone of a pool in which all of its types are sold, with its place."""
    from rackguard.catalog.zones import local_zone

    for name, pool in context.stack.cluster.pools.items():
        for path, zone_id in zone_places(name, pool):
            zone = local_zone(zone_id)
            if zone and zone_id in sold_in(context, pool):
                yield path, zone


def uses_efa(context: Context, name: str, pool: Pool) -> bool:
    """True where the planner gives a pool's nodes EFA."""
    from rackguard.plan.network_interfaces import efa_wanted

    types = tuple(instance_type for _, instance_type in known_types(context, name, pool))
    return len(types) == len(pool.types) and efa_wanted(name, pool, types)[0]


def mount_points(cluster: Cluster) -> Iterator[tuple[str, list[tuple[Path, str, str]]]]:
    """What each pool's nodes, and the login node, mount: where it is written, the directory, and what it is."""
    from rackguard.plan.uses import pool_stores

    for name, pool in cluster.pools.items():
        points = _stores(cluster, pool_stores(cluster, pool))
        if pool.local_nvme == "raid0":
            points.append((("pools", name, "local_nvme"), "/local", "the local NVMe"))
        for index, volume in enumerate(pool.data_volumes):
            points.append((("pools", name, "data_volumes", index, "mount"), volume.mount, "a volume"))
        yield name, points
    if cluster.access.login_node:
        yield "login_node", _stores(cluster, cluster.access.login_node.mounts)


def _stores(cluster: Cluster, mounts: tuple[str, ...]) -> list[tuple[Path, str, str]]:
    from rackguard.plan.uses import mount_path

    points: list[tuple[Path, str, str]] = []
    for name in dict.fromkeys(mounts):
        store = cluster.storage.get(name)
        if store and store.kind != "s3":
            path: Path = ("storage", name, "mount") if store.mount else ("storage", name)
            points.append((path, mount_path(name, store), name))
    return points


def ranges_of_network(network: Network) -> Iterator[tuple[Path, str]]:
    """The ranges of a new VPC, or of an existing one and its subnets, as far as they are given."""
    if network.cidr:
        yield ("network", "cidr"), network.cidr
    if network.existing and network.existing.cidr:
        yield ("network", "existing", "cidr"), network.existing.cidr
    for index, subnet in enumerate(network.existing.subnets if network.existing else ()):
        if subnet.cidr:
            yield ("network", "existing", "subnets", index, "cidr"), subnet.cidr


def public_keys(cluster: Cluster) -> Iterator[tuple[Path, str, PublicKey]]:
    """Every key that is in order: its place, whose it is, and the key."""
    for path, user, text in _keys(cluster):
        key = _parsed(text)[0]
        if key:
            yield path, user, key


def key_problems(cluster: Cluster) -> Iterator[tuple[Path, KeyProblem]]:
    """Every key that isn't in order: its place, and why. Nothing of the text is repeated."""
    for path, _, text in _keys(cluster):
        problem = _parsed(text)[1]
        if problem:
            yield path, problem


def _keys(cluster: Cluster) -> Iterator[tuple[Path, str, str]]:
    for index, user in enumerate(cluster.access.users):
        for number, text in enumerate(user.keys):
            yield ("access", "users", index, "keys", number), user.name, text


@lru_cache(maxsize=4096)
def _parsed(text: str) -> tuple[PublicKey | None, KeyProblem | None]:
    from rackguard.spec.ssh_key import parse_public_key
    from rackguard.spec.ssh_refusals import KeyProblem

    try:
        return parse_public_key(text), None
    except KeyProblem as problem:
        return None, problem
