"""The planning of a component that is used alone: the parts of a cluster that its arguments declare, and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard.aws.checks import plan_and_check
from rackguard.aws.log_group import LogSettings
from rackguard.aws.reading import plain, read_part
from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pulumi import Input, Resource

    from rackguard.aws.args.identity import IdentityArgs
    from rackguard.aws.reading import Live
    from rackguard.plan.types import ClusterPlan

SECTIONS = ("network", "access", "encryption", "logs", "storage", "pools")
"""Sections of a cluster that a part may be given."""


@record
class Part:
    """A part of a cluster, planned by itself."""

    plan: ClusterPlan
    """Of the sections that were given; what belongs to others is empty or at its default."""
    live: Live
    values: dict[str, Any]
    """The arguments as plain values."""

    def logs(self, key_arn: Input[str]) -> LogSettings:
        """Settings of the part's log groups."""
        access = self.plan.access
        return LogSettings(access.log_retention_days, access.keep_logs, key_arn, self.plan.tags)


def plan_part(component: str, args: IdentityArgs | Mapping[str, Any], owner: Resource, **more: Any) -> Part:
    """Plan what the arguments declare; `more` are sections that the component's arguments give in another form.

    Raises:
        InvalidArguments: with every problem found in them.
    """
    values = {**plain(args), **more}
    given = tuple(section for section in SECTIONS if section in values)
    identity = {key: values[key] for key in ("name", "region", "account_id", "tags") if key in values}
    read = read_part(component, {**identity, **{section: values[section] for section in given}})
    plan = plan_and_check(component, read.stack, owner, only=given, further_zones=tuple(values.get("zone_ids", ())))
    return Part(plan, read.live, values)
