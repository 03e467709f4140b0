"""Volumes have one machine, unless a cluster file system is on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.rule import Rule
from rackguard_policies.tag_keys import tag_value
from rackguard_policies.types import VOLUME
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject


def _shared(subject: Subject) -> str:
    system = tag_value(subject.resource.inputs.get("tags"), ("clusterfilesystem",))
    return "a cluster file system is on it" if isinstance(system, str) else ""


RULE = Rule(
    id="ebs-multi-attach",
    title="A volume is attached to many machines only where its tag names the cluster file system on it",
    severity="medium",
    why="Two machines that write to an ordinary file system destroy it, without an error.",
    fix="Leave multi_attach_enabled out, or name the file system in the tag cluster-file-system.",
    types=(VOLUME,),
    judge=every("multiAttachEnabled").unless(_shared).must_be_off(),
    before='Volume("v", multi_attach_enabled=True)',
    after='Volume("v", multi_attach_enabled=True, tags={"cluster-file-system": "gfs2"})',
)
