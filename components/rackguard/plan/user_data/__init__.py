"""The script that a node runs at boot: a pure function of what is decided before anything exists."""

from rackguard.plan.user_data.build import LIMIT_BYTES, UserData, build_user_data
from rackguard.plan.user_data.settings import Checkpoint, Ending, NodeMount, NodeSettings, NodeVolume

__all__ = [
    "LIMIT_BYTES",
    "Checkpoint",
    "Ending",
    "NodeMount",
    "NodeSettings",
    "NodeVolume",
    "UserData",
    "build_user_data",
]
