"""The tables of docs/software.md: heading and rows of each."""

from __future__ import annotations

from collections.abc import Sequence

from rackguard.catalog.catalog import load
from rackguard.catalog.frameworks import NAMES, FrameworkBuild
from rackguard.cli.explain_software import ATTENTION, FORMATS, cuda_words, driver_words, feature_words

Table = tuple[Sequence[str], Sequence[Sequence[str]]]


def gpus() -> Table:
    """What fits each GPU that a current type has; GPUs of which all is the same share a row."""
    catalog = load()
    found: dict[tuple[str, ...], list[str]] = {}
    for kind in catalog.instance_types():
        rule = catalog.gpu_driver_rule(kind.gpu, kind.gpu_fraction) if kind.gpu else None
        if kind.legacy or kind.gpu is None or rule is None:
            continue
        gpu = catalog.gpu(kind.gpu)
        cells = (
            gpu.compute_capability,
            cuda_words(gpu, catalog),
            driver_words(rule),
            feature_words(gpu, FORMATS, catalog),
            feature_words(gpu, ATTENTION, catalog),
        )
        names = found.setdefault(cells, [])
        names += [rule.gpu] if rule.gpu not in names else []
    heading = ("GPU", "compute capability", "CUDA", "driver", "number formats", "FlashAttention")
    rows = [(", ".join(names), *cells) for cells, names in found.items()]
    return heading, sorted(rows, key=lambda row: [int(part) for part in row[1].split(".")])


def cuda() -> Table:
    """CUDA toolkits and drivers, the newest first."""
    catalog = load()
    known = [catalog.cuda_release(name) for name in catalog.cuda_versions()]
    rows = [(each.cuda, each.min_driver, each.packaged_driver or "not known") for each in known if each]
    return ("CUDA", "oldest driver", "driver that it ships with"), rows


def builds() -> Table:
    """The builds of each release, the newest first; those that are alike share a row."""
    catalog = load()
    rows: list[Sequence[str]] = []
    for framework, name in NAMES.items():
        for version in reversed(catalog.framework_versions(framework)):
            for architecture in ("x86_64", "arm64"):
                own = [build for build in catalog.framework_builds(framework, architecture) if build.version == version]
                alike: dict[str, list[str]] = {}
                for build in own:
                    alike.setdefault(_code(build), []).append(_cuda(build))
                rows += [(f"{name} {version}", architecture, ", ".join(cudas), code) for code, cudas in alike.items()]
    return ("release", "CPU", "builds for CUDA", "GPUs, by compute capability"), rows


def containers() -> Table:
    """NVIDIA's PyTorch containers whose content is known, the newest first."""
    catalog = load()
    known = [catalog.ngc_container(tag) for tag in reversed(catalog.ngc_containers())]
    rows = [
        (each.tag, each.pytorch, each.cuda, ", ".join(each.forward_drivers) or "not known") for each in known if each
    ]
    return ("container", "PyTorch", "CUDA", "older drivers, by its compatibility package"), rows


def _cuda(build: FrameworkBuild) -> str:
    usual = " (usual)" if build.default else ""
    note = f" ({build.note})" if build.note and build.capabilities else ""
    return f"{build.cuda}{' or newer' if build.cuda_below else ''}{usual}{note}"


def _code(build: FrameworkBuild) -> str:
    if build.min_capability:
        return f"{build.min_capability} or newer, compiled on the node"
    if not build.capabilities:
        return "not known"
    return f"{', '.join(build.capabilities)}{f'; newer ones by what is made for {build.ptx}' if build.ptx else ''}"
