"""Trails cover every region."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import TRAIL
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="trail-multi-region",
    title="A trail covers all regions",
    severity="high",
    why="Who steals credentials works in the region where nobody looks.",
    fix="Set is_multi_region_trail to True (it is off by default).",
    types=(TRAIL,),
    judge=every("isMultiRegionTrail").must_be_on(),
    before='Trail("audit", s3_bucket_name=logs.id)',
    after='Trail("audit", s3_bucket_name=logs.id, is_multi_region_trail=True)',
)
