"""Log-in of a plan, recorded, with made-up places for it to be in."""

from __future__ import annotations

import pulumi
from pulumi_aws import ec2
from tests.aws.pools import KEY, Record

from rackguard.aws.access import Access, AccessParts
from rackguard.aws.log_group import LogSettings
from rackguard.aws.role import MadeRole, make_role
from rackguard.graph.graph import Graph
from rackguard.plan.types import ClusterPlan

ZONES = ("usw2-az1", "use1-az1", "use1-az2", "use2-az1", "use2-az2")
OUTPUTS = (
    "auth_log_group",
    "login_node_id",
    "login_node_address",
    "login_node_image_id",
    "login_node_role_arn",
    "connect_endpoint_id",
    "ssh_through_login_node",
    "ssh_through_endpoint",
)


def access_graph(record: Record, plan: ClusterPlan, *, route: bool = False, role: bool = False) -> Graph:
    """Access of a plan; with `route` the login node waits for one, with `role` its role was made before."""

    def program() -> None:
        parts = AccessParts(
            plan=plan.access,
            region=plan.region,
            tags=plan.tags,
            logs=LogSettings(plan.access.log_retention_days, plan.access.keep_logs, KEY, plan.tags),
            key_arn=KEY,
            security_group_ids={"login": "sg-login", "connect": "sg-connect", "nodes": "sg-nodes"},
            node_subnet_ids={zone: f"subnet-{zone}" for zone in ZONES},
            public_subnet_ids={zone: f"subnet-public-{zone}" for zone in ZONES},
            login_role=earlier(plan) if role else None,
            ready=(ec2.Route("route", route_table_id="rtb-1", destination_cidr_block="0.0.0.0/0"),) if route else (),
        )
        made = Access.planned("access", parts)
        for name in OUTPUTS:
            pulumi.export(name, getattr(made, name))

    return record(program)


def earlier(plan: ClusterPlan) -> MadeRole:
    """The login node's role, outside of Access."""
    assert plan.access.login_node
    roles = pulumi.ComponentResource("tests:index:Roles", "roles")
    return make_role("earlier", plan.access.login_node.role, plan.tags, roles)


def tags(environment: str, classification: str, **more: str) -> dict[str, str]:
    return {
        "owner": "ml-platform",
        "environment": environment,
        "classification": classification,
        "rackguard:cluster": f"llm-{environment}",
        "rackguard:stack": environment,
        **more,
    }
