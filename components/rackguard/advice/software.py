"""The image and the build of PyTorch that fit a type's GPUs, and what isn't known of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.advice.image import FittingImage, image_for
from rackguard.plan.software.newest import newest_build
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.frameworks import FrameworkBuild
    from rackguard.catalog.types import InstanceType


@record
class FittingSoftware:
    """An image, and what may run on it."""

    image: FittingImage
    wants_pytorch: bool
    """False for work that brings its own programs."""
    pytorch: FrameworkBuild | None
    """The newest build that fits the GPUs and the image's driver without a doubt; None where none is known to."""
    unknown: tuple[str, ...]
    """What isn't known, in words."""

    @property
    def words(self) -> str:
        """`Deep Learning AMI ubuntu-24.04 (driver 595.91.07, CUDA 13.2): PyTorch 2.15.0 for CUDA 13.2 (cu132)`."""
        release = self.image.release
        held = f"driver {release.nvidia_driver}, CUDA {release.default_cuda}"
        told = [f"Deep Learning AMI {self.image.system} ({held}){f': {self._pytorch}' if self.wants_pytorch else ''}"]
        return "; ".join([*told, *self.unknown])

    @property
    def _pytorch(self) -> str:
        build = self.pytorch
        if build is None:
            return "no build of PyTorch that is known fits"
        return f"PyTorch {build.version} for CUDA {build.cuda} ({build.index})"


def software_for(kind: InstanceType, catalog: Catalog, *, pytorch: bool = True) -> FittingSoftware | str:
    """What fits a type; else why no current image does."""
    image = image_for(kind, catalog)
    if isinstance(image, str):
        return image
    build = newest_build("pytorch", kind, catalog, image.release.nvidia_driver) if pytorch else None
    return FittingSoftware(image, pytorch, build, tuple(_unknown(image, kind, catalog)))


def _unknown(image: FittingImage, kind: InstanceType, catalog: Catalog) -> list[str]:
    rule = catalog.gpu_driver_rule(kind.gpu, kind.gpu_fraction) if kind.gpu else None
    least = rule.min_efa_installer if rule else None
    if least and image.release.efa_installer is None:
        return [f"which EFA installer it holds isn't known, and {kind.name} needs {least} or newer"]
    return []
