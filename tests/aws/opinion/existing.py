"""What a refusal may depend on: the things that exist when a call is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Thing = Mapping[str, Any]
"""The inputs and outputs of a resource, by the provider's names, with its `id`."""
Lookup = Callable[[str], Iterable[Thing]]
"""`lookup("aws:ec2/subnet:Subnet")`: what exists of a type, of the stack or from before."""

GROUP = "aws:autoscaling/group:Group"
IMAGE = "aws:ec2/ami:Ami"
KEY = "aws:kms/key:Key"
LINKED_ROLE = "aws:iam/serviceLinkedRole:ServiceLinkedRole"
PLACEMENT_GROUP = "aws:ec2/placementGroup:PlacementGroup"
PROFILE = "aws:iam/instanceProfile:InstanceProfile"
RESERVATION = "aws:ec2/capacityReservation:CapacityReservation"
BLOCK = "aws:ec2/capacityBlockReservation:CapacityBlockReservation"
ROLE = "aws:iam/role:Role"
SECURITY_GROUP = "aws:ec2/securityGroup:SecurityGroup"
SUBNET = "aws:ec2/subnet:Subnet"
TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"


def found(lookup: Lookup, token: str, key: str, value: Any) -> Thing | None:
    """The thing of a type whose `key` has this value; None for a value that isn't given too."""
    return None if value is None else next((thing for thing in lookup(token) if thing.get(key) == value), None)
