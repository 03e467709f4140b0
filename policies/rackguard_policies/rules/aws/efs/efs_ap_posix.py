"""Access points give everybody an identity that isn't root."""

from __future__ import annotations

from typing import Any

from rackguard_policies.rule import Rule
from rackguard_policies.types import ACCESS_POINT
from rackguard_policies.values import number
from rackguard_policies.vocabulary import both, every

WANTED = "is a number other than 0"


def _not_root(found: Any) -> bool:
    return (number(found) or 0) > 0


RULE = Rule(
    id="efs-ap-posix",
    title="An access point gives its clients a user and groups that are not root",
    severity="medium",
    why="Without a fixed identity a client is whoever it says it is, root too, and reads everybody's files.",
    fix="Set posix_user with a uid and gid above 0.",
    types=(ACCESS_POINT,),
    judge=both(
        every("posixUser.uid").must(_not_root, WANTED),
        every("posixUser.gid").must(_not_root, WANTED),
        every("posixUser.secondaryGids[*]").fine_if_absent().must(_not_root, WANTED),
    ),
    before='AccessPoint("team", file_system_id=home.id)',
    after='AccessPoint("team", file_system_id=home.id, posix_user={"uid": 1001, "gid": 1001})',
)
