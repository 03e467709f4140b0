"""Whether a build holds, or can make, code for a type's GPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.frameworks import NAMES
from rackguard.catalog.images import at_least
from rackguard.plan.places import listed
from rackguard.plan.software.link import Link, Outcome
from rackguard.plan.software.runs import Runs, runs_of_build, to_use

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import Gpu, InstanceType


def gpu_link(runs: Runs, kind: InstanceType, gpu: Gpu, catalog: Catalog) -> Link:
    """How a build and a type's GPU go together, with the build to use where they don't."""
    outcome, words = judged(runs, kind, gpu, catalog)
    hint = _other_build(runs, kind, gpu, catalog) if outcome in {"fails", "doubtful"} else ""
    return Link("gpu", outcome, runs.at, f"{runs.is_given} {words}", hint)


def judged(runs: Runs, kind: InstanceType, gpu: Gpu, catalog: Catalog) -> tuple[Outcome, str]:
    """How a build and a type's GPU go together, and the words that go on from what is named."""
    capability, name = gpu.compute_capability, f"{kind.name}'s {gpu.name} (compute capability {gpu.compute_capability})"
    known = catalog.compute_capability(capability)
    if known is None:
        return "unknown", f"can't be checked: nothing is known of compute capability {capability}, {kind.name}'s"
    if known.last_cuda and not at_least(known.last_cuda, runs.cuda):
        return "fails", f"makes no code for {name}: CUDA {known.last_cuda} is the last that does"
    outcome, words = _by_code(runs, name, capability) if runs.capabilities else _by_cuda(runs, name, gpu, catalog)
    rule = catalog.gpu_driver_rule(gpu.name, kind.gpu_fraction)
    if outcome == "fits" and rule and rule.min_cuda and not at_least(runs.newest_cuda, rule.min_cuda):
        return "doubtful", f"is older than what AWS supports {kind.name} with: CUDA {rule.min_cuda} or newer"
    return outcome, words


def _by_code(runs: Runs, name: str, capability: str) -> tuple[Outcome, str]:
    """Code runs on its own generation from its own minor number on; what it holds of PTX, a driver can compile."""
    if any(_runs_on(code, capability) for code in runs.capabilities):
        return "fits", f"has code for {name}"
    held = f"it has it for {listed(runs.capabilities)}"
    if runs.ptx and _runs_on(runs.ptx, capability):
        return "fits", f"is compiled for {name} by the driver when a program first starts"
    if runs.ptx and at_least(capability, runs.ptx):
        return "doubtful", (
            f"has no code for {name}; {held}. The driver compiles it from older code when a program starts, which takes"
            " minutes and is slower, where it works"
        )
    if runs.ptx or runs.no_ptx:
        return "fails", f"has no code for {name}; {held}"
    return "unknown", f"has no code for {name}; whether the driver can compile it isn't known"


def _by_cuda(runs: Runs, name: str, gpu: Gpu, catalog: Catalog) -> tuple[Outcome, str]:
    """Of what isn't known to hold code, only what its CUDA can make."""
    first = first_cuda(gpu.compute_capability, catalog)
    if first is None:
        return "unknown", f"can't be checked: which CUDA first made code for {name} isn't known"
    if not at_least(runs.newest_cuda, first):
        return "fails", f"makes no code for {name}: CUDA {first} is the first that does"
    if runs.min_capability and not at_least(gpu.compute_capability, runs.min_capability):
        return "fails", f"needs compute capability {runs.min_capability} or newer, and not {name}"
    if runs.compiles:
        return "fits", f"makes code for {name}"
    return "unknown", f"isn't known to have code for {name}"


def first_cuda(capability: str, catalog: Catalog) -> str | None:
    """The first toolkit whose code runs on a GPU: of its generation, up to its minor number. None where unknown."""
    same = [catalog.compute_capability(each) for each in catalog.compute_capabilities() if _runs_on(each, capability)]
    known = [each.first_cuda for each in same if each and each.first_cuda]
    return min(known, key=lambda cuda: [int(part) for part in cuda.split(".")], default=None)


def _runs_on(code: str, capability: str) -> bool:
    (major, minor), (own_major, own_minor) = ([int(part) for part in each.split(".")] for each in (code, capability))
    return major == own_major and minor <= own_minor


def _other_build(runs: Runs, kind: InstanceType, gpu: Gpu, catalog: Catalog) -> str:
    """What to use in its place: another build of the release, else of the newest release that has one."""
    if runs.framework is None:
        return ""
    name = NAMES[runs.framework]
    fitting = [
        build
        for build in catalog.framework_builds(runs.framework, kind.architecture)
        if judged(runs_of_build(build, catalog), kind, gpu, catalog)[0] == "fits"
    ]
    if not fitting:
        return f"No build of {name} that is known was made for it: use another type, or compile one yourself."
    same = [build for build in fitting if build.version == runs.version]
    return to_use(runs, (same or fitting)[-1])
