"""What one node is made of."""

from __future__ import annotations

from rackguard.catalog.types import InterfaceType
from rackguard.plan.types.decision import Decision
from rackguard.record import record


@record
class NetworkInterface:
    """One interface of a launch template, in the order of the template."""

    network_card_index: int
    device_index: int
    interface_type: InterfaceType


@record
class Volume:
    """One EBS volume of a launch template. Always encrypted, gone with its node."""

    device_name: str
    size_gib: int
    type: str
    iops: int | None
    throughput_mib_s: int | None
    mount: str | None
    """None for the root volume."""


@record
class ImagePlan:
    """What nodes boot."""

    os: str
    id: str | None
    parameter: str | None
    """Public SSM parameter that gives the image where it isn't pinned; None for an image of the user's own."""
    root_device: str
    decisions: tuple[Decision, ...] = ()


@record
class UserDataPlan:
    """The script that a node runs at boot."""

    base64: str
    size_bytes: int
    """Compressed, before base64; EC2's limit is 16,384."""
    script: str
