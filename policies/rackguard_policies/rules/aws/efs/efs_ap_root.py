"""Access points show a folder, and not the whole file system."""

from __future__ import annotations

from posixpath import normpath
from typing import Any

from rackguard_policies.rule import Rule
from rackguard_policies.types import ACCESS_POINT
from rackguard_policies.vocabulary import every


def _is_folder(path: Any) -> bool:
    """False for the root, however it is written: `/`, `//`, `/home/..`."""
    return isinstance(path, str) and path.startswith("/") and bool(normpath(path).strip("/"))


RULE = Rule(
    id="efs-ap-root",
    title="An access point shows a folder of its own, not the whole file system",
    severity="medium",
    why="An access point at the root limits nothing: whoever mounts it sees every team's files.",
    fix="Set root_directory with a path below the root.",
    types=(ACCESS_POINT,),
    judge=every("rootDirectory.path").must(_is_folder, 'is a folder below "/"'),
    before='AccessPoint("team", file_system_id=home.id)',
    after='AccessPoint("team", file_system_id=home.id, root_directory={"path": "/team"})',
)
