"""Load balancers aren't deleted by mistake."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import LOAD_BALANCERS
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="lb-deletion-protect",
    title="A load balancer is protected from deletion",
    severity="low",
    why="With the balancer goes the name by which everybody finds the service.",
    fix="Set enable_deletion_protection to True.",
    types=LOAD_BALANCERS,
    judge=every("enableDeletionProtection").must_be_on(),
    before='LoadBalancer("serving", internal=True)',
    after='LoadBalancer("serving", internal=True, enable_deletion_protection=True)',
)
