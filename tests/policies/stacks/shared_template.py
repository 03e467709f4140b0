"""A group made from a launch template that another stack declares."""

from __future__ import annotations

from tests.policies.stacks.parts.groups import fleet
from tests.policies.stacks.parts.keys import key
from tests.policies.stacks.parts.networks import FLOW_LOGS, network

TEMPLATE = "lt-0123456789abcdef0"
UNPROVEN = {(rule, "workers", "unproven: launchTemplate") for rule in ("stk-lt-effective-ebs", "stk-lt-effective-imds")}
"""What the template says isn't seen here: whether disks are encrypted, and whether metadata asks for tokens."""


def program() -> None:
    inside = network(key("network", "internal", FLOW_LOGS), "internal")
    fleet("workers", 4, inside, "internal", launch_template={"id": TEMPLATE, "version": "7"})
