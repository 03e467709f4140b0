"""Load balancers, and the groups behind them, on a stack under tests."""

from __future__ import annotations

from functools import partial

from tests.policies.mutations.change import added, gone, put
from tests.policies.mutations.mutation import Mutation

from rackguard_policies.types import LISTENER_RULES

row = partial(Mutation, stack="serving")
UPLOADED = "arn:aws:iam::123456789012:server-certificate/models"
FORWARD = {"type": "forward", "targetGroupArn": "arn"}
TAGS = {"owner": "ml-platform", "environment": "prod", "classification": "internal"}
HTTP_RULE = added(LISTENER_RULES[0], "rule", {"actions": [FORWARD], "tags": TAGS}, listenerArn="http")

ROWS = (
    row("lb-access-logs", "web", put("accessLogs.enabled", False)),
    row("lb-access-logs", "streams", gone("accessLogs.enabled")),
    row("lb-access-logs", "streams", gone("accessLogs.bucket")),
    row("lb-deletion-protect", "streams", put("enableDeletionProtection", False)),
    row("lb-deletion-protect", "web", gone("enableDeletionProtection")),
    row("lb-desync", "web", put("desyncMitigationMode", "monitor")),
    row("lb-drop-headers", "web", put("dropInvalidHeaderFields", False)),
    row("lb-drop-headers", "web", gone("dropInvalidHeaderFields")),
    row("lb-internal", "streams", put("internal", False)),
    row("lb-internal", "web", gone("internal")),
    row("lb-tls", "streams-tcp", put("port", 80), path="protocol"),
    row("lb-tls", "https", put("protocol", "HTTP"), path="defaultActions[0]"),
    row("lb-tls", "http", put("defaultActions[0]", FORWARD)),
    row("lb-tls", "http", HTTP_RULE, on="rule", path="actions[0]"),
    row("lb-tls-policy", "https", put("sslPolicy", "ELBSecurityPolicy-2016-08")),
    row("lb-tls-policy", "https", gone("sslPolicy")),
    row("lb-acm", "https", put("certificateArn", UPLOADED)),
    row("lb-acm", "notebooks", put("certificateArn", UPLOADED)),
    row("tg-protocol", "web-targets", put("protocol", "HTTP")),
    row("tg-protocol", "streams-targets", put("port", 8080), path="protocol"),
    row("asg-elb-healthcheck", "serving", gone("healthCheckType")),
    row("asg-elb-healthcheck", "workers", put("healthCheckType", "EC2")),
    row("asg-multi-az", "serving", gone("vpcZoneIdentifiers[1]"), path="vpcZoneIdentifiers"),
    row("sg-no-http", "front-80", put("securityGroupId", "sg-0123456789abcdef0"), path="cidrIpv4"),
)
