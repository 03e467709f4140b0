"""`rackguard explain`: a check, a decision or an instance type in words."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rackguard.report.layout import Style, columns, wrap
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.suggest import did_you_mean

if TYPE_CHECKING:
    from argparse import Namespace

    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import InstanceType
    from rackguard.plan.validators.interface import Validator

STYLE = Style()


def run(given: Namespace) -> int:
    """Print the explanation; returns the exit code.

    Raises:
        InvalidInput: where nothing has that name.
    """
    lines = explanation(given.id)
    if lines is None:
        names = "`rackguard list validators` and `rackguard list types` name what there is."
        hint = did_you_mean(given.id, known_ids()) or names
        raise InvalidInput([Problem("explain", "error", (given.id,), f"nothing is called {given.id!r}", hint)])
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


def known_ids() -> list[str]:
    """Everything that can be explained."""
    from rackguard.catalog.catalog import load
    from rackguard.plan.decision_words import DECISIONS
    from rackguard.plan.validators.registry import ALL
    from rackguard.spec.problem_words import PROBLEMS

    types = [kind.name for kind in load().instance_types()]
    return [*(check.id for check in ALL), *DECISIONS, *PROBLEMS, *types]


def explanation(name: str) -> list[str] | None:
    """The lines that explain `name`; None where nothing has that name."""
    from rackguard.catalog.catalog import load
    from rackguard.plan.decision_words import DECISIONS
    from rackguard.plan.validators.registry import ALL
    from rackguard.spec.problem_words import PROBLEMS

    lines: list[str] = []
    lines += next((_validator(check) for check in ALL if check.id == name), [])
    if name in DECISIONS:
        lines += _paragraphs(f"decision {name}", DECISIONS[name])
    if name in PROBLEMS:
        lines += _paragraphs(f"problem {name}", PROBLEMS[name])
    kind = load().find_instance_type(name)
    if kind:
        lines += _type(kind, load())
    return lines or None


def _paragraphs(title: str, *texts: str) -> list[str]:
    return [title, *(line for text in texts if text for line in wrap(text, STYLE, "  ", "  "))]


def _validator(check: Validator) -> list[str]:
    lines = _paragraphs(f"check {check.id} ({check.level})", check.summary, f"Why: {check.why}")
    return [*lines, *wrap(check.hint, STYLE, "  What to do: ", "  ")]


def _type(kind: InstanceType, catalog: Catalog) -> list[str]:
    cards = kind.network_cards
    rows = [
        ["GPUs", f"{kind.gpu_count or kind.gpu_fraction:g} × {kind.gpu or kind.gpu_manufacturer}"],
        ["memory of a GPU", f"{kind.gpu_memory_mib:,} MiB" if kind.gpu_memory_mib else "not published"],
        ["vCPUs, memory", f"{kind.vcpus}, {kind.memory_mib:,} MiB"],
        ["architecture", kind.architecture],
        ["network", f"{kind.network_performance}, {len(cards.cards)} cards, {cards.max_efa} EFA interfaces"],
        ["RDMA", "yes" if kind.rdma else "no"],
        ["encryption in transit", "yes" if kind.encryption_in_transit else "no"],
        ["local NVMe", _store(kind)],
        ["bought as", ", ".join(sorted(kind.purchase_options)) or "not published"],
        ["placement", ", ".join(sorted(kind.placement_strategies)) or "not published"],
        ["source", f"{kind.source.name}, {kind.source.as_of}"],
    ]
    if kind.legacy:
        rows.insert(0, ["too old to be planned; use", ", ".join(kind.successors)])
    return [f"type {kind.name}", *columns(rows), *_gpu(kind, catalog), *_offers(kind, catalog)]


def _store(kind: InstanceType) -> str:
    store = kind.instance_store
    return f"{store.disks} × {store.disk_gb} GB" if store else "none"


def _gpu(kind: InstanceType, catalog: Catalog) -> list[str]:
    if kind.gpu is None:
        return []
    gpu = catalog.gpu(kind.gpu)
    flops = ", ".join(f"{name} {value:g}" for name, value in gpu.tflops.items()) or "not published"
    rows = [
        ["GPU", f"{gpu.name}, {gpu.architecture}, compute capability {gpu.compute_capability}"],
        ["NVLink", f"{gpu.nvlink_gb_s:g} GB/s" if gpu.nvlink_gb_s else "none"],
        ["dense TFLOPS", flops],
        ["confidence", f"{gpu.confidence}{f': {gpu.notes}' if gpu.notes else ''}"],
    ]
    return columns(rows)


def _offers(kind: InstanceType, catalog: Catalog) -> list[str]:
    offers = catalog.offerings(instance_type=kind.name)
    if not offers:
        return ["  offered in no region that the catalogue knows"]
    rows = [["region", "zones", "on-demand USD/h", "price of"]]
    for offer in offers:
        price = catalog.on_demand_price(kind.name, offer.region)
        source = f"{price.source.name}, {price.source.as_of}" if price else ""
        amount = f"{price.amount_usd:,.2f}" if price else "no price"
        rows.append([offer.region, ", ".join(offer.zone_ids), amount, source])
    return columns(rows, right=frozenset({2}))
