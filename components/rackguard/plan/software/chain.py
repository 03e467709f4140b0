"""The whole chain: GPU, compute capability, CUDA, driver, framework, image."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from rackguard.plan.software.driver import cuda_link, driver_of, own_links
from rackguard.plan.software.features import feature_links
from rackguard.plan.software.link import Link
from rackguard.plan.software.newest import newest_build
from rackguard.plan.software.on_gpu import gpu_link
from rackguard.plan.software.runs import runs_of, to_use

if TYPE_CHECKING:
    from datetime import datetime

    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import InstanceType
    from rackguard.plan.software.driver import Driver
    from rackguard.plan.software.runs import Runs
    from rackguard.spec.pool import Image
    from rackguard.spec.software import Software


def chain(kind: InstanceType, image: Image, software: Software, catalog: Catalog, now: datetime) -> tuple[Link, ...]:
    """Every link between a type and what is to run on it, whatever the others come to."""
    # pydantic makes frozen models hashable, which their types don't tell.
    return _chain(kind, image, software, catalog, now)  # pyright: ignore[reportArgumentType]


@lru_cache(maxsize=512)  # every check of software asks for it, and pools are often alike
def _chain(kind: InstanceType, image: Image, software: Software, catalog: Catalog, now: datetime) -> tuple[Link, ...]:
    if kind.gpu is None:
        return (Link("gpu", "unknown", (), f"can't be checked: the catalogue doesn't know the GPU of {kind.name}"),)
    gpu, driver = catalog.gpu(kind.gpu), driver_of(kind, image, software, catalog)
    named = list(runs_of(software, kind.architecture, catalog))
    runs = [each for each in named if not isinstance(each, Link)]
    links = [each for each in named if isinstance(each, Link)]
    for each in runs:
        on_gpu = gpu_link(each, kind, gpu, catalog)
        links += [on_gpu] if each.is_known or on_gpu.outcome != "unknown" else []
        links.append(_on_driver(each, kind, driver, catalog))
    links += feature_links(software, runs, kind, gpu, catalog)
    if runs or software.driver:
        links += own_links(kind, image, software, driver, catalog, now)
    return tuple(links)


def _on_driver(runs: Runs, kind: InstanceType, driver: Driver, catalog: Catalog) -> Link:
    """How the driver and a build's CUDA go together, with the build to use where they don't."""
    link = cuda_link(runs, driver, catalog)
    if link.outcome not in {"fails", "doubtful"} or runs.framework is None or driver.version is None:
        return link
    same = newest_build(runs.framework, kind, catalog, driver.version, runs.version)
    best = same or newest_build(runs.framework, kind, catalog, driver.version)
    if best is None:
        return link
    return replace(link, hint=f"{to_use(runs, best)} Or use a newer image.")
