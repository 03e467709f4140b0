"""AWS' words for what fails, as its guide has them or users have pasted them, and what they are told as."""

from __future__ import annotations

import pytest

from rackguard.account.status.causes import CAUSES, cause_of

VCPUS = (
    "Could not launch On-Demand Instances. VcpuLimitExceeded - You have requested more vCPU capacity than your current"
    " vCPU limit of 0 allows for the instance bucket that the specified instance type belongs to. Please visit"
    " http://aws.amazon.com/contact-us/ec2-request to request an adjustment to this limit."
)
CAPACITY = (
    "We currently do not have sufficient p5.48xlarge capacity in the Availability Zone you requested (us-east-2b). Our"
    " system will be working on provisioning additional capacity. You can currently get p5.48xlarge capacity by not"
    " specifying an Availability Zone in your request or choosing us-east-2a."
)
UNHEALTHY = "Instance became unhealthy while waiting for instance to be in InService state. Termination Reason:"
UNFULFILLABLE = (
    "UnfulfillableCapacity - Unable to fulfill capacity due to your request configuration. Please adjust your request"
    " and try again."
)
SAID = (
    ("block-not-active", "Your Capacity Block reservation cr-0123456789abcdef0 is not active yet."),
    (
        "reservation-full",
        "The requested reservation does not have sufficient compatible and available capacity for this request.",
    ),
    ("reservation-full", "ReservationCapacityExceeded"),
    ("reservation-gone", "InvalidCapacityReservationId.NotFound"),
    ("spot-quota", "Could not launch Spot Instances. MaxSpotInstanceCountExceeded - Max spot instance count exceeded"),
    ("quota", VCPUS),
    ("quota", "You have requested more instances (7) than your current instance limit of 6 allows for the type."),
    ("quota", "5 instance(s) are already running."),
    (
        "spot-price",
        "Your Spot request price of 0.001 is lower than the minimum required Spot request fulfillment price of 0.0031.",
    ),
    (
        "subnet-full",
        "There are not enough free addresses in subnet 'subnet-0123' to satisfy the requested number of instances.",
    ),
    ("key", "Client.InternalError: Client error on launch."),
    ("key", f"{UNHEALTHY} Client.InvalidKMSKey.InvalidState: The KMS key provided is in an incorrect state"),
    ("profile", "Value (llm-dev) for parameter iamInstanceProfile.name is invalid. Invalid IAM Instance Profile name"),
    ("image", "The AMI ID ami-0123456789abcdef0 does not exist."),
    ("image", "The image id '[ami-0123456789abcdef0]' does not exist"),
    ("image", f"{UNHEALTHY} Client.InvalidSnapshot.NotFound: The snapshot could not be found"),
    ("snapshot-size", "Volume of size 20GB is smaller than snapshot 'snap-0123', expect size >= 30GB"),
    ("template", "The specified launch template, with template ID lt-0ac8192309244d619, does not exist."),
    ("security-group", "The security group sg-0123456789abcdef0 does not exist."),
    ("subnet-gone", "The subnet ID 'subnet-0123456789abcdef0' does not exist"),
    (
        "type-not-in-zone",
        "Your requested instance type (p5.48xlarge) is not supported in your requested Availability Zone (us-east-2a).",
    ),
    ("interfaces", "EFA interfaces are not supported on g6.xlarge"),
    ("interfaces", "t2.micro instances do not support Elastic Fabric Adapters."),
    ("interfaces", "AttachmentLimitExceeded: Network Card 0 limit 0"),
    ("placement", "Placement groups may not be used with instances of type 't3.micro'."),
    ("volume-quota", f"{UNHEALTHY} Client.VolumeLimitExceeded: Volume limit exceeded"),
    ("volume-quota", "You have exceeded your maximum gp3 storage limit of 50 TiB in this region."),
    ("device-name", "Invalid device name upload."),
    (
        "spot-role",
        "Could not launch Spot Instances. AuthFailure.ServiceLinkedRoleCreationNotPermitted - The provided credentials",
    ),
    ("role-unknown", "Authentication Failure"),
    ("not-authorized", "You are not authorized to perform this operation. Encoded authorization failure message: x"),
    ("account", "PendingVerification: Your request for accessing resources in this region is being validated"),
    ("account", "You've reached your quota for maximum Fleet Requests for this account."),
    ("account", "InvalidParameterCombination - The specified instance type is not eligible for Free Tier."),
    ("no-spot-capacity", "There is no Spot capacity available that matches your request."),
    ("no-spot-capacity", f"Could not launch Spot Instances. {UNFULFILLABLE}"),
    ("no-capacity", CAPACITY),
    ("no-capacity", "Could not launch On-Demand Instances. InsufficientInstanceCapacity"),
    ("unfulfillable", f"Could not launch On-Demand Instances. {UNFULFILLABLE}"),
    ("spot-taken-back", f"{UNHEALTHY} Server.SpotInstanceTermination: Spot instance termination"),
    ("node-ended", f"{UNHEALTHY} Client.UserInitiatedShutdown: User initiated shutdown"),
    ("internal", f"{UNHEALTHY} Server.InternalError: Internal error on launch"),
    ("throttled", "RequestLimitExceeded: Request limit exceeded."),
    ("unsupported", "The requested configuration is currently not supported. Please check the documentation."),
    ("unsupported", "InvalidParameterCombination"),
)


@pytest.mark.parametrize(("cause", "message"), SAID)
def test_what_aws_says_has_a_cause(cause: str, message: str) -> None:
    found = cause_of(message)
    assert found
    assert found.id == cause


def test_every_cause_is_found_by_something_that_aws_says() -> None:
    assert {cause.id for cause in CAUSES} == {cause for cause, _ in SAID}
    assert len({cause.id for cause in CAUSES}) == len(CAUSES)


@pytest.mark.parametrize("message", ["", "Something that AWS has never said before."])
def test_what_is_not_known_has_none(message: str) -> None:
    assert cause_of(message) is None


@pytest.mark.parametrize("cause", CAUSES, ids=lambda cause: cause.id)
def test_causes_say_what_to_do_and_who_says_so(cause: object) -> None:
    words, action, source = (getattr(cause, name) for name in ("words", "action", "source"))
    assert not words.endswith(".")
    assert (action[0].isupper(), action.endswith(".")) == (True, True)
    assert source
