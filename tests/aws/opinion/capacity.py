"""CreatePlacementGroup and CreateCapacityReservation: what is sent, and what EC2 says.

Sources: EC2 user guide, "Placement strategies" and "Create a Capacity Reservation", 2026.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.aws.opinion import tags
from tests.aws.opinion.as_call import as_call
from tests.aws.opinion.existing import PLACEMENT_GROUP, Lookup, Thing, found
from tests.aws.opinion.instance_types import instance_type
from tests.aws.opinion.service_model import input_shape, problems

_RESERVED = (
    "availabilityZone",
    "ebsOptimized",
    "endDate",
    "endDateType",
    "ephemeralStorage",
    "instanceCount",
    "instanceMatchCriteria",
    "instancePlatform",
    "instanceType",
    "outpostArn",
    "placementGroupArn",
    "tenancy",
)


def placement_group_refused(inputs: Thing, lookup: Lookup) -> Iterator[str]:
    """What is wrong with a placement group."""
    shape = input_shape("ec2", "CreatePlacementGroup")
    made = as_call(shape, {name: inputs.get(name) for name in ("strategy", "partitionCount", "spreadLevel")})
    made["GroupName"] = inputs.get("name", "")
    yield from problems("ec2", "CreatePlacementGroup", made)
    yield from tags.refused(inputs.get("tags") or {}, "the placement group")
    if not 1 <= len(made["GroupName"]) <= 255:
        yield f"InvalidParameterValue: The group's name has {len(made['GroupName'])} characters, 1 to 255 allowed"
    if found(lookup, PLACEMENT_GROUP, "name", made["GroupName"]):
        yield f"InvalidPlacementGroup.Duplicate: The placement group '{made['GroupName']}' already exists."
    partitions = made.get("PartitionCount")
    if partitions is not None and (made.get("Strategy") != "partition" or not 1 <= partitions <= 7):
        yield f"InvalidParameterValue: PartitionCount is {partitions}; 1 to 7 allowed, with strategy partition"


def reservation_refused(inputs: Thing, lookup: Lookup) -> Iterator[str]:
    """What is wrong with a capacity reservation."""
    shape = input_shape("ec2", "CreateCapacityReservation")
    made = as_call(shape, {name: inputs.get(name) for name in _RESERVED})
    yield from problems("ec2", "CreateCapacityReservation", made)
    yield from tags.refused(inputs.get("tags") or {}, "the capacity reservation")
    name, count = made.get("InstanceType", ""), made.get("InstanceCount", 1)
    if instance_type(name) is None:
        yield f"InvalidParameterValue: Invalid value '{name}' for InstanceType."
    if not 1 <= count <= 1000:
        yield f"InvalidParameterValue: InstanceCount is {count}; 1 to 1000 allowed"
    if ("EndDate" in made) != (made.get("EndDateType", "unlimited") == "limited"):
        yield "InvalidParameterCombination: EndDate is needed with EndDateType limited, and only with it"
    group = made.get("PlacementGroupArn")
    strategy = (found(lookup, PLACEMENT_GROUP, "arn", group) or {}).get("strategy")
    if group is not None and strategy != "cluster":
        yield f"InvalidParameterValue: {group} is no cluster placement group"
