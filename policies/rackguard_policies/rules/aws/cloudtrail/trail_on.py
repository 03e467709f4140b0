"""Trails are on."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import TRAIL
from rackguard_policies.vocabulary import both, every

RULE = Rule(
    id="trail-on",
    title="A trail is switched on, and records global services",
    severity="critical",
    why="A trail that is switched off is the first thing an intruder wishes for; IAM is a global service.",
    fix="Leave enable_logging and include_global_service_events on.",
    types=(TRAIL,),
    judge=both(
        every("enableLogging").fine_if_absent().must_be_on(),
        every("includeGlobalServiceEvents").fine_if_absent().must_be_on(),
    ),
    before='Trail("audit", s3_bucket_name=logs.id, enable_logging=False)',
    after='Trail("audit", s3_bucket_name=logs.id)',
)
