"""Launch templates declare the root disk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.effective_disks import ROOT_DEVICES, encrypted_by_default
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.types import LAUNCH_TEMPLATE
from rackguard_policies.values import leaves

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


_WANTED = f"declares the root device, {' or '.join(ROOT_DEVICES)}"


def _judge(subject: Subject) -> Iterator[Verdict]:
    if encrypted_by_default(subject):
        yield NotApplicable("the region's disks are encrypted by default")
        return
    names = list(leaves(subject.resource.inputs, "blockDeviceMappings[*].deviceName"))
    if not any(each.value in ROOT_DEVICES for each in names):
        unknown = any(each.unknown for each in names)
        yield (Unproven if unknown else Finding)("blockDeviceMappings", _WANTED)


RULE = Rule(
    id="lt-root-declared",
    title="A launch template declares the root disk, or the region encrypts disks without being asked",
    severity="high",
    why=(
        "Where it is silent the image decides, and most images' disks are not encrypted; a mapping of"
        " another name adds a second disk and leaves the root as it is."
    ),
    fix='Add a mapping for the image\'s root device, /dev/sda1 or /dev/xvda, with encrypted="true".',
    types=(LAUNCH_TEMPLATE,),
    judge=_judge,
    before='LaunchTemplate("t", image_id=image)',
    after=(
        'LaunchTemplate("t", image_id=image, block_device_mappings=[{"device_name": "/dev/sda1", "ebs":'
        ' {"encrypted": "true"}}])'
    ),
)
