"""What runs: the builds of frameworks, the container and the CUDA that a pool names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.frameworks import NAMES
from rackguard.catalog.images import at_least
from rackguard.plan.places import listed
from rackguard.plan.software.link import Link
from rackguard.record import record
from rackguard.spec.problem import Path

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.frameworks import FrameworkBuild
    from rackguard.spec.software import Software


@record
class Runs:
    """One program or framework with its CUDA."""

    at: Path
    """Where below `software` it is named."""
    is_given: str
    """How a sentence of it begins: `is 2.11, whose build for CUDA 13.0`."""
    name: str
    """`PyTorch 2.11.0 for CUDA 13.0`."""
    framework: str | None
    version: str
    cuda: str
    newest_cuda: str
    """The newest that comes with it, where it takes a range."""
    compiles: bool
    """True for what is compiled for the GPU that it is to run on."""
    capabilities: tuple[str, ...] = ()
    ptx: str | None = None
    no_ptx: bool = False
    min_capability: str | None = None
    forward_drivers: tuple[str, ...] = ()
    is_known: bool = True
    """False where only the CUDA of the build is known: that it isn't is said already."""


def runs_of(software: Software, architecture: str, catalog: Catalog) -> Iterator[Runs | Link]:
    """Everything that is named, with the build that is meant; a link where what is named isn't known."""
    for framework, given in software.frameworks.items():
        yield from _framework(framework, given, software.cuda, architecture, catalog)
    if software.ngc_pytorch:
        yield _container(software.ngc_pytorch, catalog)
    if software.cuda and not software.frameworks:
        yield _own(software.cuda, catalog)


def runs_of_build(build: FrameworkBuild, catalog: Catalog, given: str = "", cuda: str | None = None) -> Runs:
    """A build as it runs; `given` is how its version stands in the file, `cuda` the one that is asked of a range."""
    named = f"{NAMES[build.framework]} {build.version}"
    least = cuda or build.cuda
    return Runs(
        at=(build.framework,),
        is_given=f"is {given or build.version}, whose build for CUDA {least}",
        name=f"{named} for CUDA {least}{' or newer' if build.cuda_below and not cuda else ''}",
        framework=build.framework,
        version=build.version,
        cuda=least,
        newest_cuda=least if cuda else _newest(build, catalog),
        compiles=build.min_capability is not None,
        capabilities=build.capabilities,
        ptx=build.ptx,
        no_ptx=build.no_ptx,
        min_capability=build.min_capability,
    )


def to_use(runs: Runs, build: FrameworkBuild) -> str:
    """In words, a build to use in the place of another one of that framework."""
    index = f" (PyTorch's index {build.index})" if build.framework == "pytorch" else ""
    if build.version == runs.version:
        return f'Use its build for CUDA {build.cuda}: `cuda: "{build.cuda}"`{index}.'
    keys = f'`{build.framework}: "{build.version}", cuda: "{build.cuda}"`'
    return f"{NAMES[build.framework]} {build.version} is the newest known with a build for it: {keys}{index}."


def release_of(given: str, known: Sequence[str]) -> str | None:
    """The newest known release that a version names: 2.9.1 for `2.9`; None where there is none."""
    named = [version for version in known if version == given or version.startswith(f"{given}.")]
    return named[-1] if named else None


def _framework(
    framework: str, given: str, cuda: str | None, architecture: str, catalog: Catalog
) -> Iterator[Runs | Link]:
    at, name = (framework,), NAMES[framework]
    known = catalog.framework_versions(framework)
    version = release_of(given, known)
    if version is None:
        near = listed(_nearest(given, known))
        words = f"is {given}, which isn't known here, so nothing of it is checked; the nearest that are: {near}"
        yield Link("version", "unknown", at, words)
        return
    builds = [build for build in catalog.framework_builds(framework, architecture) if build.version == version]
    if not builds:
        yield Link("build", "unknown", at, f"is {given}, of which no build for {architecture} is known")
        return
    if cuda:
        meant = [build for build in builds if build.is_for(cuda)]
        if not meant:
            yield Link("build", "unknown", at, f"is {given}, of which no build for CUDA {cuda} is known; {_of(builds)}")
            yield _unknown_build(framework, given, version, cuda)
            return
    else:
        meant = builds if len(builds) == 1 else [build for build in builds if build.default]
        if not meant:
            words = f"is {given}, which has several builds; {_of(builds)}; which one is installed isn't known"
            yield Link("build", "unknown", at, words, f'Say which {name} is meant: `cuda: "{builds[-1].cuda}"`.')
            return
    yield runs_of_build(meant[0], catalog, given, cuda)


def _of(builds: Sequence[FrameworkBuild]) -> str:
    return f"known: CUDA {listed(build.cuda for build in builds)}"


def _unknown_build(framework: str, given: str, version: str, cuda: str) -> Runs:
    return Runs(
        at=(framework,),
        is_given=f"is {given}, whose build for CUDA {cuda}",
        name=f"{NAMES[framework]} {version} for CUDA {cuda}",
        framework=framework,
        version=version,
        cuda=cuda,
        newest_cuda=cuda,
        compiles=False,
        is_known=False,
    )


def _container(tag: str, catalog: Catalog) -> Runs | Link:
    at, held = ("ngc_pytorch",), catalog.ngc_container(tag)
    if held is None:
        near = listed(_nearest(tag, catalog.ngc_containers()))
        words = f"is {tag}; what it holds isn't known here, so nothing of it is checked; the nearest that are: {near}"
        return Link("version", "unknown", at, words)
    return Runs(
        at=at,
        is_given=f"is {tag}, whose CUDA {held.cuda}",
        name=f"NVIDIA's PyTorch container {tag} (PyTorch {held.pytorch}, CUDA {held.cuda})",
        framework=None,
        version=tag,
        cuda=held.cuda,
        newest_cuda=held.cuda,
        compiles=held.min_capability is not None,
        min_capability=held.min_capability,
        forward_drivers=held.forward_drivers,
    )


def _own(cuda: str, catalog: Catalog) -> Runs | Link:
    known = catalog.cuda_versions()
    if cuda not in known:
        near = listed(_nearest(cuda, known[::-1]))
        words = f"is {cuda}, which isn't known here, so nothing of it is checked; the nearest that are: {near}"
        return Link("version", "unknown", ("cuda",), words)
    return Runs(
        at=("cuda",),
        is_given=f"is {cuda}, which",
        name=f"CUDA {cuda}",
        framework=None,
        version=cuda,
        cuda=cuda,
        newest_cuda=cuda,
        compiles=True,
    )


def _nearest(given: str, known: Sequence[str]) -> list[str]:
    """The one before and the one behind, of an ascending list."""
    before = [version for version in known if at_least(given, version)]
    behind = [version for version in known if not at_least(given, version)]
    return [*before[-1:], *behind[:1]]


def _newest(build: FrameworkBuild, catalog: Catalog) -> str:
    if build.cuda_below is None:
        return build.cuda
    return next((cuda for cuda in catalog.cuda_versions() if build.is_for(cuda)), build.cuda)
