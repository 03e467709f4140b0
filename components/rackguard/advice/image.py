"""The Deep Learning AMI whose driver, CUDA and EFA installer fit a type's GPUs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.images import at_least
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.images import DlamiRelease, DriverRule
    from rackguard.catalog.types import InstanceType

_SYSTEMS = ("ubuntu-24.04", "ubuntu-22.04", "amazon-linux-2023")
"""The one that is preferred first."""


@record
class FittingImage:
    """A system of the Deep Learning AMI, and the release that was looked at."""

    system: str
    release: DlamiRelease


def image_for(kind: InstanceType, catalog: Catalog) -> FittingImage | str:
    """The system whose newest known release drives the type's GPUs; else why there is none.

    What a release isn't known to hold, it is not taken to hold.
    """
    rule = catalog.gpu_driver_rule(kind.gpu, kind.gpu_fraction) if kind.gpu else None
    if rule is None:
        return f"which driver {kind.gpu or kind.name} needs is not known"
    if "open" not in rule.kernel_modules:
        modules = " or ".join(sorted(rule.kernel_modules))
        return (
            f"no current image: its {rule.gpu} needs the {modules} driver, and the Deep Learning AMI has the open one"
        )
    for system in _SYSTEMS:
        release = catalog.dlami_release(system, kind.architecture)
        if release and _drives(release, rule, kind, catalog):
            return FittingImage(system, release)
    return f"no release that is known fits its {rule.gpu}"


def _drives(release: DlamiRelease, rule: DriverRule, kind: InstanceType, catalog: Catalog) -> bool:
    gpu_cuda = catalog.gpu(kind.gpu).min_cuda if kind.gpu else None
    needed = [cuda for cuda in (rule.min_cuda, gpu_cuda) if cuda]
    if not rule.allows(release.nvidia_driver) or not all(at_least(release.default_cuda, cuda) for cuda in needed):
        return False
    efa = release.efa_installer
    return rule.min_efa_installer is None or efa is None or at_least(efa, rule.min_efa_installer)
