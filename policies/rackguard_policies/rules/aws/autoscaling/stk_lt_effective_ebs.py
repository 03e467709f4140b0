"""Groups' disks are encrypted, whatever their nodes are made from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.effective_disks import encrypted_by_default
from rackguard_policies.launched_from import configurations, judged_at, not_seen
from rackguard_policies.rule import NotApplicable, Rule
from rackguard_policies.types import GROUP
from rackguard_policies.vocabulary import both, every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


_DISKS = both(
    every("rootBlockDevice.encrypted").must_be_on(),
    every("ebsBlockDevices[*].encrypted").if_any().must_be_on(),
)


def _judge(subject: Subject) -> Iterator[Verdict]:
    """Templates of the stack are judged by lt-ebs-encrypted and lt-root-declared; this sees what they can't."""
    if encrypted_by_default(subject):
        yield NotApplicable("the region's disks are encrypted by default")
        return
    yield from not_seen(subject, "lt-ebs-encrypted")
    for configuration in configurations(subject):
        yield from judged_at(subject, configuration, _DISKS)


RULE = Rule(
    id="stk-lt-effective-ebs",
    title=(
        "Disks of an Auto Scaling group's nodes are encrypted: by the template, each override's template,"
        " the launch configuration, or the region's default"
    ),
    severity="high",
    why="A disk outlives the node that wrote it; a template that isn't seen isn't proven.",
    fix="Declare the launch template in the stack with encrypted mappings, or ebs.EncryptionByDefault.",
    types=(GROUP,),
    judge=_judge,
    before='Group("g", launch_template={"id": "lt-0123456789abcdef0", "version": "1"})',
    after='Group("g", launch_template={"id": template.id, "version": template.latest_version})',
)
