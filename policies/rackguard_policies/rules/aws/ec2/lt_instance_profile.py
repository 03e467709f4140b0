"""Nodes of a launch template have a role."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.types import LAUNCH_TEMPLATE
from rackguard_policies.values import leaf
from rackguard_policies.vocabulary import is_given

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    """By its name or its ARN."""
    places = (leaf(subject.resource.inputs, f"iamInstanceProfile.{key}") for key in ("name", "arn"))
    given = [is_given(subject, each) for each in places]
    if not any(given):
        yield (Unproven if None in given else Finding)("iamInstanceProfile", "names an instance profile")


RULE = Rule(
    id="lt-instance-profile",
    title="A launch template names an instance profile",
    severity="medium",
    why="Without a role, programs on a node need static keys, which leak and don't expire.",
    fix="Set iam_instance_profile to a profile with the least that nodes need.",
    types=(LAUNCH_TEMPLATE,),
    judge=_judge,
    before='LaunchTemplate("t", image_id=image)',
    after='LaunchTemplate("t", image_id=image, iam_instance_profile={"name": profile.name})',
)
