"""Groups are made from launch templates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Rule
from rackguard_policies.types import GROUP
from rackguard_policies.values import leaf

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    """A name that isn't known yet is one all the same."""
    place = leaf(subject.resource.inputs, "launchConfiguration")
    if not place.absent and place.value != "":
        yield Finding(place.path, "is left out, for a launch template")


RULE = Rule(
    id="asg-uses-lt",
    title="An Auto Scaling group uses a launch template, not a launch configuration",
    severity="medium",
    why="Launch configurations have no versions, and AWS adds no newer instance types to them: none of P5 or "
    "later can be launched.",
    fix="Move the settings into a LaunchTemplate.",
    types=(GROUP,),
    judge=_judge,
    before='Group("g", launch_configuration=old.name)',
    after='Group("g", launch_template={"id": template.id, "version": template.latest_version})',
)
