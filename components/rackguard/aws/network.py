"""The network of a cluster."""

from collections.abc import Iterable, Mapping
from typing import Self, cast

import pulumi
from pulumi import Output, Resource, ResourceOptions
from pulumi_aws import ec2

from rackguard.aws.args.part import NetworkArgs
from rackguard.aws.endpoints import EndpointPlaces, make_endpoints
from rackguard.aws.flow_logs import make_flow_logs
from rackguard.aws.log_group import LogSettings
from rackguard.aws.reading import NO_ARGUMENTS, Live
from rackguard.aws.routes import make_routes
from rackguard.aws.security_groups import make_security_groups
from rackguard.aws.standalone import plan_part
from rackguard.plan.security_groups import ENDPOINTS
from rackguard.plan.types import NetworkPlan, Subnet
from rackguard.record import record


@record
class NetworkParts:
    """The planned network and what it needs of others."""

    plan: NetworkPlan
    tags: Mapping[str, str]
    logs: LogSettings
    """Of the flow logs; not used for an existing VPC."""
    live: Live = Live({})
    """Ids of an existing VPC and its subnets, where they are outputs."""


class Network(pulumi.ComponentResource):
    """A VPC with subnets, ways out, endpoints, flow logs, and the cluster's security groups.

    In an existing VPC only the security groups are made: routes, NAT, endpoints and flow logs stay its owner's.
    Who takes ids of subnets from it waits for the ways out, endpoints and flow logs; of groups, for their rules.
    """

    vpc_id: pulumi.Output[str]
    """Id of the VPC, new or existing."""
    node_subnet_ids: pulumi.Output[dict[str, str]]
    """Ids of the subnets for nodes, by zone id."""
    public_subnet_ids: pulumi.Output[dict[str, str]]
    """Ids of the subnets with a route to the internet gateway, by zone id."""
    security_group_ids: pulumi.Output[dict[str, str]]
    """Ids of the security groups by what is in them: `nodes`, `login`, `lustre`, `efs`, `endpoints`, `connect`."""

    def __init__(self, name: str, args: NetworkArgs = NO_ARGUMENTS, opts: pulumi.ResourceOptions | None = None) -> None:
        """Plan and make it by itself.

        Raises:
            InvalidArguments: with every problem found in the arguments.
        """
        part = plan_part(name, args, NetworkArgs)
        parts = NetworkParts(part.plan.network, part.plan.tags, part.logs(args["key_arn"]), part.live)
        self._build(name, parts, opts)
        part.hold(self)

    @classmethod
    def planned(cls, name: str, parts: NetworkParts, opts: ResourceOptions | None = None) -> Self:
        """The network as planned."""
        made = cls.__new__(cls)
        cls._build(made, name, parts, opts)
        return made

    def _build(self, name: str, parts: NetworkParts, opts: ResourceOptions | None) -> None:
        super().__init__("rackguard-aws:index:Network", name, None, opts)
        plan = parts.plan
        if plan.existing_vpc_id is None:
            vpc = self._vpc(name, parts)
            self.vpc_id = vpc.id
        else:
            vpc = None
            self.vpc_id = Output.from_input(parts.live.of(plan.existing_vpc_id))
        made = make_security_groups(name, plan.security_groups, self.vpc_id, parts.tags, self)
        self.groups = {key: group.id for key, group in made.groups.items()}
        """Ids of the security groups by their keys, each an output of its own."""
        subnets, ways_out = self._inside(name, parts, vpc) if vpc else (_existing(parts), ())
        self.node_subnets = _by_zone(subnets, "nodes")
        """Ids of the subnets for nodes by zone id, each an output of its own."""
        self.public_subnets = _by_zone(subnets, "public")
        """Ids of the public subnets by zone id, each an output of its own."""
        self.rules = made.rules
        """What must be there before file systems, whose services try the ports."""
        self.ready: tuple[Resource, ...] = (*made.rules, *ways_out)
        """What must be there before machines, which fetch what they need as they start."""
        self._give_out(ways_out)

    def _vpc(self, name: str, parts: NetworkParts) -> ec2.Vpc:
        tags = {**parts.tags, "Name": parts.plan.vpc_name}
        vpc = ec2.Vpc(
            f"{name}-vpc",
            cidr_block=parts.plan.cidr,
            enable_dns_support=True,
            enable_dns_hostnames=True,
            tags=tags,
            opts=ResourceOptions(parent=self),
        )
        # Adopted to be emptied: AWS lets its members talk to each other and to everywhere.
        ec2.DefaultSecurityGroup(
            f"{name}-default-group", vpc_id=vpc.id, ingress=[], egress=[], tags=tags, opts=ResourceOptions(parent=self)
        )
        return vpc

    def _inside(
        self, name: str, parts: NetworkParts, vpc: ec2.Vpc
    ) -> tuple[dict[Subnet, Output[str]], tuple[Resource, ...]]:
        """Everything of a new VPC: ids of its subnets, and what machines need of the rest."""
        plan = parts.plan
        subnets = {subnet: self._subnet(name, subnet, vpc, parts.tags) for subnet in plan.subnets}
        routes = make_routes(name, plan, vpc, subnets, parts.tags, self)
        at = [made.id for subnet, made in subnets.items() if _has_endpoints(plan, subnet)]
        places = EndpointPlaces(
            vpc_id=vpc.id,
            route_table_ids=[table.id for table in routes.tables],
            subnet_ids=at,
            security_group_ids=[self.groups[ENDPOINTS]] if ENDPOINTS in self.groups else [],
        )
        endpoints = make_endpoints(name, plan.endpoints, places, parts.tags, self)
        flow_logs = make_flow_logs(name, plan, vpc.id, parts.logs, parts.tags, self)
        # Flow logs too: from its first connection to its last, no machine is off the record.
        return {subnet: made.id for subnet, made in subnets.items()}, (*routes.ready, *endpoints, *flow_logs)

    def _subnet(self, name: str, plan: Subnet, vpc: ec2.Vpc, tags: Mapping[str, str]) -> ec2.Subnet:
        return ec2.Subnet(
            f"{name}-{plan.role}-{plan.zone_id}",
            vpc_id=vpc.id,
            cidr_block=plan.cidr,
            availability_zone_id=plan.zone_id,
            map_public_ip_on_launch=False,
            tags={**tags, "Name": plan.name},
            opts=ResourceOptions(parent=self),
        )

    def _give_out(self, ways_out: Iterable[Resource]) -> None:
        self.node_subnet_ids = _as_one(self.node_subnets, ways_out)
        self.public_subnet_ids = _as_one(self.public_subnets, ways_out)
        self.security_group_ids = _as_one(self.groups, self.rules)
        self.register_outputs(
            {
                "vpc_id": self.vpc_id,
                "node_subnet_ids": self.node_subnet_ids,
                "public_subnet_ids": self.public_subnet_ids,
                "security_group_ids": self.security_group_ids,
            }
        )


def _existing(parts: NetworkParts) -> dict[Subnet, Output[str]]:
    return {
        subnet: Output.from_input(parts.live.of(subnet.existing_id))
        for subnet in parts.plan.subnets
        if subnet.existing_id
    }


def _by_zone(subnets: Mapping[Subnet, Output[str]], role: str) -> dict[str, Output[str]]:
    return {subnet.zone_id: made for subnet, made in subnets.items() if subnet.role == role}


def _as_one(ids: Mapping[str, Output[str]], ready: Iterable[Resource]) -> Output[dict[str, str]]:
    """The ids as one output, which waits for all of them, and whose users wait for what is to be `ready`."""
    # By URNs, which a preview knows: by ids, an existing VPC's subnets would become unknown.
    urns = [resource.urn for resource in ready]
    return Output.all(dict(ids), urns).apply(lambda made: cast("dict[str, str]", made[0]))


def _has_endpoints(plan: NetworkPlan, subnet: Subnet) -> bool:
    return subnet.role == "nodes" and subnet.zone_id in plan.endpoint_zone_ids
