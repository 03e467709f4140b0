"""What nodes boot: the image, where it comes from, and the name of its root device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.plan.types import Decision, ImagePlan

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.spec.pool import Image

# A wrong name adds a second volume and leaves the image's own root volume unencrypted.
_ROOT_DEVICES = {"ubuntu-22.04": "/dev/sda1", "ubuntu-24.04": "/dev/sda1", "amazon-linux-2023": "/dev/xvda"}


def root_device(os: str) -> str:
    """The name of the root device in images of that system."""
    return _ROOT_DEVICES[os]


def plan_image(subject: str, image: Image, architecture: str, catalog: Catalog) -> ImagePlan:
    """The image of `subject` (`pools.train`): pinned by its id, or looked up by the DLAMI's public parameter."""
    os = image.operating_system
    published = catalog.dlami_parameter(os, architecture) if image.dlami else None
    parameter = published[0] if published else None
    decisions = ()
    if parameter and not image.id:
        reason = (
            "No id is given, so the newest Deep Learning AMI is looked up at the first deployment and kept from"
            " then on; write an id down to choose it."
        )
        decisions = (Decision("image", subject, parameter, reason, "AWS Deep Learning AMI release notes, 2026"),)
    return ImagePlan(os, image.id, parameter, root_device(os), decisions)
