"""Load balancers guard against requests that are read in two ways."""

from __future__ import annotations

from rackguard_policies.load_balancers import no_application_balancer
from rackguard_policies.rule import Rule
from rackguard_policies.types import LOAD_BALANCERS
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="lb-desync",
    title="An application load balancer's desync mitigation is defensive or strictest",
    severity="low",
    why="In monitor mode ambiguous requests go through, and one person's request ends in another's connection.",
    fix='Leave desync_mitigation_mode at "defensive", or set "strictest".',
    types=LOAD_BALANCERS,
    judge=every("desyncMitigationMode")
    .fine_if_absent()
    .unless(no_application_balancer)
    .must_be_one_of("defensive", "strictest"),
    before='LoadBalancer("serving", internal=True, desync_mitigation_mode="monitor")',
    after='LoadBalancer("serving", internal=True, desync_mitigation_mode="defensive")',
)
