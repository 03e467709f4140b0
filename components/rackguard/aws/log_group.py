"""Log groups with a retention and the cluster's key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pulumi import ResourceOptions
from pulumi_aws import cloudwatch

from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pulumi import Input, Resource


@record
class LogSettings:
    """What every log group of a cluster has in common."""

    retention_days: int
    keep: bool
    """True where log groups outlive `destroy`, as evidence."""
    key_arn: Input[str]
    tags: Mapping[str, str]


def make_log_group(
    name: str, log_group: str, settings: LogSettings, parent: Resource, depends_on: Sequence[Resource] = ()
) -> cloudwatch.LogGroup:
    """The log group called `log_group`; `depends_on` is the key's policy, without which it can't be encrypted."""
    return cloudwatch.LogGroup(
        name,
        name=log_group,
        retention_in_days=settings.retention_days,
        kms_key_id=settings.key_arn,
        tags=dict(settings.tags),
        opts=ResourceOptions(parent=parent, depends_on=list(depends_on), retain_on_delete=settings.keep or None),
    )
