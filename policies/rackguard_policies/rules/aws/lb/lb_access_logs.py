"""Load balancers log who asked for what."""

from __future__ import annotations

from rackguard_policies.load_balancers import gateway_balancer
from rackguard_policies.rule import Rule
from rackguard_policies.types import LOAD_BALANCERS
from rackguard_policies.vocabulary import both, every

RULE = Rule(
    id="lb-access-logs",
    title="A load balancer writes its access logs to a bucket",
    severity="medium",
    why="Without access logs nobody can say afterwards who read which data through the service.",
    fix="Give access_logs a bucket and set enabled to True (it is off by default).",
    types=LOAD_BALANCERS,
    judge=both(
        every("accessLogs.enabled").unless(gateway_balancer).must_be_on(),
        every("accessLogs.bucket").unless(gateway_balancer).must_be_set(),
    ),
    before='LoadBalancer("serving", internal=True, access_logs={"bucket": logs.id})',
    after='LoadBalancer("serving", internal=True, access_logs={"bucket": logs.id, "enabled": True})',
)
