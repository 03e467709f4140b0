"""The network of a cluster: VPC, subnets, ways out, endpoints, security groups, flow logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.zones import availability_zone, is_local
from rackguard.plan import cidr, names
from rackguard.plan.addresses import node_addresses, public_addresses
from rackguard.plan.arn import endpoint_service
from rackguard.plan.endpoint_policy import endpoint_statements
from rackguard.plan.iam import plan_flow_log_role
from rackguard.plan.known_as import known_as
from rackguard.plan.network_decisions import network_decisions
from rackguard.plan.security_groups import plan_security_groups
from rackguard.plan.types import Endpoint, NetworkPlan, Subnet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rackguard.plan.types import AccessPlan, PoolPlan, StoragePlan
    from rackguard.spec.network import ExistingVpc, Network
    from rackguard.spec.stack import Stack


def plan_network(
    stack: Stack,
    pools: Sequence[PoolPlan],
    access: AccessPlan,
    storage: StoragePlan,
    further_zones: tuple[str, ...] = (),
) -> NetworkPlan:
    """The network that the planned pools, the login node and the file systems need, with subnets in further zones."""
    declared = stack.cluster.network
    endpoints = () if declared.existing else _endpoints(stack)
    interfaces = sum(endpoint.type == "Interface" for endpoint in endpoints)
    zones = tuple(sorted({*_zones(pools, access, storage), *further_zones}))
    if interfaces:
        zones = tuple(sorted({*zones, *map(availability_zone, zones)}))
    needed = node_addresses(zones, pools, access, storage, interface_endpoints=interfaces)
    nat_zones = () if declared.existing else _nat_zones(declared, pools, access, further_zones)
    public = tuple(sorted({*nat_zones, *_public_login_zones(access)}))
    public_needed = {zone: public_addresses(zone, access, nat_zones) for zone in public}
    if declared.existing:
        subnets, fits = _existing(stack, declared.existing, needed, public_needed)
    else:
        subnets, fits = _new(stack, declared.cidr or "", needed, public_needed, nat_zones)
    groups = plan_security_groups(stack, access, interface_endpoints=interfaces > 0)
    flow_log_group = None if declared.existing else names.log_group_name(stack.cluster.name, "flow")
    return NetworkPlan(
        vpc_name=names.vpc_name(stack.cluster.name),
        cidr=declared.cidr,
        existing_vpc_id=declared.existing.vpc_id if declared.existing else None,
        subnets=subnets,
        nat_zone_ids=nat_zones,
        endpoints=endpoints,
        endpoint_zone_ids=tuple(zone for zone in zones if not is_local(zone)) if interfaces else (),
        security_groups=groups,
        flow_log_group=flow_log_group,
        flow_log_role=plan_flow_log_role(stack, flow_log_group) if flow_log_group else None,
        internet_gateway=bool(public) and not declared.existing,
        fits=fits,
        decisions=tuple(network_decisions(stack, subnets, nat_zones, groups, efa=any(pool.efa for pool in pools))),
    )


def _zones(pools: Sequence[PoolPlan], access: AccessPlan, storage: StoragePlan) -> tuple[str, ...]:
    """Every zone with something inside; a public login node needs a public subnet only."""
    zones = {zone for pool in pools for zone in pool.zone_ids}
    zones.update(lustre.zone_id for lustre in storage.lustre)
    zones.update(zone for efs in storage.efs for zone in efs.zone_ids)
    if access.connect_zone_id:
        zones.add(access.connect_zone_id)
    if access.login_node and not access.login_node.public:
        zones.add(access.login_node.zone_id)
    return tuple(sorted(zones))


def _public_login_zones(access: AccessPlan) -> tuple[str, ...]:
    login = access.login_node
    return (login.zone_id,) if login and login.public else ()


def _nat_zones(
    declared: Network,
    pools: Sequence[PoolPlan],
    access: AccessPlan,
    further_zones: tuple[str, ...] = (),
) -> tuple[str, ...]:
    """Zones with a NAT gateway; the only one is where it is declared, else in the first zone of the first pool by name.

    Pools have no other order that an engine keeps; a renamed one stays where it was in it. A Local Zone uses its
    parent's: few have NAT gateways of their own.
    """
    by_name = sorted(pools, key=lambda pool: known_as(pool.name, pool))
    zones = [availability_zone(zone) for pool in by_name for zone in pool.zone_ids]
    if access.login_node and not access.login_node.public:
        zones.append(availability_zone(access.login_node.zone_id))
    zones += map(availability_zone, further_zones)
    if declared.nat == "none" or not zones:
        return ()
    return (declared.nat_zone_id or zones[0],) if declared.nat == "one" else tuple(sorted(set(zones)))


def _endpoints(stack: Stack) -> tuple[Endpoint, ...]:
    """S3's gateway, which costs nothing and keeps data off the NAT gateway, and the interfaces asked for."""
    services = dict.fromkeys(("s3", *stack.cluster.network.endpoints))
    return tuple(
        Endpoint(
            name=names.endpoint_name(stack.cluster.name, service),
            service=endpoint_service(stack.region, service),
            type="Gateway" if service == "s3" else "Interface",
            policy_statements=endpoint_statements(service, stack.cluster.account_id),
        )
        for service in services
    )


