"""Whether a GPU has the number formats and the attention kernels that are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.images import at_least
from rackguard.plan.places import listed
from rackguard.plan.software.link import About, Link, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.gpu_features import GpuFeature
    from rackguard.catalog.types import Gpu, InstanceType
    from rackguard.plan.software.runs import Runs
    from rackguard.spec.problem import Path
    from rackguard.spec.software import Software


def feature_links(
    software: Software, runs: Iterable[Runs], kind: InstanceType, gpu: Gpu, catalog: Catalog
) -> Iterator[Link]:
    """A link for each number format, and for FlashAttention."""
    for index, name in enumerate(software.precision):
        feature = catalog.gpu_feature(name)
        yield _link("precision", ("precision", index), name, feature, kind, gpu, catalog)
    generation = software.flash_attention
    if generation is None:
        return
    feature = catalog.gpu_feature(f"flash-attention-{generation}")
    at = ("flash_attention",)
    yield _link("flash-attention", at, str(generation), feature, kind, gpu, catalog)
    for each in runs:
        if feature and feature.min_cuda and not at_least(each.newest_cuda, feature.min_cuda):
            words = f"is {generation}, which needs CUDA {feature.min_cuda} or newer; what runs is {each.name}"
            yield Link("flash-attention", "fails", at, words)


def _link(
    about: About, at: Path, given: str, feature: GpuFeature | None, kind: InstanceType, gpu: Gpu, catalog: Catalog
) -> Link:
    name = f"{kind.name}'s {gpu.name} (compute capability {gpu.compute_capability})"
    support = feature.on(gpu.compute_capability) if feature else None
    said: dict[str | None, tuple[Outcome, str]] = {
        "yes": ("fits", f"is {given}, which {name} has"),
        "partial": ("doubtful", f"is {given}, of which {name} has a part"),
        "no": ("fails", f"is {given}, which {name} lacks"),
        None: ("unknown", f"is {given}; whether {name} has it isn't known"),
    }
    outcome, words = said[support]
    return Link(about, outcome, at, words, _who_has(feature, catalog) if feature and outcome == "fails" else "")


def _who_has(feature: GpuFeature, catalog: Catalog) -> str:
    """The GPUs that have it and are on sale."""
    sold = {kind.gpu for kind in catalog.instance_types() if not kind.legacy}
    names = [gpu.name for gpu in catalog.gpus() if gpu.name in sold and feature.on(gpu.compute_capability) == "yes"]
    return f"Use a type with a GPU that has it: {listed(names, 'or')}; or take it out."
