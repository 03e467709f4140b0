"""Traffic on its way through firewalls behind a gateway balancer, and through a router beside them."""

from __future__ import annotations

from typing import Any

from pulumi_aws import ec2, lb
from tests.policies.stacks.parts.groups import fleet, template
from tests.policies.stacks.parts.keys import key
from tests.policies.stacks.parts.machines import profile, settings
from tests.policies.stacks.parts.names import tags
from tests.policies.stacks.parts.networks import FLOW_LOGS, Network, group, network

OWN = tags("internal")
GENEVE = 6081


def program() -> None:
    disks = key("disks", "internal", FLOW_LOGS)
    inside = network(disks, "internal")
    firewalls = group("firewalls", inside, "internal")
    made_from = template("firewalls-template", "c6in.8xlarge", [firewalls], disks, "internal")
    named: Any = {"id": made_from.id, "version": made_from.latest_version.apply(str)}
    targets = _gateway(inside)
    fleet(
        "firewalls-group", 4, inside, "internal", launch_template=named, target_group_arns=[targets.arn],
        health_check_type="ELB",
    )  # fmt: skip
    _router(inside, firewalls, settings(disks, "internal"))


def _gateway(inside: Network) -> lb.TargetGroup:
    """A balancer that passes packets on as they are, and writes no access logs."""
    gateway = lb.LoadBalancer(
        "gateway",
        load_balancer_type="gateway",
        subnets=[subnet.id for subnet in inside.subnets],
        enable_deletion_protection=True,
        tags=OWN,
    )
    checked: Any = {"port": "80", "protocol": "HTTP"}
    targets = lb.TargetGroup(
        "firewalls-targets", port=GENEVE, protocol="GENEVE", vpc_id=inside.vpc.id, health_check=checked, tags=OWN
    )
    lb.Listener(
        "packets",
        load_balancer_arn=gateway.arn,
        default_actions=[{"type": "forward", "target_group_arn": targets.arn}],
        tags=OWN,
    )
    return targets


def _router(inside: Network, groups: ec2.SecurityGroup, given: dict[str, Any]) -> None:
    """A machine that takes other machines' traffic to the offices, by an interface that a route leads to."""
    interface = ec2.NetworkInterface(
        "router-interface",
        subnet_id=inside.subnets[0].id,
        security_groups=[groups.id],
        source_dest_check=False,
        tags=OWN,
    )
    ec2.Instance(
        "router",
        instance_type="c6in.large",
        primary_network_interface={"network_interface_id": interface.id},
        iam_instance_profile=profile("routers", "internal").name,
        **given,
    )
    ec2.Route(
        "offices",
        route_table_id=inside.table.id,
        destination_cidr_block="10.80.0.0/16",
        network_interface_id=interface.id,
    )