def _new(
    stack: Stack, vpc_cidr: str, needed: dict[str, int], public_needed: dict[str, int], nat_zones: Sequence[str]
) -> tuple[tuple[Subnet, ...], bool]:
    ranges = cidr.lay_out(vpc_cidr, {*needed, *public_needed})
    if ranges is None:
        return (), False
    subnets = [
        _subnet(stack, "nodes", zone, count, ranges[zone].nodes, nat_zone_id=_nat_serving(zone, nat_zones))
        for zone, count in needed.items()
    ]
    publics = [(zone, count, ranges[zone].public) for zone, count in public_needed.items()]
    subnets += [_subnet(stack, "public", zone, count, part) for zone, count, part in publics if part]
    return tuple(subnets), _fit(subnets) and all(part for _, _, part in publics)


def _nat_serving(zone_id: str, nat_zones: Sequence[str]) -> str | None:
    """The zone whose NAT gateway serves a zone: itself, a Local Zone's parent, else the first that has one."""
    own = availability_zone(zone_id)
    return own if own in nat_zones else next(iter(nat_zones), None)


def _existing(
    stack: Stack, vpc: ExistingVpc, needed: dict[str, int], public_needed: dict[str, int]
) -> tuple[tuple[Subnet, ...], bool]:
    """The first subnet of each zone and kind; a zone without one is left out, and doesn't fit."""
    subnets: list[Subnet] = []
    wanted = [("nodes", zone, count) for zone, count in needed.items()]
    wanted += [("public", zone, count) for zone, count in public_needed.items()]
    for role, zone, count in wanted:
        for subnet in vpc.subnets:
            if subnet.zone_id == zone and subnet.public == (role == "public"):
                subnets.append(_subnet(stack, role, zone, count, subnet.cidr, subnet.id))
                break
    return tuple(subnets), len(subnets) == len(wanted) and _fit(subnets)


def _subnet(
    stack: Stack,
    role: str,
    zone_id: str,
    needed: int,
    part: str | None,
    existing_id: str | None = None,
    nat_zone_id: str | None = None,
) -> Subnet:
    return Subnet(
        name=names.subnet_name(stack.cluster.name, role, zone_id),
        zone_id=zone_id,
        role="public" if role == "public" else "nodes",
        cidr=part,
        existing_id=existing_id,
        needed_addresses=needed,
        available_addresses=cidr.size(part) if part else None,
        nat_zone_id=nat_zone_id,
    )


def _fit(subnets: Sequence[Subnet]) -> bool:
    return all(
        subnet.available_addresses is None or subnet.needed_addresses <= subnet.available_addresses
        for subnet in subnets
    )
