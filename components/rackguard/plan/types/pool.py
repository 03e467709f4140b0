"""One pool, decided."""

from __future__ import annotations

from rackguard.catalog.types import PurchaseOption
from rackguard.plan.types.capacity import LaunchPlan, PlacementPlan, RolloutPlan, SchedulePlan, TerminationPlan
from rackguard.plan.types.decision import Decision
from rackguard.plan.types.identity import RolePlan
from rackguard.plan.types.node import ImagePlan, NetworkInterface, UserDataPlan, Volume
from rackguard.record import record


@record
class PoolPlan:
    """One pool, decided."""

    name: str
    renamed_from: tuple[str, ...]
    """Names that the pool had, the first one first, under which its state may still be known."""
    instance_types: tuple[str, ...]
    gpu: str | None
    gpus_per_node: float
    zone_ids: tuple[str, ...]
    nodes_min: int
    nodes_max: int
    nodes_desired: int | None
    purchase: PurchaseOption
    efa: bool
    efa_count: int
    network_interfaces: tuple[NetworkInterface, ...]
    addresses_per_node: int
    security_groups: tuple[str, ...]
    placement: PlacementPlan
    launch: LaunchPlan
    image: ImagePlan
    volumes: tuple[Volume, ...]
    metadata_hop_limit: int
    schedule: SchedulePlan
    rollout: RolloutPlan
    suspended_processes: tuple[str, ...]
    """Processes of Auto Scaling that are off in the pool's group."""
    termination: TerminationPlan
    role: RolePlan
    user_data: UserDataPlan
    template_name: str
    group_name: str
    tags: dict[str, str]
    """Tags of the pool's instances, volumes and interfaces."""
    decisions: tuple[Decision, ...]
