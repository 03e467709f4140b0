"""Older types have a way of their own to their disks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCES
from rackguard_policies.values import leaf
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject


_OLD_FAMILIES = ("c1", "c3", "g2", "i2", "m1", "m2", "m3", "r3")
"""Families that can be EBS-optimised and aren't by default."""


def _implied(subject: Subject) -> str:
    kind = leaf(subject.resource.inputs, "instanceType")
    old = kind.unknown or str(kind.value).partition(".")[0] in _OLD_FAMILIES
    return "" if old else "types of this family are EBS-optimised by themselves"


RULE = Rule(
    id="ec2-ebs-optimized",
    title="Instances of types that aren't EBS-optimised by themselves ask for it",
    severity="low",
    why="Disk and network traffic share one way, and each slows the other.",
    fix="Set ebs_optimized=True, or take a current type, which needs no asking.",
    types=INSTANCES,
    judge=every("ebsOptimized").unless(_implied).must_be_on(),
    before='Instance("i", instance_type="r3.2xlarge")',
    after='Instance("i", instance_type="r3.2xlarge", ebs_optimized=True)',
)
