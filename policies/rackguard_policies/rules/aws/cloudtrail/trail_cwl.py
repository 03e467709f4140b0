"""Trails are written to a log group too."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import TRAIL
from rackguard_policies.vocabulary import both, every

RULE = Rule(
    id="trail-cwl",
    title="A trail also goes to a log group",
    severity="medium",
    why="Files in a bucket are read after the fact; alarms need the records while things happen.",
    fix="Set cloud_watch_logs_group_arn and cloud_watch_logs_role_arn.",
    types=(TRAIL,),
    judge=both(every("cloudWatchLogsGroupArn").must_be_set(), every("cloudWatchLogsRoleArn").must_be_set()),
    before='Trail("audit", s3_bucket_name=logs.id)',
    after='Trail("audit", s3_bucket_name=logs.id, cloud_watch_logs_group_arn=arn, cloud_watch_logs_role_arn=role.arn)',
)
