"""Trails can be checked for changes."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import TRAIL
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="trail-validation",
    title="A trail writes digests that show whether its files were changed",
    severity="high",
    why="Without digests nobody can prove that records were not altered or removed.",
    fix="Set enable_log_file_validation to True (it is off by default).",
    types=(TRAIL,),
    judge=every("enableLogFileValidation").must_be_on(),
    before='Trail("audit", s3_bucket_name=logs.id)',
    after='Trail("audit", s3_bucket_name=logs.id, enable_log_file_validation=True)',
)
