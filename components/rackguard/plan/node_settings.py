"""What goes into the user data of nodes: taken from the declaration, so that nothing waits for anything to exist."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rackguard.plan import names, termination, uses
from rackguard.plan.known_as import known_as
from rackguard.plan.lustre_efa import lustre_interfaces
from rackguard.plan.types import UserDataPlan
from rackguard.plan.user_data.build import build_user_data
from rackguard.plan.user_data.settings import LOCAL_NVME_PATH, Checkpoint, Ending, NodeMount, NodeSettings, NodeVolume
from rackguard.plan.volumes import plan_volumes

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import InstanceType
    from rackguard.spec.access import LoginNode
    from rackguard.spec.pool import Pool
    from rackguard.spec.stack import Stack

_NVLINK_GB_S = {"2": 50, "3": 50, "4": 50, "5": 100}
"""Of one link, both directions, by generation (NVIDIA, NVLink and NVLink Switch, 2026)."""


def plan_user_data(settings: NodeSettings) -> UserDataPlan:
    """The user data of a kind of node."""
    built = build_user_data(settings)
    return UserDataPlan(base64=built.base64, size_bytes=built.size_bytes, script=built.script)


def pool_settings(
    stack: Stack, pool: str, instance_types: Sequence[InstanceType], catalog: Catalog, *, efa_count: int
) -> NodeSettings:
    """Settings of a pool's nodes; `instance_types` are the pool's types as the catalogue knows them."""
    cluster, declared = stack.cluster, stack.cluster.pools[pool]
    stores = uses.pool_stores(cluster, declared)
    counts = {_visible_gpus(instance_type) for instance_type in instance_types}
    return NodeSettings(
        cluster=cluster.name,
        pool=known_as(pool, declared),
        role="node",
        region=stack.region,
        account_id=cluster.account_id,
        os=declared.image.operating_system,
        parameter_prefix=names.parameter_prefix(cluster.name),
        log_group=names.log_group_name(cluster.name, "auth"),
        local_nvme=declared.local_nvme,
        mounts=_mounts(stack, stores),
        saved_to=_saved_to(stack, stores),
        lustre_efa=lustre_interfaces(instance_types[0], efa_count) if _over_efa(stack, stores) else 0,
        data_volumes=tuple(NodeVolume(v.device_name, v.mount, v.size_gib) for v in plan_volumes(declared) if v.mount),
        # Types with different numbers share one template: then there is no number to check.
        gpu_count=counts.pop() if len(counts) == 1 else 0,
        efa_count=efa_count,
        nvlinks_per_gpu=_nvlinks(instance_types, catalog),
        slots=max(1, min((_visible_gpus(instance_type) for instance_type in instance_types), default=1)),
        peers=uses.has_peers(declared),
        ending=Ending(
            group=names.group_name(cluster.name, known_as(pool, declared)),
            hook=termination.HOOK,
            seconds=termination.HEARTBEAT_SECONDS - termination.NOTICED_SECONDS,
        ),
        checkpoint=_checkpoint(stack, declared),
        extra=declared.user_data or "",
    )


def login_settings(stack: Stack, login: LoginNode) -> NodeSettings:
    """Settings of the login node."""
    cluster = stack.cluster
    return NodeSettings(
        cluster=cluster.name,
        pool="login",
        role="login",
        region=stack.region,
        account_id=cluster.account_id,
        os=login.os,
        parameter_prefix=names.parameter_prefix(cluster.name),
        log_group=names.log_group_name(cluster.name, "auth"),
        mounts=_mounts(stack, uses.login_stores(cluster)),
        saved_to=_saved_to(stack, uses.login_stores(cluster)),
    )


def _mounts(stack: Stack, stores: tuple[str, ...]) -> tuple[NodeMount, ...]:
    mounts: list[NodeMount] = []
    for key in stores:
        store = stack.cluster.storage[key]
        if store.kind != "s3":
            mounts.append(NodeMount(key, store.kind, uses.mount_path(key, store)))
    return tuple(mounts)


def _saved_to(stack: Stack, stores: tuple[str, ...]) -> tuple[str, ...]:
    saved = uses.saved_to(stack.cluster)
    return tuple(mount.path for mount in _mounts(stack, stores) if mount.name in saved)


def _over_efa(stack: Stack, stores: tuple[str, ...]) -> bool:
    systems = [stack.cluster.storage[key].lustre for key in stores]
    return any(lustre is not None and lustre.efa for lustre in systems)


def _checkpoint(stack: Stack, pool: Pool) -> Checkpoint | None:
    key = pool.purchase.checkpoint
    store = stack.cluster.storage.get(key) if key else None
    if key is None or store is None:
        return None
    # Local NVMe is many times faster than the root volume, and a checkpoint may be larger than that.
    local = f"{LOCAL_NVME_PATH}/checkpoint" if pool.local_nvme == "raid0" else Checkpoint.local_dir
    if store.kind == "s3":
        return Checkpoint("s3", uses.bucket_name(stack, key), local)
    return Checkpoint("directory", uses.mount_path(key, store), local)


def _visible_gpus(instance_type: InstanceType) -> int:
    """GPUs that the driver lists: a slice of one is one."""
    return max(1, instance_type.gpu_count) if instance_type.gpu_fraction else instance_type.gpu_count


def _nvlinks(instance_types: Sequence[InstanceType], catalog: Catalog) -> int | None:
    """Links of each GPU where all types have the same number; None where they differ or one GPU stands alone."""
    links: set[int | None] = set()
    for instance_type in instance_types:
        gpu = catalog.gpu(instance_type.gpu) if instance_type.gpu else None
        link_gb_s = _NVLINK_GB_S.get(gpu.nvlink_generation or "") if gpu else None
        if gpu is None or link_gb_s is None or instance_type.gpu_count < 2:
            return None
        links.add(round(gpu.nvlink_gb_s / link_gb_s))
    return links.pop() if len(links) == 1 else None
