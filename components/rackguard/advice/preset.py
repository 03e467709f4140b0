"""Three classic set-ups: what on sale is literally that, whether it is still wise, and the nearest that is.

Cores are counted as the system counts them (vCPUs): AWS's nodes have two of them a physical core.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.advice.software import FittingSoftware, software_for
from rackguard.catalog.gpu_name import is_gpu_named
from rackguard.catalog.types import PurchaseOption
from rackguard.economics.offers.find import find_offers
from rackguard.economics.offers.wanted import Wanted
from rackguard.economics.region_carbon import job_carbon
from rackguard.record import record
from rackguard.sizing.accelerator import of_type

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import InstanceType
    from rackguard.economics.offers.offer import Offer
    from rackguard.economics.offers.rank import Objective

GIB_MIB = 1024


@record
class Preset:
    """A set-up as people ask for it."""

    name: str
    title: str
    gpu: str
    """How the GPU's name begins."""
    least_gpus: int
    most_gpus: int
    gpu_memory_gb: int
    vcpus: int
    ram_gib: int
    precision: str
    """The format in which it must do at least as much."""
    tflops: float
    """Dense peak of one of its GPUs in that format, without sparsity (NVIDIA's data sheets of A100 and V100)."""
    nvlink: bool = False

    @property
    def wants_pytorch(self) -> bool:
        """False for simulations, which bring their own programs."""
        return self.precision != "fp64"


PRESETS = {
    preset.name: preset
    for preset in (
        Preset("vision", "2 to 4 A100 80 GB, 32 cores, 512 GB", "A100-80GB", 2, 4, 80, 32, 512, "fp16", 312),
        Preset("nlp", "8 A100 with NVLink, 64 cores, 1 TB", "A100", 8, 8, 40, 64, 1000, "bf16", 312, nvlink=True),
        Preset("science", "4 V100 32 GB, 16 cores, 256 GB, MPI", "V100-32GB", 4, 4, 32, 16, 256, "fp64", 7.8),
    )
}


@record
class Match:
    """A type that has what a set-up asks for, and the cheapest ways to buy it."""

    kind: InstanceType
    on_demand: Offer | None
    zone_ids: tuple[str, ...]
    """Of the on-demand offer's region, those that sell it."""
    spot: Offer | None
    tflops: float | None
    """Of all its GPUs, in the set-up's precision."""
    kg_per_hour: float | None
    """Of the on-demand offer."""
    unwise: tuple[str, ...]
    """Why it is no longer wise; empty where it is."""
    differs: tuple[str, ...]
    """What it has other than asked for, in words."""
    software: FittingSoftware | str
    """The image and the build that fit, or why there is no image."""


@record
class PresetAdvice:
    """What is literally the set-up, and what is nearest to it and wise, the best first."""

    preset: Preset
    literal: tuple[Match, ...]
    nearest: tuple[Match, ...]


def advise_preset(
    preset: Preset, catalog: Catalog, objective: Objective = "cost", regions: Iterable[str] = ()
) -> PresetAdvice:
    """The literal matches on sale, whatever may be said against them; and those that have as much of everything."""
    asked = frozenset(regions) or None
    literal = [kind for kind in catalog.instance_types() if not kind.legacy and _is_literal(kind, preset)]
    equal = [kind for kind in catalog.instance_types() if not kind.legacy and _has_as_much(kind, preset, catalog)]
    names = frozenset(kind.name for kind in (*literal, *equal))
    offers = find_offers(Wanted(instance_types=names, regions=asked), catalog).offers
    known = {kind.name: _match(kind, preset, offers, catalog) for kind in (*literal, *equal)}
    wise = [known[kind.name] for kind in equal if not known[kind.name].unwise and known[kind.name].on_demand]
    return PresetAdvice(
        preset=preset,
        literal=tuple(known[kind.name] for kind in literal),
        nearest=tuple(sorted(wise, key=lambda match: _key(match, objective))),
    )


def _is_literal(kind: InstanceType, preset: Preset) -> bool:
    return is_gpu_named(preset.gpu, kind.gpu) and kind.gpu_count >= preset.least_gpus and _node_has(kind, preset)


def _has_as_much(kind: InstanceType, preset: Preset, catalog: Catalog) -> bool:
    where = of_type(kind, catalog)
    if where is None or where.gpu is None or kind.gpu_count < preset.least_gpus or not _node_has(kind, preset):
        return False
    peak = where.peak(preset.precision)
    return (
        where.gpu.memory_gb * where.fraction >= preset.gpu_memory_gb
        and peak is not None
        and peak * kind.gpu_count >= preset.tflops * preset.least_gpus * 0.99
        and (where.nvlink > 0 or not preset.nvlink)
    )


def _node_has(kind: InstanceType, preset: Preset) -> bool:
    return kind.vcpus >= preset.vcpus and kind.memory_mib >= preset.ram_gib * GIB_MIB


def _match(kind: InstanceType, preset: Preset, offers: tuple[Offer, ...], catalog: Catalog) -> Match:
    own = [offer for offer in offers if offer.instance_type == kind.name]
    on_demand = _cheapest(own, PurchaseOption.ON_DEMAND)
    zones = [
        offer.zone_id
        for offer in own
        if on_demand and offer.region == on_demand.region and offer.purchase is PurchaseOption.ON_DEMAND
    ]
    where = of_type(kind, catalog)
    peak = where.peak(preset.precision) if where else None
    software = software_for(kind, catalog, pytorch=preset.wants_pytorch)
    return Match(
        kind=kind,
        on_demand=on_demand,
        zone_ids=tuple(zones),
        spot=_cheapest(own, PurchaseOption.SPOT),
        tflops=peak * kind.gpu_count if peak else None,
        kg_per_hour=job_carbon(kind.name, 1.0, on_demand.region, catalog).kg if on_demand else None,
        unwise=tuple(_unwise(kind, software)),
        differs=tuple(_differences(kind, preset)),
        software=software,
    )


def _differences(kind: InstanceType, preset: Preset) -> list[str]:
    told = [] if is_gpu_named(preset.gpu, kind.gpu) else [f"{kind.gpu}, not {preset.gpu}"]
    if kind.gpu_count > preset.most_gpus:
        told.append(f"{kind.gpu_count} GPUs, all of which are paid")
    return told


def _unwise(kind: InstanceType, software: FittingSoftware | str) -> list[str]:
    told = [] if kind.current_generation else ["AWS no longer counts it as current generation"]
    return [*told, software] if isinstance(software, str) else told


def _cheapest(offers: list[Offer], purchase: PurchaseOption) -> Offer | None:
    priced = [
        (offer.rate.usd, offer.region, offer.zone_id, offer)
        for offer in offers
        if offer.purchase is purchase and offer.rate.usd is not None
    ]
    return min(priced, key=lambda entry: entry[:3])[3] if priced else None


def _key(match: Match, objective: Objective) -> tuple[object, ...]:
    assert match.on_demand is not None  # the caller's
    usd = match.on_demand.rate.usd or 0.0
    carbon = match.kg_per_hour
    first = {"time": -(match.tflops or 0.0), "carbon": float("inf") if carbon is None else carbon}.get(objective, usd)
    return first, usd, match.kind.name
