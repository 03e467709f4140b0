"""The newest build of a framework that fits a type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.plan.software.driver import Driver, cuda_link
from rackguard.plan.software.on_gpu import judged
from rackguard.plan.software.runs import runs_of_build

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.frameworks import FrameworkBuild
    from rackguard.catalog.types import InstanceType


def newest_build(
    framework: str, kind: InstanceType, catalog: Catalog, driver: str | None = None, version: str | None = None
) -> FrameworkBuild | None:
    """The build to use, of `version` or of the newest release that has one; None where no build that is known fits.

    It fits without a doubt: its code for the GPU, and its CUDA for the driver where one is given. Of several the usual
    one is taken, else the one for the newest CUDA.
    """
    if kind.gpu is None:
        return None
    gpu = catalog.gpu(kind.gpu)
    builds = catalog.framework_builds(framework, kind.architecture)
    for release in [version] if version else reversed(catalog.framework_versions(framework)):
        own = [build for build in reversed(builds) if build.version == release]
        for build in sorted(own, key=lambda build: build.default is not True):
            runs = runs_of_build(build, catalog)
            if judged(runs, kind, gpu, catalog)[0] != "fits":
                continue
            if driver is None or cuda_link(runs, Driver(driver, ""), catalog).outcome == "fits":
                return build
    return None
