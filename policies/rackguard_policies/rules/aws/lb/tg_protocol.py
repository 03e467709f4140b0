"""Load balancers speak TLS to what is behind them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.load_balancers import encrypts
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.types import TARGET_GROUPS
from rackguard_policies.values import leaf, seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED = "is HTTPS or TLS, or TCP to a port of SSH or HTTPS"


def _judge(subject: Subject) -> Iterator[Verdict]:
    inputs = subject.resource.inputs
    protocol = leaf(inputs, "protocol")
    if leaf(inputs, "targetType").value in ("lambda", "alb"):
        yield NotApplicable("AWS carries it to a function, or another load balancer listens there")
    elif str(protocol.value).upper() == "GENEVE":
        yield NotApplicable("it passes packets on to appliances")
    elif not (answer := encrypts(protocol, leaf(inputs, "port"))):
        yield (
            Unproven(protocol.path, WANTED) if answer is None else Finding(protocol.path, WANTED, seen(protocol.value))
        )


RULE = Rule(
    id="tg-protocol",
    title="Between a load balancer and its targets traffic is encrypted too",
    severity="medium",
    why="TLS that ends at the balancer leaves the last way, over the cluster's network, in the clear.",
    fix='Set protocol to "HTTPS" (or "TLS"); the targets may have a certificate that they signed themselves.',
    types=TARGET_GROUPS,
    judge=_judge,
    before='TargetGroup("serving", port=8000, protocol="HTTP", vpc_id=vpc.id)',
    after='TargetGroup("serving", port=8443, protocol="HTTPS", vpc_id=vpc.id)',
)
