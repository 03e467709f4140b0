"""Disks of a launch template end with their node."""

from __future__ import annotations

from rackguard_policies.effective_disks import template_disks
from rackguard_policies.rule import Rule
from rackguard_policies.types import LAUNCH_TEMPLATE
from rackguard_policies.vocabulary import every_of

RULE = Rule(
    id="lt-scratch-deleted",
    title="A launch template's disks are deleted with the node",
    severity="medium",
    why="Groups end nodes all the time, and each would leave a disk with data and a price that nobody owns.",
    fix='Set delete_on_termination="true" in each mapping\'s ebs.',
    types=(LAUNCH_TEMPLATE,),
    judge=every_of(template_disks("deleteOnTermination")).must_be_on(),
    before='LaunchTemplate("t", block_device_mappings=[{"device_name": "/dev/sdb", "ebs": {"volume_size": 500}}])',
    after=(
        'LaunchTemplate("t", block_device_mappings=[{"device_name": "/dev/sdb", "ebs":'
        ' {"delete_on_termination": "true"}}])'
    ),
)
