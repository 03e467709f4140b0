"""What `rackguard explain TYPE` says of the software that fits it: CUDA, driver, number formats, builds, image."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.advice.image import FittingImage, image_for
from rackguard.catalog.frameworks import NAMES
from rackguard.plan.software.newest import newest_build
from rackguard.plan.software.on_gpu import first_cuda
from rackguard.report.sources import cited

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.frameworks import FrameworkBuild
    from rackguard.catalog.images import DriverRule
    from rackguard.catalog.types import Gpu, InstanceType

FORMATS = ("fp16", "bf16", "tf32", "fp8", "fp4")
ATTENTION = ("flash-attention-2", "flash-attention-3", "flash-attention-4")


def rows(kind: InstanceType, catalog: Catalog) -> list[list[str]]:
    """Name and words of each link of the chain, from the GPU to the image."""
    if kind.gpu is None:
        return []
    gpu, rule = catalog.gpu(kind.gpu), catalog.gpu_driver_rule(kind.gpu, kind.gpu_fraction)
    builds = {framework: newest_build(framework, kind, catalog) for framework in NAMES}
    told = [
        ["CUDA", cuda_words(gpu, catalog)],
        ["driver", driver_words(rule) if rule else "not known"],
        ["AWS supports it with", _least(rule) if rule else ""],
        ["number formats", feature_words(gpu, FORMATS, catalog)],
        ["FlashAttention", feature_words(gpu, ATTENTION, catalog)],
        *([name, build_words(builds[framework])] for framework, name in NAMES.items()),
        ["image", _image(kind, catalog)],
        ["sources", _sources(gpu, rule, builds.values(), catalog)],
    ]
    return [[name, words] for name, words in told if words]


def build_words(build: FrameworkBuild | None) -> str:
    """A build with what it needs beside the GPU."""
    if build is None:
        return "no build that is known fits"
    index = f" ({build.index})" if build.framework == "pytorch" else ""
    needs = [
        f"Python {build.python}",
        *([f"NCCL {build.nccl}"] if build.nccl else []),
        *([build.note] if build.note else []),
    ]
    return f"{build.version} for CUDA {build.cuda}{' or newer' if build.cuda_below else ''}{index}; {', '.join(needs)}"


def cuda_words(gpu: Gpu, catalog: Catalog) -> str:
    """The CUDA toolkits whose code runs on a GPU: `11.8 or newer`, `9.0 to 12.9`."""
    known, first = catalog.compute_capability(gpu.compute_capability), first_cuda(gpu.compute_capability, catalog)
    if known is None or (first is None and known.last_cuda is None):
        return "not known"
    if known.last_cuda:
        return f"{first} to {known.last_cuda}" if first else f"{known.last_cuda} or older"
    own = f"; made for it from {known.first_cuda} on" if known.first_cuda and known.first_cuda != first else ""
    return f"{first} or newer{own}"


def driver_words(rule: DriverRule) -> str:
    """Branch and kernel module: `R580 or older, proprietary kernel module`."""
    branches = (
        f"R{rule.min_branch} or newer"
        if rule.min_branch
        else f"R{rule.max_branch} or older"
        if rule.max_branch
        else "any branch in use"
    )
    first = f" ({rule.min_driver} at least)" if rule.min_driver else ""
    modules = " or ".join(sorted(rule.kernel_modules))
    return f"{branches}{first}, {modules} kernel module{f'; kernel {rule.min_kernel}' if rule.min_kernel else ''}"


def _least(rule: DriverRule) -> str:
    known = (("CUDA", rule.min_cuda), ("EFA installer", rule.min_efa_installer), ("aws-ofi-nccl", rule.min_ofi_nccl))
    told = [f"{name} {version}" for name, version in known if version]
    return f"{', '.join(told)} or newer" if told else ""


def feature_words(gpu: Gpu, names: tuple[str, ...], catalog: Catalog) -> str:
    """What a GPU has of them: `fp16, bf16; a part of fp4; lacks fp8; not known: …`."""
    found: dict[str | None, list[str]] = {"yes": [], "partial": [], "no": [], None: []}
    for name in names:
        feature = catalog.gpu_feature(name)
        found[feature.on(gpu.compute_capability) if feature else None].append(name.removeprefix("flash-attention-"))
    words = (("yes", ""), ("partial", "a part of "), ("no", "lacks "), (None, "not known: "))
    return "; ".join(f"{lead}{', '.join(found[key])}" for key, lead in words if found[key])


def _image(kind: InstanceType, catalog: Catalog) -> str:
    image = image_for(kind, catalog)
    if not isinstance(image, FittingImage):
        return image
    release = image.release
    held = f"driver {release.nvidia_driver}, CUDA {release.default_cuda} ({release.release})"
    return f"Deep Learning AMI {image.system}: {held}"


def _sources(gpu: Gpu, rule: DriverRule | None, builds: Iterable[FrameworkBuild | None], catalog: Catalog) -> str:
    """Each source once, in the order of the rows."""
    features = [catalog.gpu_feature(name) for name in (*FORMATS, *ATTENTION)]
    found = [catalog.compute_capability(gpu.compute_capability), rule, *features, *builds]
    return "; ".join(dict.fromkeys(cited(each.source) for each in found if each))
