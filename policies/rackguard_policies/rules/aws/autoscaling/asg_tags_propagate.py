"""The class of data reaches the nodes of a group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.launch_templates import elsewhere, references
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.tag_keys import CLASSIFICATION, is_key
from rackguard_policies.types import GROUP
from rackguard_policies.values import leaf, leaves, truth

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict
    from rackguard_policies.values import Leaf


_WANTED = "has a tag classification that is propagated at launch"


def _judge(subject: Subject) -> Iterator[Verdict]:
    group = subject.resource
    if references(group) and not elsewhere(subject.graph, group):
        yield NotApplicable("its launch template tags nodes, and lt-tag-specs judges that")
        return
    tags = list(leaves(group.inputs, "tags[*]"))
    if any(_reaches_nodes(each) for each in tags):
        return
    unknown = any(each.unknown or leaf(each.value, "propagateAtLaunch").unknown for each in tags)
    yield (Unproven if unknown else Finding)("tags", _WANTED)


def _reaches_nodes(tag: Leaf) -> bool:
    named = is_key(leaf(tag.value, "key").value, CLASSIFICATION)
    return named and truth(leaf(tag.value, "propagateAtLaunch").value) is True


RULE = Rule(
    id="asg-tags-propagate",
    title="An Auto Scaling group hands the class of its data on to nodes, where its launch template isn't the stack's",
    severity="low",
    why="A node without the tag escapes every rule that goes by the class.",
    fix="Set propagate_at_launch=True on the classification tag, or tag nodes by the launch template.",
    types=(GROUP,),
    judge=_judge,
    before='Group("g", tags=[{"key": "classification", "value": "phi", "propagate_at_launch": False}])',
    after='Group("g", tags=[{"key": "classification", "value": "phi", "propagate_at_launch": True}])',
)
