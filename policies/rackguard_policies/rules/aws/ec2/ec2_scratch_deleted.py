"""Disks of instances end with them."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCES
from rackguard_policies.vocabulary import both, every

RULE = Rule(
    id="ec2-scratch-deleted",
    title="An instance's disks are deleted with it",
    severity="medium",
    why="A disk that is left over keeps its data and its price, and nobody owns it.",
    fix="Leave delete_on_termination out or set it to True; keep data on a volume or file system of its own.",
    types=INSTANCES,
    judge=both(
        every("rootBlockDevice.deleteOnTermination").fine_if_absent().must_be_on(),
        every("ebsBlockDevices[*].deleteOnTermination").fine_if_absent().must_be_on(),
    ),
    before='Instance("i", root_block_device={"delete_on_termination": False})',
    after='Instance("i", root_block_device={"delete_on_termination": True})',
)
