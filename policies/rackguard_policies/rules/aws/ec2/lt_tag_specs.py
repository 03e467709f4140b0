"""The class of data reaches what a launch template makes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.tag_keys import CLASSIFICATION, tag_value
from rackguard_policies.types import LAUNCH_TEMPLATE
from rackguard_policies.values import leaf, leaves

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict
    from rackguard_policies.values import Leaf


_MADE = ("instance", "volume", "network-interface")


def _judge(subject: Subject) -> Iterator[Verdict]:
    specifications = list(leaves(subject.resource.inputs, "tagSpecifications[*]"))
    if any(each.unknown for each in specifications):
        yield Unproven("tagSpecifications", "tags what is made with a classification")
        return
    for kind in _MADE:
        found = [leaf(each.value, "tags").value for each in specifications if _is_for(each, kind)]
        classes = [tag_value(tags, CLASSIFICATION) for tags in found]
        wanted = f"has a tag classification for {kind}"
        if UNKNOWN in classes:
            yield Unproven("tagSpecifications", wanted)
        elif not any(classes):
            yield Finding("tagSpecifications", wanted)


def _is_for(specification: Leaf, kind: str) -> bool:
    return leaf(specification.value, "resourceType").value == kind


RULE = Rule(
    id="lt-tag-specs",
    title="A launch template tags instances, volumes and network interfaces with the class of their data",
    severity="medium",
    why=(
        "Tags of a group reach instances only: disks and interfaces without the tag escape every rule that"
        " goes by the class."
    ),
    fix="Add tag_specifications for instance, volume and network-interface, each with a classification.",
    types=(LAUNCH_TEMPLATE,),
    judge=_judge,
    before='LaunchTemplate("t", tags={"classification": "phi"})',
    after=(
        'LaunchTemplate("t", tag_specifications=[{"resource_type": kind, "tags": tags} for kind in'
        ' ("instance", "volume", "network-interface")])'
    ),
)
