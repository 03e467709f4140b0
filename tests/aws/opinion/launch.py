"""RunInstances: what EC2 says when a node is launched, from a template or by itself.

Codes are EC2's own. So are the sentences where EC2 publishes them or users report them; others are ours, and say the
same of the same input.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.aws.opinion import interfaces, market, placement, volumes
from tests.aws.opinion.existing import IMAGE, PROFILE, ROLE, SECURITY_GROUP, Lookup, Thing, found
from tests.aws.opinion.instance_types import instance_type, offered


@dataclass(frozen=True)
class Launch:
    """One node to be."""

    data: dict[str, Any]
    """Parameters of RunInstances, or what a launch template has of them."""
    subnets: tuple[Thing, ...]
    """Those that it may be in, as far as they are known."""
    lookup: Lookup


def refused(launch: Launch) -> Iterator[str]:
    """What EC2 says, each line `Code: message`; nothing where it launches."""
    name = launch.data.get("InstanceType")
    if name is None:
        yield "MissingParameter: The request must contain the parameter InstanceType"
        return
    described = instance_type(name)
    if described is None:
        yield f"InvalidParameterValue: Invalid value '{name}' for InstanceType."
        return
    image = found(launch.lookup, IMAGE, "id", launch.data.get("ImageId"))
    yield from _image(launch.data.get("ImageId"), image, described)
    yield from _offered(name, launch.subnets)
    yield from _network(launch, described)
    yield from volumes.refused(launch.data.get("BlockDeviceMappings", []), image)
    yield from market.refused(launch.data, described)
    yield from placement.refused(launch.data, described, launch.subnets, launch.lookup)
    yield from _profile(launch.data.get("IamInstanceProfile", {}), launch.lookup)
    yield from _metadata(launch.data.get("MetadataOptions", {}))


def _image(wanted: str | None, image: Thing | None, described: dict[str, Any]) -> Iterator[str]:
    if wanted is None:
        yield "MissingParameter: The request must contain the parameter ImageId"
    elif not wanted.startswith("ami-"):
        yield f'InvalidAMIID.Malformed: Invalid id: "{wanted}" (expecting "ami-...")'
    if image is None:
        return
    name, of_type = described["InstanceType"], described["ProcessorInfo"]["SupportedArchitectures"]
    if image["architecture"] not in of_type:
        yield (
            f"InvalidParameterValue: The architecture '{'/'.join(of_type)}' of the specified instance type does not"
            f" match the architecture '{image['architecture']}' of the specified AMI: {name}, {wanted}"
        )
    if image.get("enaSupport") is False and described["NetworkInfo"]["EnaSupport"] == "required":
        yield (
            "InvalidParameterCombination: Enhanced networking with the Elastic Network Adapter (ENA) is required for"
            f" the '{name}' instance type; {wanted} isn't enabled for it"
        )
    boot = image.get("bootMode")
    if boot in ("uefi", "legacy-bios") and boot not in described["SupportedBootModes"]:
        yield f"InvalidParameterCombination: The boot mode '{boot}' of {wanted} isn't supported by '{name}'"
    if image.get("tpmSupport") and described["NitroTpmSupport"] != "supported":
        yield f"InvalidParameterCombination: {wanted} needs NitroTPM, which '{name}' doesn't support"


def _offered(name: str, subnets: tuple[Thing, ...]) -> Iterator[str]:
    for zone_id in dict.fromkeys(subnet.get("availabilityZoneId") for subnet in subnets):
        if zone_id and offered(name, zone_id) is False:
            yield (
                f"Unsupported: Your requested instance type ({name}) is not supported in your requested Availability"
                f" Zone ({zone_id})"
            )


def _network(launch: Launch, described: dict[str, Any]) -> Iterator[str]:
    given = launch.data.get("NetworkInterfaces", [])
    if given:
        yield from interfaces.refused(given, described)
        for key in ("SecurityGroupIds", "SecurityGroups", "SubnetId"):
            if launch.data.get(key):
                yield (
                    "InvalidParameterCombination: Network interfaces and an instance-level"
                    f" {'subnet ID' if key == 'SubnetId' else 'security groups'} may not be specified on the same"
                    " request"
                )
    groups = [group for one in given for group in one.get("Groups", [])] + launch.data.get("SecurityGroupIds", [])
    for group in dict.fromkeys(groups):
        here = found(launch.lookup, SECURITY_GROUP, "id", group)
        for subnet in launch.subnets:
            if here and here.get("vpcId") != subnet.get("vpcId"):
                yield (
                    f"InvalidParameter: Security group {group} and subnet {subnet['id']} belong to different networks."
                )


def _profile(given: dict[str, Any], lookup: Lookup) -> Iterator[str]:
    for key, by in (("Name", "name"), ("Arn", "arn")):
        wanted = given.get(key)
        profile = found(lookup, PROFILE, by, wanted)
        if wanted is not None and profile is None:
            yield (
                f"InvalidParameterValue: Value ({wanted}) for parameter iamInstanceProfile.{by} is invalid. Invalid"
                f" IAM Instance Profile {by}"
            )
        if profile and found(lookup, ROLE, "name", profile.get("role")) is None:
            yield (
                f"InvalidParameterValue: Value ({wanted}) for parameter iamInstanceProfile.{by} is invalid. IAM"
                " Instance Profile has no associated IAM Roles"
            )


def _metadata(given: dict[str, Any]) -> Iterator[str]:
    hops = given.get("HttpPutResponseHopLimit")
    if hops is not None and not 1 <= hops <= 64:
        yield f"InvalidParameterValue: Invalid HttpPutResponseHopLimit {hops}; 1 to 64 allowed"
