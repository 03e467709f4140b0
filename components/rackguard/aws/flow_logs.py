"""Flow logs of a VPC: every connection, accepted or refused, on record within a minute."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pulumi import ResourceOptions
from pulumi_aws import ec2

from rackguard.aws.log_group import make_log_group
from rackguard.aws.role import make_role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pulumi import Input, Resource

    from rackguard.aws.log_group import LogSettings
    from rackguard.plan.types import NetworkPlan

INTERVAL_SECONDS = 60
"""The shortest for which EC2 aggregates (the other one is 600)."""


def make_flow_logs(
    name: str, plan: NetworkPlan, vpc_id: Input[str], logs: LogSettings, tags: Mapping[str, str], parent: Resource
) -> tuple[ec2.FlowLog, ...]:
    """The planned log group, the role that writes to it, and the flow log; `name-flow-logs` in the stack."""
    if plan.flow_log_group is None or plan.flow_log_role is None:
        return ()
    group = make_log_group(f"{name}-flow-logs-group", plan.flow_log_group, logs, parent)
    made = make_role(f"{name}-flow-logs-role", plan.flow_log_role, tags, parent)
    log = ec2.FlowLog(
        f"{name}-flow-logs",
        vpc_id=vpc_id,
        traffic_type="ALL",
        max_aggregation_interval=INTERVAL_SECONDS,
        log_destination_type="cloud-watch-logs",
        log_destination=group.arn,
        iam_role_arn=made.role.arn,
        tags={**tags, "Name": plan.vpc_name},
        opts=ResourceOptions(parent=parent, depends_on=made.attachments),
    )
    return (log,)
