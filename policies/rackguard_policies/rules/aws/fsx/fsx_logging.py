"""Lustre logs what goes wrong with the bucket behind it."""

from __future__ import annotations

from typing import Any

from rackguard_policies.rule import Rule
from rackguard_policies.types import LOG_GROUP, LUSTRE
from rackguard_policies.vocabulary import both, every


def _own_group(arn: Any) -> bool:
    """A log group's ARN, but of the one that FSx makes by itself, which has neither key nor retention."""
    return isinstance(arn, str) and ":log-group:" in arn and ":log-group:/aws/fsx/lustre" not in arn


RULE = Rule(
    id="fsx-logging",
    title="Lustre logs warnings and errors of its data repository to a log group of your own",
    severity="medium",
    why="Files that never reached the bucket are noticed when the file system is gone.",
    fix='Set log_configuration with level "WARN_ERROR" and the ARN of a log group of the stack.',
    types=(LUSTRE,),
    judge=both(
        every("logConfiguration.level").must_be("WARN_ERROR"),
        every("logConfiguration.destination")
        .proven_by(LOG_GROUP)
        .must(_own_group, "is a log group other than the one that FSx makes"),
    ),
    before='LustreFileSystem("scratch", deployment_type="PERSISTENT_2")',
    after='LustreFileSystem("scratch", ..., log_configuration={"level": "WARN_ERROR", "destination": group.arn})',
)
