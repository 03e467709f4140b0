"""A whole cluster, decided: spec and catalogue in, plan out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.plan.access import plan_access
from rackguard.plan.encryption import plan_key
from rackguard.plan.network import plan_network
from rackguard.plan.pool import known_types, plan_pool
from rackguard.plan.quotas import plan_quotas
from rackguard.plan.retained import plan_retained
from rackguard.plan.storage import plan_storage
from rackguard.plan.types import ClusterPlan

if TYPE_CHECKING:
    from datetime import datetime

    from rackguard.catalog.catalog import Catalog
    from rackguard.spec.stack import Stack


def plan_cluster(stack: Stack, catalog: Catalog, now: datetime, further_zones: tuple[str, ...] = ()) -> ClusterPlan:
    """Plan the stack's cluster as of `now` (with an offset).

    `further_zones` are zone ids that get a subnet for nodes beside those that something of the cluster is in.

    Pools whose types are unknown or too old are left out; the validators name them.
    """
    cluster = stack.cluster
    pools = tuple(
        plan_pool(name, types, stack, catalog, now)
        for name, pool in cluster.pools.items()
        if (types := known_types(pool, catalog))
    )
    access = plan_access(stack, catalog)
    storage = plan_storage(stack)
    network = plan_network(stack, pools, access, storage, further_zones)
    flow_logs = (network.flow_log_group,) if network.flow_log_group else ()
    log_groups = (*flow_logs, access.auth_log_group, *(lustre.log_group for lustre in storage.lustre))
    key = plan_key(stack, log_groups)
    return ClusterPlan(
        stack=stack.name,
        name=cluster.name,
        region=stack.region,
        account_id=cluster.account_id,
        tags={**cluster.tags.as_dict(), "rackguard:cluster": cluster.name, "rackguard:stack": stack.name},
        protect=cluster.protect,
        network=network,
        key=key,
        access=access,
        storage=storage,
        pools=pools,
        quotas=plan_quotas(stack, pools, catalog),
        retained=plan_retained(stack, key, storage, access, log_groups),
        decisions=(
            *(decision for pool in pools for decision in pool.decisions),
            *network.decisions,
            *key.decisions,
            *access.decisions,
            *storage.decisions,
        ),
    )
