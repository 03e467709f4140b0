"""Flow logs are written every minute."""

from __future__ import annotations

from rackguard_policies.flow_logs import of_a_transit_gateway
from rackguard_policies.rule import Rule
from rackguard_policies.types import FLOW_LOG
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="flowlog-interval",
    title="Flow logs sum up one minute, not ten",
    severity="low",
    why="Ten minutes in one line hide the order of what happened, and an alarm from them comes ten minutes late.",
    fix="Set max_aggregation_interval to 60 (the default is 600).",
    types=(FLOW_LOG,),
    judge=every("maxAggregationInterval").unless(of_a_transit_gateway).must_be(60),
    before='FlowLog("flows", vpc_id=vpc.id, traffic_type="ALL", log_destination=group.arn)',
    after='FlowLog("flows", vpc_id=vpc.id, traffic_type="ALL", log_destination=group.arn, max_aggregation_interval=60)',
)
