"""Security groups: who may talk to whom, and to what outside. A group exists only where something uses it.

Every node is in the one group `nodes`, whose members may exchange anything in both directions. EFA needs exactly that
(EC2 user guide, "Get started with EFA and MPI", 2026): its traffic isn't IP, so that a rule for 0.0.0.0/0 doesn't cover
it; and with one group alone no second one can lack the rule, which users report to break EFA.
DNS and time need no rule: the VPC's resolver and the time service are outside of security groups.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from rackguard.plan import uses
from rackguard.plan.arn import endpoint_service
from rackguard.plan.cidr import prefix
from rackguard.plan.names import security_group_name
from rackguard.plan.private_range import is_private
from rackguard.plan.types import SecurityGroup, SecurityGroupRule
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.plan.types import AccessPlan
    from rackguard.spec.cluster import Cluster
    from rackguard.spec.stack import Stack

NODES = "nodes"
LOGIN = "login"
LUSTRE = "lustre"
EFS = "efs"
ENDPOINTS = "endpoints"
CONNECT = "connect"

WIDEST_PUBLIC_PREFIX = 24
"""A public range that may reach the login node is no wider than this."""

Direction = Literal["ingress", "egress"]
_BOTH: tuple[Direction, ...] = ("ingress", "egress")
_LUSTRE_PORTS = ((988, 988), (1018, 1023))
_DESCRIPTIONS = {
    NODES: "GPU nodes of the cluster",
    LOGIN: "Login node of the cluster",
    LUSTRE: "FSx for Lustre file systems of the cluster",
    EFS: "EFS mount targets of the cluster",
    ENDPOINTS: "VPC endpoints of the cluster",
    CONNECT: "EC2 Instance Connect Endpoint of the cluster",
}


@record
class _Needs:
    """What there is to talk to."""

    region: str
    pools: bool
    login: bool
    connect: bool
    endpoints: bool
    outside: frozenset[str]
    """Groups whose members have a way to the Internet."""
    http: frozenset[str]
    """Those of them that fetch packages by HTTP."""
    ranges: tuple[str, ...]
    lustre: bool
    lustre_efa: bool
    lustre_users: frozenset[str]
    efs_users: frozenset[str]


def plan_security_groups(stack: Stack, access: AccessPlan, *, interface_endpoints: bool) -> tuple[SecurityGroup, ...]:
    """Every group of the cluster with its rules."""
    needs = _needs(stack, access, interface_endpoints=interface_endpoints)
    builders = (
        (NODES, needs.pools, _nodes),
        (LOGIN, needs.login, _login),
        (LUSTRE, needs.lustre, _lustre),
        (EFS, bool(needs.efs_users), _efs),
        (ENDPOINTS, needs.endpoints, _endpoints),
        (CONNECT, needs.connect, _connect),
    )
    return tuple(
        SecurityGroup(key, security_group_name(stack.cluster.name, key), _DESCRIPTIONS[key], tuple(rules(needs)))
        for key, used, rules in builders
        if used
    )


def _needs(stack: Stack, access: AccessPlan, *, interface_endpoints: bool) -> _Needs:
    cluster = stack.cluster
    stores = cluster.storage.values()
    # An existing VPC has the ways out that its owner gave it, whatever they are.
    nat = cluster.network.existing is not None or cluster.network.nat != "none"
    public_login = access.login_node is not None and access.login_node.public
    outside = _keys(pools=nat, login=nat or public_login)
    return _Needs(
        region=stack.region,
        pools=bool(cluster.pools),
        login=access.login_node is not None,
        connect=access.connect_endpoint is not None,
        endpoints=interface_endpoints,
        outside=outside,
        http=outside & _ubuntu_users(cluster),
        ranges=cluster.access.ssh_from,
        lustre=any(store.lustre for store in stores),
        lustre_efa=any(store.lustre and store.lustre.efa for store in stores),
        lustre_users=_users(cluster, "lustre"),
        efs_users=_users(cluster, "efs"),
    )


def _users(cluster: Cluster, kind: str) -> frozenset[str]:
    """The groups from which stores of that kind are mounted."""
    by_pools = any(uses.kinds(cluster, uses.pool_stores(cluster, pool), kind) for pool in cluster.pools.values())
    return _keys(pools=by_pools, login=bool(uses.kinds(cluster, uses.login_stores(cluster), kind)))


def _ubuntu_users(cluster: Cluster) -> frozenset[str]:
    login = cluster.access.login_node
    by_pools = any(pool.image.operating_system.startswith("ubuntu") for pool in cluster.pools.values())
    return _keys(pools=by_pools, login=login is not None and login.os.startswith("ubuntu"))


def _keys(*, pools: bool, login: bool) -> frozenset[str]:
    return frozenset(key for key, there in ((NODES, pools), (LOGIN, login)) if there)


def _nodes(needs: _Needs) -> Iterator[SecurityGroupRule]:
    for direction in _BOTH:
        yield _everything(direction, NODES, "Between nodes: EFA, NCCL, MPI, SSH")
    if needs.login:
        yield _tcp("ingress", "ssh-login", 22, group=LOGIN, description="SSH from the login node")
    if needs.connect:
        yield _tcp("ingress", "ssh-connect", 22, group=CONNECT, description="SSH from the connect endpoint")
    for cidr in needs.ranges:
        if is_private(cidr):
            yield _ssh_from(cidr)
    yield from _outside(needs, NODES)
    yield from _stores(needs, NODES)


def _login(needs: _Needs) -> Iterator[SecurityGroupRule]:
    for cidr in needs.ranges:
        if is_private(cidr) or prefix(cidr) >= WIDEST_PUBLIC_PREFIX:
            yield _ssh_from(cidr)
    if needs.connect:
        yield _tcp("ingress", "ssh-connect", 22, group=CONNECT, description="SSH from the connect endpoint")
    if needs.pools:
        yield _tcp("egress", "ssh-nodes", 22, group=NODES, description="SSH to the nodes")
    yield from _outside(needs, LOGIN)
    yield from _stores(needs, LOGIN)


def _outside(needs: _Needs, member: str) -> Iterator[SecurityGroupRule]:
    """What nodes reach outside of the VPC, and AWS's services inside."""
    if member in needs.outside:
        yield _tcp("egress", "https", 443, cidr="0.0.0.0/0", description="HTTPS to anywhere")
        if member in needs.http:
            yield _tcp(
                "egress", "http", 80, cidr="0.0.0.0/0", description="Package mirrors of Ubuntu, which speak HTTP"
            )
    s3 = endpoint_service(needs.region, "s3")
    yield _tcp("egress", "s3", 443, prefix_list=s3, description="S3 through the gateway endpoint")
    if needs.endpoints:
        yield _tcp("egress", "endpoints", 443, group=ENDPOINTS, description="AWS services through VPC endpoints")


