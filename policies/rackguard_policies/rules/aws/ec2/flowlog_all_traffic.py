"""Flow logs hold what was let through and what was refused."""

from __future__ import annotations

from rackguard_policies.flow_logs import of_a_transit_gateway
from rackguard_policies.rule import Rule
from rackguard_policies.types import FLOW_LOG
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="flowlog-all-traffic",
    title="Flow logs record accepted and refused connections",
    severity="medium",
    why="Refused connections show who tries the doors, accepted ones who came in: an inquiry needs both.",
    fix='Set traffic_type to "ALL".',
    types=(FLOW_LOG,),
    judge=every("trafficType").unless(of_a_transit_gateway).must_be("ALL"),
    before='FlowLog("flows", vpc_id=vpc.id, traffic_type="REJECT", log_destination=group.arn)',
    after='FlowLog("flows", vpc_id=vpc.id, traffic_type="ALL", log_destination=group.arn)',
)
