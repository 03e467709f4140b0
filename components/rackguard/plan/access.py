"""Who may log in, and through what: people as parameters, the login node, the connect endpoint, records of log-ins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.zones import availability_zone
from rackguard.plan import names
from rackguard.plan.duration_words import days
from rackguard.plan.iam import plan_login_role
from rackguard.plan.image import plan_image
from rackguard.plan.known_as import known_as
from rackguard.plan.logs import keeps_logs, retention_source
from rackguard.plan.node_settings import login_settings, plan_user_data
from rackguard.plan.private_range import is_private
from rackguard.plan.types import AccessPlan, Decision, LoginNodePlan, UserParameter
from rackguard.plan.volumes import plan_root_volume

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rackguard.catalog.catalog import Catalog
    from rackguard.spec.access import Access, LoginNode, User
    from rackguard.spec.cluster import Cluster
    from rackguard.spec.stack import Stack

UIDS = range(10000, 60000)
STANDARD_PARAMETER_BYTES = 4096
"""Of a standard SSM parameter's value (Systems Manager user guide, parameter tiers, 2026)."""


def plan_access(stack: Stack, catalog: Catalog) -> AccessPlan:
    """Everything about log-in."""
    cluster = stack.cluster
    access = cluster.access
    endpoint = access.instance_connect_endpoint
    login = _login_node(stack, access.login_node, catalog) if access.login_node else None
    return AccessPlan(
        parameter_prefix=names.parameter_prefix(cluster.name),
        users=tuple(_user(cluster, user) for user in access.users),
        login_node=login,
        connect_endpoint=names.name(names.TAG, cluster.name, "connect") if endpoint else None,
        connect_zone_id=connect_zone(cluster) if endpoint else None,
        auth_log_group=names.log_group_name(cluster.name, "auth"),
        log_retention_days=cluster.logs.retention_days,
        decisions=tuple(_decisions(cluster, login)),
        keep_logs=keeps_logs(cluster),
    )


def uid_of(name: str) -> int:
    """The account number that a name gets by default: the same on every node of every cluster, whoever else is there.

    Two names may get the same number; then one person needs a `uid` of their own.
    """
    from hashlib import sha256

    return UIDS[int.from_bytes(sha256(name.encode()).digest()[:8]) % len(UIDS)]


def value_bytes(user: UserParameter) -> int:
    """Size of a person's parameter; a standard one holds `STANDARD_PARAMETER_BYTES`."""
    return len(user.value.encode())


def is_public(cidr: str) -> bool:
    """True where a range isn't wholly private: traffic of the Internet may come from it."""
    return not is_private(cidr)


def _user(cluster: Cluster, user: User) -> UserParameter:
    import json

    uid = uid_of(user.name) if user.uid is None else user.uid
    value = {"name": user.name, "uid": uid, "keys": list(user.keys), "sudo": user.sudo}
    return UserParameter(
        user=user.name,
        uid=uid,
        parameter=names.parameter_name(cluster.name, "users", user.name),
        value=json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False),
    )


def _login_node(stack: Stack, login: LoginNode, catalog: Catalog) -> LoginNodePlan:
    from rackguard.spec.pool import Image, Volume

    image = Image(dlami=login.os, id=login.image_id)
    return LoginNodePlan(
        name=names.instance_name(stack.cluster.name, "login"),
        instance_type=login.instance_type,
        zone_id=login.zone_id,
        public=any(is_public(cidr) for cidr in stack.cluster.access.ssh_from),
        image=plan_image("access.login_node", image, _architecture(login, catalog), catalog),
        volumes=(plan_root_volume(login.os, Volume(size_gib=login.root_size_gib)),),
        role=plan_login_role(stack),
        user_data=plan_user_data(login_settings(stack, login)),
        security_groups=("login",),
    )


def _architecture(login: LoginNode, catalog: Catalog) -> str:
    known = {cpu_type.name: cpu_type.architecture for cpu_type in catalog.cpu_types()}
    gpu_type = catalog.find_instance_type(login.instance_type)
    return known.get(login.instance_type) or (gpu_type.architecture if gpu_type else "x86_64")


def connect_zone(cluster: Cluster) -> str | None:
    """Where the connect endpoint stands: as declared, else beside the login node, else the pool whose name comes first.

    Of a Local Zone it is the parent: one endpoint reaches the whole VPC, and only few services are in Local Zones. None
    where nothing names a zone.
    """
    if cluster.access.connect_zone_id:
        return cluster.access.connect_zone_id
    login = cluster.access.login_node
    pools = [pool for _, pool in sorted(cluster.pools.items(), key=lambda item: known_as(*item))]
    zones = (login.zone_id,) if login else tuple(zone for pool in pools for zone in pool.zones)
    return availability_zone(zones[0]) if zones else None


def _decisions(cluster: Cluster, login: LoginNodePlan | None) -> Iterator[Decision]:
    access = cluster.access
    yield Decision(
        id="users",
        subject="access",
        value="one parameter a person",
        reason="Nodes read people from parameters every two minutes: to add or revoke somebody changes no template and"
        " replaces no node. Public keys are no secret, so the parameters are plain text.",
        source="Systems Manager user guide, Parameter Store, 2026",
    )
    numbered = [user.name for user in access.users if user.uid is None]
    if numbered:
        yield Decision(
            id="uid",
            subject="access.users",
            value=", ".join(f"{name} {uid_of(name)}" for name in numbered),
            reason="Worked out from the name, so that files on shared stores belong to the same person everywhere.",
        )
    if login:
        yield from _login_decisions(login)
    if access.instance_connect_endpoint:
        yield Decision(
            id="connect-endpoint",
            subject="access.instance_connect_endpoint",
            value=connect_zone(cluster) or "in a zone to be named",
            reason="One endpoint reaches every node of the VPC, and a VPC takes only one. It is for a first log-in and"
            f" for repair: at most an hour a connection, and bulk transfer is throttled.{_moves(access)}",
            source="AWS EC2 user guide, EC2 Instance Connect Endpoint, 2026",
        )
    yield Decision(
        id="log-retention",
        subject="logs",
        value=f"{days(cluster.logs.retention_days)}, {'kept' if keeps_logs(cluster) else 'removed'} at destroy",
        reason=f"Data of class {cluster.tags.classification}: "
        + (
            "records of log-ins and flows are evidence and outlive the cluster."
            if keeps_logs(cluster)
            else "a cluster of the same name can be made again at once."
        ),
        source=retention_source(cluster),
    )


def _moves(access: Access) -> str:
    if access.connect_zone_id or access.login_node:
        return ""
    return " With a pool whose name comes earlier it moves: `access.connect_zone_id` keeps it in place."


def _login_decisions(login: LoginNodePlan) -> Iterator[Decision]:
    yield Decision(
        id="login-address",
        subject="access.login_node",
        value="public" if login.public else "private",
        reason="A range in `ssh_from` is public: an elastic address, which only the ranges in `ssh_from` may reach."
        if login.public
        else "No range in `ssh_from` is public: the login node has a private address only.",
    )
    yield Decision(
        id="login-image",
        subject="access.login_node",
        value="Deep Learning AMI",
        reason="What nodes run: what is built on the login node runs on them.",
        source="AWS Deep Learning AMI release notes, 2026",
    )
    yield from login.image.decisions
