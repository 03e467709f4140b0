"""Training on types and shares of spot that a team has agreed on, without a cluster of Rackguard's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pulumi_aws import ec2, kms
from tests.policies.stacks.parts.groups import fleet, template
from tests.policies.stacks.parts.keys import key
from tests.policies.stacks.parts.names import tags
from tests.policies.stacks.parts.networks import FLOW_LOGS, Network, group, network

PARAMETERS = {
    "cost-types-allowed": {"types": ["g6e.*", "hpc7a.*"]},
    "cost-spot-share": {"least_percent": 25, "most_percent": 75},
}


def program() -> None:
    data = key("data", "internal", FLOW_LOGS)
    inside = network(data, "internal")
    nodes = group("nodes", inside, "internal")
    made_from = template("training-template", "g6e.12xlarge", [nodes], data, "internal")
    named: Any = {"id": made_from.id, "version": made_from.latest_version.apply(str)}
    fleet("steady", 2, inside, "internal", launch_template=named)
    of: Any = {"launch_template_id": made_from.id, "version": made_from.latest_version.apply(str)}
    overrides = [{"instance_type": type_} for type_ in ("g6e.12xlarge", "g6e.24xlarge")]
    shares: Any = {"on_demand_base_capacity": 0, "on_demand_percentage_above_base_capacity": 0}
    mix: Any = {"launch_template": {"launch_template_specification": of, "overrides": overrides}}
    mix["instances_distribution"] = shares | {"spot_allocation_strategy": "price-capacity-optimized"}
    _solvers(inside, data)
    fleet("spare", 2, inside, "internal", mixed_instances_policy=mix)


def _solvers(inside: Network, data: kms.Key) -> None:
    """Machines without GPUs that work on one thing together, close to each other in one zone."""
    close = ec2.PlacementGroup("close", strategy="cluster", tags=tags("internal"))
    solvers = group("solvers", inside, "internal")
    made_from = template("solvers-template", "hpc7a.96xlarge", [solvers], data, "internal")
    named: Any = {"id": made_from.id, "version": made_from.latest_version.apply(str)}
    one_zone = replace(inside, subnets=inside.subnets[:1])
    fleet("solvers-group", 4, one_zone, "internal", launch_template=named, placement_group=close.id)
