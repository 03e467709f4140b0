"""What nodes boot: the image, where it comes from, and the name of its root device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rackguard.plan.types import ImagePlan

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.spec.pool import Image

# A wrong name adds a second volume and leaves the image's own root volume unencrypted.
_ROOT_DEVICES = {"ubuntu-22.04": "/dev/sda1", "ubuntu-24.04": "/dev/sda1", "amazon-linux-2023": "/dev/xvda"}


def root_device(os: str) -> str:
    """The name of the root device in images of that system."""
    return _ROOT_DEVICES[os]


def plan_image(image: Image, architecture: Literal["x86_64", "arm64"], catalog: Catalog) -> ImagePlan:
    """The image of a pool: pinned by its id, or looked up through the DLAMI's public parameter at deployment."""
    os = image.operating_system
    parameter = catalog.dlami_parameter(os, architecture)[0] if image.dlami else None
    return ImagePlan(os=os, id=image.id, parameter=parameter, root_device=root_device(os))
