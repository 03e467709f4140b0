"""No security group has more rules than AWS allows."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

DEFAULT_QUOTA = 60


def _check(context: Context) -> Iterator[Found]:
    groups = context.plan.network.security_groups if context.plan else ()
    for group in groups:
        inward = sum(rule.direction == "ingress" for rule in group.rules)
        if inward > DEFAULT_QUOTA:
            ranges = len(context.stack.cluster.access.ssh_from)
            message = f"has {ranges} ranges, which makes {inward} inbound rules in the group {group.key}"
            yield found(("access", "ssh_from"), f"{message}; allowed by default: {DEFAULT_QUOTA}")


VALIDATOR = Validator(
    id="security-group-rules",
    level="error",
    summary="No security group has more than 60 inbound rules.",
    why="That is the default quota (AWS VPC quotas, rules per security group, 2026); AWS refuses the rest, and some"
    " people can't log in.",
    hint="Join neighbouring ranges into wider ones.",
    check=_check,
)
