"""Parts of a plan in words, shared by the renderers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rackguard.catalog.types import PurchaseOption

if TYPE_CHECKING:
    from rackguard.plan.types import (
        AccessPlan,
        Decision,
        EfsPlan,
        NetworkPlan,
        PoolPlan,
        QuotaNeed,
        StoragePlan,
        Subnet,
        Volume,
    )


def listed(names: list[str], last: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`."""
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def nodes_words(pool: PoolPlan) -> str:
    """`8`, or `0 to 16`."""
    return str(pool.nodes_max) if pool.nodes_min == pool.nodes_max else f"{pool.nodes_min} to {pool.nodes_max}"


def gpus_words(pool: PoolPlan) -> str:
    """`8 × H100-SXM`, `4 × L40S or 4 × A10G`: what a node has, by its type."""
    from rackguard.catalog.catalog import load

    kinds = [kind for name in pool.instance_types if (kind := load().find_instance_type(name))]
    each = [f"{kind.gpu_count or kind.gpu_fraction:g} × {kind.gpu or kind.gpu_manufacturer}" for kind in kinds]
    return listed(list(dict.fromkeys(each)))


def purchase_words(pool: PoolPlan) -> str:
    """`reservation cr-…`, `reservation of 2, made here`, `capacity block cr-…`, `spot`, `on-demand`."""
    option = pool.purchase.replace("_", "-" if pool.purchase is PurchaseOption.ON_DEMAND else " ")
    if pool.launch.reservation:
        return f"{option} of {pool.launch.reservation.count}, made here"
    return f"{option} {pool.launch.reservation_id}" if pool.launch.reservation_id else option


def interfaces_words(pool: PoolPlan) -> str:
    """`1 ENA + 32 EFA`."""
    ena = sum(interface.interface_type != "efa-only" for interface in pool.network_interfaces)
    return f"{ena} ENA + {pool.efa_count} EFA" if pool.efa else f"{ena} ENA"


def placement_words(pool: PoolPlan) -> str:
    """`cluster`, or `none`."""
    return pool.placement.strategy or "none"


def rollout_words(pools: Sequence[PoolPlan]) -> str:
    """Which pools' running nodes a changed launch template would end, and which it leaves alone."""
    ends = [pool.name for pool in pools if pool.rollout.ends_nodes]
    waits = [pool.name for pool in pools if not pool.rollout.ends_nodes]
    told = f"A changed launch template would end running nodes of {listed(ends, 'and') if ends else 'no pool'}."
    return told + (f" In {listed(waits, 'and')} it waits until you replace them." if waits else "")


def volumes_words(volumes: tuple[Volume, ...]) -> str:
    """`root 500 GiB gp3, /data 1,000 GiB io2`."""
    return ", ".join(f"{volume.mount or 'root'} {volume.size_gib:,} GiB {volume.type}" for volume in volumes)


def stores_words(storage: StoragePlan) -> list[tuple[str, str]]:
    """The key of each store, what it is and where it is mounted."""
    return [
        *(
            (fsx.key, f"Lustre, {fsx.size_gib:,} GiB, {fsx.mib_s_per_tib} MB/s a TiB, in {fsx.zone_id}, at {fsx.mount}")
            for fsx in storage.lustre
        ),
        *((efs.key, f"EFS, {efs.throughput}, {_mounted(efs)}") for efs in storage.efs),
        *((bucket.key, f"bucket {bucket.name}") for bucket in storage.buckets),
    ]


def _mounted(efs: EfsPlan) -> str:
    return f"in {listed(list(efs.zone_ids), 'and')}, at {efs.mount}" if efs.zone_ids else "mounted by nobody"


def access_words(access: AccessPlan) -> list[tuple[str, str]]:
    """Who may log in, and through what."""
    login = access.login_node
    address = "a public address" if login and login.public else "a private address alone"
    ways = [("login node", f"{login.instance_type} in {login.zone_id}, with {address}")] if login else []
    if access.connect_endpoint:
        ways.append(("connect endpoint", f"in {access.connect_zone_id}"))
    return [("people", ", ".join(user.user for user in access.users) or "none"), *ways]


def endpoints_words(network: NetworkPlan) -> str:
    """`s3, kms`: the services, without their region."""
    return ", ".join(endpoint.service.split(".", 3)[-1] for endpoint in network.endpoints) or "none"


def nat_words(network: NetworkPlan) -> str:
    """The zones with a NAT gateway, or `none`."""
    return ", ".join(network.nat_zone_ids) or "none"


def subnet_rows(network: NetworkPlan) -> list[list[str]]:
    """The subnets as a table with its heading."""
    rows = [["subnet", "zone", "for", "range", "addresses"]]
    return rows + [
        [
            subnet.name,
            subnet.zone_id,
            subnet.role,
            subnet.cidr or subnet.existing_id or "",
            _addresses(subnet),
        ]
        for subnet in network.subnets
    ]


def _addresses(subnet: Subnet) -> str:
    """`56 of 8,192`; `56` where the size isn't known."""
    size = subnet.available_addresses
    return f"{subnet.needed_addresses:,}" + ("" if size is None else f" of {size:,}")


def quota_words(quota: QuotaNeed) -> str:
    """A quota's need, code and name, and who needs it."""
    pools = ", ".join(quota.pools)
    return f"{quota.vcpus:,} vCPUs of {quota.code or '(code: ask the account)'} {quota.name} ({pools})"


def reasons_once(decisions: tuple[Decision, ...]) -> list[tuple[Decision, str]]:
    """Each decision with its reason; where an earlier one has the same, a pointer to it instead."""
    first: dict[tuple[str, str], str] = {}
    told: list[tuple[Decision, str]] = []
    for decision in decisions:
        subject = first.setdefault((decision.id, decision.reason), decision.subject)
        told.append((decision, decision.reason if subject == decision.subject else f"As for {subject}."))
    return told
