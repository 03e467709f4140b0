"""Which driver nodes have, and whether it runs the CUDA and the GPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.images import at_least
from rackguard.plan.software.link import Link
from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import InstanceType
    from rackguard.plan.software.runs import Runs
    from rackguard.spec.pool import Image
    from rackguard.spec.software import Software

_SAY = 'Say it where you know it: `software: {driver: "580.126.09"}`, beside the `id` of the image.'


@record
class Driver:
    """The driver of a pool's nodes."""

    version: str | None
    """None where it isn't known."""
    words: str
    """Where it is known from, or why it isn't."""
    is_said: bool = False
    """True where the stack file names it."""


def driver_of(kind: InstanceType, image: Image, software: Software, catalog: Catalog) -> Driver:
    """What the file says of a pinned image, else what the image's newest known release has."""
    if software.driver and image.id:
        return Driver(software.driver, f"the driver is {software.driver}, as `driver` says", is_said=True)
    if image.dlami is None:
        return Driver(None, "which driver your image has isn't said")
    release = catalog.dlami_release(image.dlami, kind.architecture)
    if release is None:
        return Driver(None, f"which driver the image {image.dlami} has isn't known")
    seen = f"{image.dlami} has {release.nvidia_driver} in the newest release that is known ({release.release})"
    return Driver(release.nvidia_driver, seen)


def cuda_link(runs: Runs, driver: Driver, catalog: Catalog) -> Link:
    """Whether the driver runs a build's CUDA: by its floor, and by what it ships with."""
    release = catalog.cuda_release(runs.cuda)
    if release is None:
        return Link("driver-cuda", "unknown", runs.at, f"{runs.is_given} needs a driver that isn't known here")
    needs = f"{runs.is_given} needs driver {release.min_driver} or newer; {driver.words}"
    if driver.version is None:
        return Link("driver-cuda", "unknown", runs.at, needs, _SAY)
    if not at_least(driver.version, release.min_driver):
        if any(_is_of(driver.version, first) for first in runs.forward_drivers):
            words = f"{needs}, on which it runs by the compatibility package that the container holds"
            return Link("driver-cuda", "doubtful", runs.at, words)
        return Link("driver-cuda", "fails", runs.at, needs)
    packaged = release.packaged_driver
    if packaged and not at_least(driver.version, packaged):
        words = f"{runs.is_given} ships with driver {packaged}; {driver.words}, which runs it without what is newer"
        return Link("driver-cuda", "doubtful", runs.at, words)
    return Link("driver-cuda", "fits", runs.at, needs)


def own_links(
    kind: InstanceType, image: Image, software: Software, driver: Driver, catalog: Catalog, now: datetime
) -> Iterator[Link]:
    """What is to be said of the driver by itself."""
    at = ("driver",) if driver.is_said else ()
    if software.driver and not image.id:
        words = f"is {software.driver}, which an image without `id` needn't have: the newest is looked up"
        yield Link("driver-said", "unknown", ("driver",), words, "Pin the image with `id`, or leave `driver` out.")
    if driver.version is None:
        return
    rule = catalog.gpu_driver_rule(kind.gpu, kind.gpu_fraction) if kind.gpu else None
    # An image of Amazon's has checks of its own.
    if driver.is_said and rule and not rule.allows(driver.version):
        words = f"is {driver.version}; {kind.name}'s {rule.gpu} needs {_range(rule.min_branch, rule.max_branch)}"
        first = f", {rule.min_driver} at least" if rule.min_driver else ""
        yield Link("driver-gpu", "fails", at, f"{words}{first}")
    branch = catalog.driver_branch(driver.version)
    has = f"is {driver.version}" if driver.is_said else f"rests on a driver: {driver.words}"
    if branch is None:
        yield Link("driver-life", "unknown", at, f"{has}, of a branch that isn't known here")
    elif branch.end_of_life and now.strftime("%Y-%m") > branch.end_of_life:
        yield Link(
            "driver-life", "doubtful", at, f"{has}; the support of R{branch.branch} ended in {branch.end_of_life}"
        )


def _range(least: int | None, most: int | None) -> str:
    if most is None:
        return f"R{least} or newer"
    return f"R{least} to R{most}" if least else f"R{most} or older"


def _is_of(driver: str, first: str) -> bool:
    return driver.partition(".")[0] == first.partition(".")[0] and at_least(driver, first)
