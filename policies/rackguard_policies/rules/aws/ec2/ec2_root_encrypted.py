"""Root disks of instances are encrypted, and say so."""

from __future__ import annotations

from rackguard_policies.effective_disks import encrypted_by_default
from rackguard_policies.launch_templates import left_to_template
from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCES
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="ec2-root-encrypted",
    title="The root disk is encrypted, as the instance itself says or the region's default",
    severity="high",
    why="Without a word the image decides, and most images' disks are not encrypted: whoever copies one reads it.",
    fix="Set encrypted=True in root_block_device, or declare ebs.EncryptionByDefault for the region.",
    types=INSTANCES,
    judge=left_to_template(
        every("rootBlockDevice.encrypted").fine_if_absent_when(encrypted_by_default).must_be_on(),
        "rootBlockDevice",
        "lt-root-declared",
    ),
    before='Instance("i", root_block_device={"volume_size": 100})',
    after='Instance("i", root_block_device={"volume_size": 100, "encrypted": True})',
)
