"""The class of data reaches the disks of instances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.launch_templates import left_to_template
from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.tag_keys import CLASSIFICATION, tag_value
from rackguard_policies.types import INSTANCES
from rackguard_policies.values import leaf, leaves

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


_WANTED = "has a tag classification"


def _judge(subject: Subject) -> Iterator[Verdict]:
    """Of all disks at once, or of each where they have tags of their own."""
    inputs = subject.resource.inputs
    together = tag_value(leaf(inputs, "volumeTags").value, CLASSIFICATION)
    apart = [
        tag_value(each.value, CLASSIFICATION)
        for path in ("rootBlockDevice.tags", "ebsBlockDevices[*].tags")
        for each in leaves(inputs, path)
        if not (each.absent and each.path == "ebsBlockDevices")
    ]
    if together is UNKNOWN or (not together and UNKNOWN in apart):
        yield Unproven("volumeTags", _WANTED)
    elif not together and not all(apart):
        yield Finding("volumeTags", _WANTED)


RULE = Rule(
    id="ec2-volume-tags",
    title="An instance's disks are tagged with the class of their data",
    severity="low",
    why="A disk or snapshot without the tag escapes every rule that goes by the class.",
    fix="Give volume_tags a classification.",
    types=INSTANCES,
    judge=left_to_template(_judge, "volumeTags", "lt-tag-specs"),
    before='Instance("i", tags={"classification": "phi"})',
    after='Instance("i", volume_tags={"classification": "phi"})',
)