def _stores(needs: _Needs, member: str) -> Iterator[SecurityGroupRule]:
    if member in needs.efs_users:
        yield _tcp("egress", "efs", 2049, group=EFS, description="NFS to EFS")
    if member in needs.lustre_users:
        yield from _lustre_with(needs, member, LUSTRE)


def _lustre(needs: _Needs) -> Iterator[SecurityGroupRule]:
    yield from _lustre_with(needs, LUSTRE, LUSTRE)
    for member in (NODES, LOGIN):
        if member in needs.lustre_users:
            yield from _lustre_with(needs, member, member)


def _lustre_with(needs: _Needs, client: str, other: str) -> Iterator[SecurityGroupRule]:
    """Rules of one side for traffic between file servers and a client, whose other side is `other`.

    Servers call clients back, so that both sides open the ports in both directions (FSx for Lustre user guide, "File
    system access control with Amazon VPC", 2026). Over EFA it is everything, and the login node has no EFA.
    """
    for direction in _BOTH:
        if needs.lustre_efa and client != LOGIN:
            yield _everything(direction, other, "Lustre over EFA")
            continue
        for first, last in _LUSTRE_PORTS:
            yield _tcp(direction, f"lustre-{other}-{first}", first, last, group=other, description="Lustre")


def _efs(needs: _Needs) -> Iterator[SecurityGroupRule]:
    for member in (NODES, LOGIN):
        if member in needs.efs_users:
            yield _tcp("ingress", f"nfs-{member}", 2049, group=member, description="NFS")


def _endpoints(needs: _Needs) -> Iterator[SecurityGroupRule]:
    for member in _members(needs):
        yield _tcp("ingress", f"https-{member}", 443, group=member, description="HTTPS to AWS services")


def _connect(needs: _Needs) -> Iterator[SecurityGroupRule]:
    for member in _members(needs):
        yield _tcp("egress", f"ssh-{member}", 22, group=member, description="SSH")


def _members(needs: _Needs) -> tuple[str, ...]:
    return tuple(key for key, there in ((NODES, needs.pools), (LOGIN, needs.login)) if there)


def _ssh_from(cidr: str) -> SecurityGroupRule:
    name = f"ssh-{cidr.replace('.', '-').replace('/', '-')}"
    return _tcp("ingress", name, 22, cidr=cidr, description="SSH from a range of access.ssh_from")


def _everything(direction: Direction, group: str, description: str) -> SecurityGroupRule:
    return SecurityGroupRule(
        f"{direction}-all-{group}", direction, "-1", None, None, group=group, description=description
    )


def _tcp(
    direction: Direction,
    name: str,
    first: int,
    last: int | None = None,
    *,
    cidr: str | None = None,
    group: str | None = None,
    prefix_list: str | None = None,
    description: str,
) -> SecurityGroupRule:
    return SecurityGroupRule(
        name=f"{direction}-{name}",
        direction=direction,
        protocol="tcp",
        from_port=first,
        to_port=last or first,
        cidr=cidr,
        group=group,
        prefix_list=prefix_list,
        description=description,
    )
