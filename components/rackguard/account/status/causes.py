"""Why nodes don't start: AWS' words, what they mean, and what to do.

The first cause whose pattern is found in AWS' message counts: special ones stand before general ones.
"""

from __future__ import annotations

import re

from rackguard.record import record

_LAUNCH = "EC2 Auto Scaling user guide, troubleshoot instance launch failures, 2026"
_CODES = "EC2 API reference, error codes, 2026"
_REASONS = "EC2 API reference, StateReason, 2026"
_REPORTED = "as users report it; AWS' pages don't have it"


@record
class Cause:
    """One reason for which nodes don't start."""

    id: str
    pattern: str
    """A regular expression; capitals and small letters are alike."""
    words: str
    """What has happened, for a person."""
    action: str
    """What to do."""
    source: str
    """Who says that AWS says so."""


CAUSES = (
    Cause(
        "block-not-active",
        r"Capacity Block reservation .* is not active",
        "the capacity block has not started, or is over",
        "Wait for its start: the group is scaled out then by its schedule. `rackguard preflight` compares the times.",
        _LAUNCH,
    ),
    Cause(
        "reservation-full",
        r"ReservationCapacityExceeded|does not have sufficient compatible and available capacity",
        "the reservation or capacity block has no free place for the node",
        "Look what else runs in it; a node that has ended gives its place back after some minutes."
        " `rackguard preflight` compares type, zone and size with the pool's.",
        _LAUNCH,
    ),
    Cause(
        "reservation-gone",
        r"InvalidCapacityReservation|capacity reservation .*(does not exist|not found|is not in|expired|cancelled)",
        "the reservation or capacity block isn't there, or isn't active",
        "Correct its id in the pool's `purchase`; `rackguard preflight` tells its state.",
        _CODES,
    ),
    Cause(
        "spot-quota",
        r"MaxSpotInstanceCountExceeded|Max spot instance count exceeded",
        "the account's quota for spot requests is used up",
        "Ask for an increase: `rackguard preflight` prints the request.",
        _CODES,
    ),
    Cause(
        "quota",
        r"VcpuLimitExceeded|InstanceLimitExceeded|than your current (vCPU|instance) limit"
        r"|instance\(s\) are already running",
        "the account's quota of vCPUs is used up",
        "Ask for an increase: `rackguard preflight` prints the request.",
        _LAUNCH,
    ),
    Cause(
        "spot-price",
        r"SpotMaxPriceTooLow|lower than the minimum required Spot request fulfillment price",
        "spot costs more now than the pool may pay",
        "Raise `max_price_usd_per_hour`, or leave it out: then it is the on-demand price.",
        _LAUNCH,
    ),
    Cause(
        "subnet-full",
        r"InsufficientFreeAddressesInSubnet|not enough free addresses in subnet|insufficient free addresses",
        "the subnet has no free addresses",
        "Free some, or name a larger subnet; `rackguard plan` tells how many the cluster needs.",
        _CODES,
    ),
    Cause(
        "key",
        r"InvalidKMSKey|Client\.InternalError|KMSKeyNotAccessible|KMS key .*(incorrect state|not accessible)",
        "the key that encrypts the volumes can't be used: mostly its policy leaves out the roles of Auto Scaling or"
        " Spot, even where AWS says that its state is wrong",
        "Let the key's policy allow them; `rackguard preflight` tells what is missing.",
        _LAUNCH,
    ),
    Cause(
        "profile",
        r"Invalid IAM Instance Profile|iamInstanceProfile",
        "the nodes' instance profile isn't there",
        "Run `pulumi up`, which makes it again; a new one takes a minute to be known everywhere.",
        _CODES,
    ),
    Cause(
        "image",
        r"InvalidAMIID|InvalidSnapshot|(AMI|image) ?(ID)? .*(does not exist|is pending|is disabled)|AMI .*cannot be",
        "the image isn't there, or this account may not use it",
        "Name another one in the pool's `image`; `rackguard preflight` tells whether it can be used.",
        "EC2 Auto Scaling user guide, troubleshoot AMI issues, 2026",
    ),
    Cause(
        "snapshot-size",
        r"smaller than snapshot",
        "the root volume is smaller than the image",
        "Raise `root.size_gib` to the image's size or more.",
        _CODES,
    ),
    Cause(
        "template",
        r"launch template.* does not exist|InvalidLaunchTemplate",
        "the launch template, or its version, isn't there",
        "Run `pulumi up`, which makes it again.",
        _CODES,
    ),
    Cause(
        "security-group",
        r"security group .* does not exist|InvalidGroup|InvalidSecurityGroupID",
        "a security group isn't there",
        "Run `pulumi up`, which makes it again.",
        _LAUNCH,
    ),
    Cause(
        "subnet-gone",
        r"subnet ID .* does not exist|InvalidSubnetID|InvalidSubnet\b",
        "the subnet isn't there",
        "Run `pulumi up`, which makes it again; correct the id of one that isn't the stack's own.",
        _CODES,
    ),
    Cause(
        "type-not-in-zone",
        r"not supported in your requested Availability Zone",
        "the zone doesn't have the type",
        "Choose a zone that has it: `rackguard list types` names them, `rackguard preflight` asks the account.",
        _LAUNCH,
    ),
    Cause(
        "interfaces",
        r"EFA interfaces? (is|are) not supported|do(es)? not support Elastic Fabric Adapter|AttachmentLimitExceeded"
        r"|NetworkInterfaceLimitExceeded|device index|network card",
        "the type can't have the network interfaces that the template asks for",
        "Compare `rackguard explain TYPE` with the pool's `efa` and `network_layout`, and report it: the plan should"
        " have refused them.",
        _REPORTED,
    ),
    Cause(
        "placement",
        r"Placement groups may not be used|InvalidPlacementGroup|placement group .*(does not exist|unknown)",
        "the placement group isn't there, or doesn't take the type",
        "Run `pulumi up`; with `placement: none` the pool does without one.",
        _LAUNCH,
    ),
    Cause(
        "volume-quota",
        r"VolumeLimitExceeded|MaxIOPSLimitExceeded|Volume limit exceeded|maximum \w+ storage limit",
        "the account's quota for volumes is used up",
        "Ask for an increase of EBS storage or IOPS in Service Quotas, or ask for smaller volumes.",
        _CODES,
    ),
    Cause(
        "device-name",
        r"Invalid device name|virtualName",
        "a volume's device name isn't one that the image or the type takes",
        "Report it with the image's id: the plan names devices by the image's system.",
        _LAUNCH,
    ),
    Cause(
        "spot-role",
        r"ServiceLinkedRoleCreationNotPermitted",
        "the account has no role for EC2 Spot, and Auto Scaling may not make it",
        "Run `aws iam create-service-linked-role --aws-service-name spot.amazonaws.com`, once for the account.",
        _REPORTED,
    ),
    Cause(
        "role-unknown",
        r"Authentication Failure",
        "EC2 doesn't know the role of Auto Scaling: mostly it was made a moment ago",
        "Wait: the group tries again by itself. `rackguard preflight` asks for the role.",
        _REPORTED,
    ),
    Cause(
        "not-authorized",
        r"UnauthorizedOperation|not authorized to perform|AccessDenied|Access denied",
        "Auto Scaling isn't allowed to start nodes",
        "Look for a policy of the organization that forbids it, and for its role: `rackguard preflight` asks for it."
        " `aws sts decode-authorization-message` tells the whole reason.",
        _CODES,
    ),
    Cause(
        "account",
        r"PendingVerification|OptInRequired|not subscribed to this service|is currently blocked"
        r"|not eligible for Free Tier|quota for maximum Fleet Requests",
        "AWS has not enabled the account, the region or the zone for this",
        "Wait for AWS' verification, opt in to the zone, leave the free plan, or ask AWS support.",
        _CODES,
    ),
    Cause(
        "no-spot-capacity",
        r"no Spot capacity available|Could not launch Spot Instances\. (Unfulfillable|InsufficientInstance)",
        "AWS has no spare capacity of the type in the zone at the moment",
        "Wait, as the group keeps trying; or let the pool take more types or zones, or buy in another way:"
        " `rackguard list offers`.",
        _LAUNCH,
    ),
    Cause(
        "no-capacity",
        r"InsufficientInstanceCapacity|InsufficientCapacity|do not have sufficient .* capacity|Insufficient capacity",
        "AWS has no capacity of the type in the zone at the moment",
        "Wait, as the group keeps trying; or choose another zone or type, a reservation or a capacity block:"
        " `rackguard preflight --block POOL` lists what is offered.",
        _LAUNCH,
    ),
    Cause(
        "unfulfillable",
        r"UnfulfillableCapacity",
        "AWS can't give what is asked for: mostly there is no capacity of the type in the zone at the moment",
        "Wait, as the group keeps trying; or choose another zone or type. `rackguard preflight` tries the launch.",
        _REPORTED,
    ),
    Cause(
        "spot-taken-back",
        r"Server\.SpotInstance(Termination|Shutdown)",
        "AWS has taken a spot node back while it started",
        "Wait, as the group keeps trying; or let the pool take more types or zones, or buy in another way:"
        " `rackguard list offers`.",
        _REASONS,
    ),
    Cause(
        "node-ended",
        r"Client\.(InstanceInitiatedShutdown|UserInitiatedShutdown|InstanceTerminated)",
        "a node was shut down before it was in service",
        "Look in the node's log for what shut it down, and in CloudTrail for who.",
        _REASONS,
    ),
    Cause(
        "internal",
        r"Server\.InternalError",
        "AWS could not start a node, by an error of its own",
        "Wait, as the group keeps trying; ask AWS support where it goes on.",
        _REASONS,
    ),
    Cause(
        "throttled",
        r"RequestLimitExceeded|Throttling|Rate exceeded",
        "AWS was asked too often at once",
        "Wait: the group tries again by itself.",
        _CODES,
    ),
    Cause(
        "unsupported",
        r"configuration is currently not supported|UnsupportedOperation|InvalidFleetConfiguration"
        r"|InvalidParameter|not supported",
        "EC2 refuses what the template asks for",
        "Read AWS' own words. `rackguard preflight` tries the launch of each pool without making anything.",
        _LAUNCH,
    ),
)
"""All that are known; anything else is told in AWS' own words."""


def cause_of(message: str) -> Cause | None:
    """What a message of AWS means; None where it isn't known."""
    return next((cause for cause in CAUSES if re.search(cause.pattern, message, re.IGNORECASE | re.DOTALL)), None)
