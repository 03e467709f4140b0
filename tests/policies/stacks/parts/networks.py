"""A private network: two subnets without a way out, and endpoints for what machines need of AWS."""

from __future__ import annotations

from typing import Any

from pulumi_aws import cloudwatch, ec2, kms, vpc
from tests.policies.rules.documents import allow, text
from tests.policies.stacks.parts.keys import for_logs
from tests.policies.stacks.parts.names import ACCOUNT, REGION, tags
from tests.policies.stacks.parts.roles import role

from rackguard.record import record

FLOWS = "/acme/flows"
FLOW_LOGS = for_logs(FLOWS)
"""For the policy of the network's key."""
RANGE = "10.40.0.0/16"
ZONES = ("a", "b")


@record
class Network:
    """What the rest of a stack stands in."""

    vpc: ec2.Vpc
    subnets: tuple[ec2.Subnet, ...]
    table: ec2.RouteTable


def network(key: kms.Key, classification: str) -> Network:
    """With flow logs under `key`, which needs the statement `FLOW_LOGS`."""
    given: Any = {"tags": tags(classification)}
    made = ec2.Vpc("vpc", cidr_block=RANGE, enable_dns_support=True, enable_dns_hostnames=True, **given)
    ec2.DefaultSecurityGroup("vpc-default", vpc_id=made.id, **given)
    table = ec2.RouteTable("private", vpc_id=made.id, **given)
    subnets = tuple(_subnet(made, table, index, zone, given) for index, zone in enumerate(ZONES))
    _flow_logs(made, key, classification)
    _endpoints(Network(made, subnets, table), given)
    return Network(made, subnets, table)


def group(name: str, of: Network, classification: str) -> ec2.SecurityGroup:
    """A security group, whose rules are resources of their own."""
    return ec2.SecurityGroup(name, description=f"What {name} may do", vpc_id=of.vpc.id, tags=tags(classification))


def lets(
    first: int, last: int, source: ec2.SecurityGroup, target: ec2.SecurityGroup, name: str, classification: str
) -> None:
    """TCP to these ports from one group to another, both ways round: out of the one and into the other."""
    common: Any = {"ip_protocol": "tcp", "from_port": first, "to_port": last, "tags": tags(classification)}
    vpc.SecurityGroupEgressRule(
        f"{name}-out", security_group_id=source.id, referenced_security_group_id=target.id, description=name, **common
    )
    vpc.SecurityGroupIngressRule(
        f"{name}-in", security_group_id=target.id, referenced_security_group_id=source.id, description=name, **common
    )


def lets_in(name: str, who: str, source: str, target: ec2.SecurityGroup, port: int, marks: dict[str, str]) -> None:
    """TCP to a port of a group from a range of addresses."""
    vpc.SecurityGroupIngressRule(
        name,
        security_group_id=target.id,
        description=who,
        ip_protocol="tcp",
        from_port=port,
        to_port=port,
        cidr_ipv4=source,
        tags=marks,
    )


def _subnet(of: ec2.Vpc, table: ec2.RouteTable, index: int, zone: str, given: Any) -> ec2.Subnet:
    subnet = ec2.Subnet(
        f"private-{zone}",
        vpc_id=of.id,
        cidr_block=f"10.40.{index}.0/24",
        availability_zone=f"{REGION}{zone}",
        map_public_ip_on_launch=False,
        assign_ipv6_address_on_creation=False,
        **given,
    )
    ec2.RouteTableAssociation(f"private-{zone}-routes", subnet_id=subnet.id, route_table_id=table.id)
    return subnet


def _flow_logs(of: ec2.Vpc, key: kms.Key, classification: str) -> None:
    sink = cloudwatch.LogGroup(
        "flow-events",
        name=FLOWS,
        retention_in_days=2192,
        kms_key_id=key.arn,
        skip_destroy=True,
        tags=tags(classification),
    )
    arn = f"arn:aws:logs:{REGION}:{ACCOUNT}:log-group:{FLOWS}:*"
    write = allow(["logs:CreateLogStream", "logs:PutLogEvents", "logs:DescribeLogStreams"], arn)
    writer = role("flow-logs", "vpc-flow-logs", classification, write)
    ec2.FlowLog(
        "flows",
        vpc_id=of.id,
        traffic_type="ALL",
        max_aggregation_interval=60,
        log_destination=sink.arn,
        iam_role_arn=writer.arn,
        tags=tags(classification),
    )


def _endpoints(of: Network, given: Any) -> None:
    own = {"StringEquals": {"aws:PrincipalAccount": ACCOUNT}}
    policy = text(allow("*", principal="*", condition=own))
    closed = ec2.SecurityGroup("endpoints", description="Endpoints of AWS services", vpc_id=of.vpc.id, **given)
    lets_in("endpoints-https", "HTTPS from the network", RANGE, closed, 443, given["tags"])
    ec2.VpcEndpoint(
        "s3",
        vpc_id=of.vpc.id,
        service_name=f"com.amazonaws.{REGION}.s3",
        vpc_endpoint_type="Gateway",
        route_table_ids=[of.table.id],
        policy=policy,
        **given,
    )
    for service in ("logs", "ssm"):
        ec2.VpcEndpoint(
            service,
            vpc_id=of.vpc.id,
            service_name=f"com.amazonaws.{REGION}.{service}",
            vpc_endpoint_type="Interface",
            private_dns_enabled=True,
            subnet_ids=[subnet.id for subnet in of.subnets],
            security_group_ids=[closed.id],
            policy=policy,
            **given,
        )
