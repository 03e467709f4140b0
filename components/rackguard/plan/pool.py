"""One pool, decided: the parts that plan a node, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.plan import names
from rackguard.plan.iam import plan_node_role
from rackguard.plan.image import plan_image
from rackguard.plan.known_as import known_as, name_decisions
from rackguard.plan.launch import plan_launch
from rackguard.plan.network_interfaces import addresses_per_node, efa_count, efa_wanted, pool_interfaces
from rackguard.plan.node_settings import plan_user_data, pool_settings
from rackguard.plan.placement import plan_placement
from rackguard.plan.rollout import plan_rollout
from rackguard.plan.schedule import plan_schedule
from rackguard.plan.software.decision import software_decisions
from rackguard.plan.termination import plan_termination
from rackguard.plan.types import Decision, PoolPlan
from rackguard.plan.volumes import plan_volumes
from rackguard.plan.zone_balance import balance_decisions, suspended_processes

if TYPE_CHECKING:
    from datetime import datetime

    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import InstanceType
    from rackguard.spec.pool import Pool
    from rackguard.spec.stack import Stack


def known_types(pool: Pool, catalog: Catalog) -> tuple[InstanceType, ...] | None:
    """The pool's types from the catalogue; None where one is unknown or too old to be planned."""
    found = [catalog.find_instance_type(name) for name in pool.types]
    types = tuple(kind for kind in found if kind and not kind.legacy and kind.network_cards.cards)
    return types if len(types) == len(found) else None


def plan_pool(name: str, types: tuple[InstanceType, ...], stack: Stack, catalog: Catalog, now: datetime) -> PoolPlan:
    """Everything about the pool `name`, whose types are `types`; it must have at least one."""
    pool = stack.cluster.pools[name]
    subject, known = f"pools.{name}", known_as(name, pool)
    first = types[0]
    efa, efa_decision = efa_wanted(name, pool, types)
    interfaces = pool_interfaces(pool, types, efa=efa)
    efa_interfaces = efa_count(interfaces)
    placement = plan_placement(name, pool, types, stack, efa=efa)
    launch = plan_launch(name, pool, stack, placement)
    image = plan_image(subject, pool.image, first.architecture, catalog)
    schedule = plan_schedule(name, pool, types, now)
    rollout = plan_rollout(name, pool, placement)
    termination = plan_termination(name, pool)
    volumes = plan_volumes(pool)
    settings = pool_settings(stack, name, types, catalog, efa_count=efa_interfaces)
    return PoolPlan(
        name=name,
        renamed_from=pool.renamed_from,
        instance_types=tuple(kind.name for kind in types),
        gpu=first.gpu,
        gpus_per_node=first.gpu_count or first.gpu_fraction,
        zone_ids=pool.zones,
        nodes_min=pool.nodes.min,
        nodes_max=pool.nodes.max,
        nodes_desired=pool.nodes.desired,
        purchase=pool.purchase.option,
        efa=efa,
        efa_count=efa_interfaces,
        network_interfaces=interfaces,
        addresses_per_node=addresses_per_node(interfaces),
        security_groups=("nodes",),
        placement=placement,
        launch=launch,
        image=image,
        volumes=volumes,
        metadata_hop_limit=2 if pool.containers else 1,
        schedule=schedule,
        rollout=rollout,
        suspended_processes=suspended_processes(pool),
        termination=termination,
        role=plan_node_role(stack, name),
        user_data=plan_user_data(settings),
        template_name=names.template_name(stack.cluster.name, known),
        group_name=names.group_name(stack.cluster.name, known),
        tags=_tags(known, pool, stack),
        decisions=(
            *name_decisions(name, pool),
            _zone_decision(subject, pool),
            efa_decision,
            _interfaces_decision(subject, first, pool, efa=efa),
            *placement.decisions,
            *launch.decisions,
            *image.decisions,
            *software_decisions(subject, pool, first, catalog),
            *schedule.decisions,
            *rollout.decisions,
            *termination.decisions,
            *balance_decisions(name, pool),
            _metadata_decision(subject, pool),
        ),
    )


def _zone_decision(subject: str, pool: Pool) -> Decision:
    reason = "Zones are ids, as written; a plan never picks another."
    return Decision("zone", subject, ", ".join(pool.zones), reason)


def _interfaces_decision(subject: str, kind: InstanceType, pool: Pool, *, efa: bool) -> Decision:
    source = f"{kind.network_cards.source.name}, {kind.network_cards.source.as_of}"
    if pool.network_layout == "max_ip_bandwidth":
        reason = "ENA interfaces on several cards, as asked for: more IP bandwidth, and an address for each."
        return Decision("network-layout", subject, "most IP bandwidth", reason, source)
    words = (
        "one ENA interface on card 0; every EFA interface is EFA-only and takes no address"
        if efa
        else "one ENA interface"
    )
    reason = "One address a node keeps subnets small and routing plain."
    return Decision("network-layout", subject, words, reason, source)


def _metadata_decision(subject: str, pool: Pool) -> Decision:
    source = "AWS EC2 user guide, instance metadata options, 2026"
    if pool.containers:
        reason = "Containers are one hop further away; without it they get no credentials."
        return Decision("metadata", subject, "IMDSv2 with 2 hops", reason, source)
    reason = "Tokens are required, and no process behind another hop can use the node's credentials."
    return Decision("metadata", subject, "IMDSv2 with 1 hop", reason, source)


def _tags(name: str, pool: Pool, stack: Stack) -> dict[str, str]:
    """Tags of the pool's instances, volumes and interfaces; no stack name, so that renaming a stack rolls no node."""
    cluster = stack.cluster
    labels = {f"label:{key}": value for key, value in pool.labels.items()}
    containers = {"rackguard:containers": "true"} if pool.containers else {}
    return {
        "Name": names.instance_name(cluster.name, name),
        **cluster.tags.as_dict(),
        "rackguard:cluster": cluster.name,
        "rackguard:pool": name,
        **containers,
        **labels,
    }
