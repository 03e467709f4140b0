"""Data that must last is not in a single zone."""

from __future__ import annotations

from rackguard_policies.data_class import DISPOSABLE, disposable
from rackguard_policies.rule import Rule
from rackguard_policies.types import FILE_SYSTEM
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="efs-regional",
    title="A file system keeps its data in several zones, unless its class of data may go",
    severity="low",
    why="A file system in one zone is gone with the zone, and cannot be reached while the zone is away.",
    fix="Leave availability_zone_name out.",
    types=(FILE_SYSTEM,),
    judge=every("availabilityZoneName").unless(disposable).must_be_left_out(),
    parameters=DISPOSABLE,
    before='FileSystem("home", availability_zone_name="us-east-2a")',
    after='FileSystem("home")',
)
