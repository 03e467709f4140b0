"""Load balancers drop headers that aren't valid."""

from __future__ import annotations

from rackguard_policies.load_balancers import no_application_balancer
from rackguard_policies.rule import Rule
from rackguard_policies.types import LOAD_BALANCERS
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="lb-drop-headers",
    title="An application load balancer drops headers with invalid names",
    severity="medium",
    why="Broken headers that balancer and server read differently smuggle requests past checks.",
    fix="Set drop_invalid_header_fields to True.",
    types=LOAD_BALANCERS,
    judge=every("dropInvalidHeaderFields").unless(no_application_balancer).must_be_on(),
    before='LoadBalancer("serving", internal=True)',
    after='LoadBalancer("serving", internal=True, drop_invalid_header_fields=True)',
)
