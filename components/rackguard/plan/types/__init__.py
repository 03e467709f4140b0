"""What a plan is made of: frozen, plain data, known before anything exists.

Names are explicit and ARNs are built from account and name, so that nothing here waits for creation.
Units are in the names; times are ISO 8601 in UTC.
"""

from __future__ import annotations

from rackguard.plan.types.access import AccessPlan, LoginNodePlan, UserParameter
from rackguard.plan.types.capacity import (
    LaunchPlan,
    PlacementPlan,
    QuotaNeed,
    ReservationPlan,
    RolloutPlan,
    ScheduledAction,
    SchedulePlan,
    TerminationPlan,
)
from rackguard.plan.types.cluster import ClusterPlan, Retained
from rackguard.plan.types.decision import Decision
from rackguard.plan.types.identity import Document, KeyPlan, RolePlan
from rackguard.plan.types.network import Endpoint, NetworkPlan, SecurityGroup, SecurityGroupRule, Subnet
from rackguard.plan.types.node import ImagePlan, NetworkInterface, UserDataPlan, Volume
from rackguard.plan.types.pool import PoolPlan
from rackguard.plan.types.storage import BucketPlan, EfsPlan, LustrePlan, StoragePlan

__all__ = [
    "AccessPlan",
    "BucketPlan",
    "ClusterPlan",
    "Decision",
    "Document",
    "EfsPlan",
    "Endpoint",
    "ImagePlan",
    "KeyPlan",
    "LaunchPlan",
    "LoginNodePlan",
    "LustrePlan",
    "NetworkInterface",
    "NetworkPlan",
    "PlacementPlan",
    "PoolPlan",
    "QuotaNeed",
    "ReservationPlan",
    "Retained",
    "RolePlan",
    "RolloutPlan",
    "SchedulePlan",
    "ScheduledAction",
    "SecurityGroup",
    "SecurityGroupRule",
    "StoragePlan",
    "Subnet",
    "TerminationPlan",
    "UserDataPlan",
    "UserParameter",
    "Volume",
]
