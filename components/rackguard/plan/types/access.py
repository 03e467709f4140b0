"""Who may log in, and through what."""

from __future__ import annotations

from rackguard.plan.types.decision import Decision
from rackguard.plan.types.identity import RolePlan
from rackguard.plan.types.node import ImagePlan, UserDataPlan, Volume
from rackguard.record import record


@record
class UserParameter:
    """One person, as the SSM parameter that nodes read."""

    user: str
    uid: int
    parameter: str
    value: str
    """JSON: name, uid, keys, sudo."""


@record
class LoginNodePlan:
    """The CPU node in front of the cluster."""

    name: str
    instance_type: str
    zone_id: str
    public: bool
    """True where a public range may reach it: then it has an elastic address in a public subnet."""
    image: ImagePlan
    volumes: tuple[Volume, ...]
    role: RolePlan
    user_data: UserDataPlan
    security_groups: tuple[str, ...]


@record
class AccessPlan:
    """Who may log in, and through what."""

    parameter_prefix: str
    """`/rackguard/<cluster>`: nodes read below it."""
    users: tuple[UserParameter, ...]
    login_node: LoginNodePlan | None
    connect_endpoint: str | None
    """Name of the EC2 Instance Connect Endpoint; None for none."""
    connect_zone_id: str | None
    """None for no endpoint, and where neither a login node nor a pool names a zone."""
    auth_log_group: str
    log_retention_days: int
    decisions: tuple[Decision, ...]
    keep_logs: bool = False
    """True where the cluster's log groups (log-ins, flow logs) stay after `destroy`, as evidence."""
