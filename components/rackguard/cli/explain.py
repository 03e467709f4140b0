"""`rackguard explain`: a check, a rule, a decision, an instance type or a model in words."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rackguard.cli.screen import say
from rackguard.report.layout import Style, columns, terminal_style, wrap
from rackguard.report.problems_text import NAMES
from rackguard.report.sources import Sources, cited
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.suggest import did_you_mean
from rackguard.spec.values import echoed

if TYPE_CHECKING:
    from argparse import Namespace

    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import CpuType, InstanceType, Price
    from rackguard.plan.validators.interface import Validator


def run(given: Namespace) -> int:
    """Print the explanation; returns the exit code.

    Raises:
        InvalidInput: where nothing has that name.
    """
    lines = explanation(given.id, terminal_style(sys.stdout, os.environ))
    if lines is None:
        names = "`rackguard list validators`, `rules`, `types` and `models` name what there is."
        hint = _of_gpu(given.id) or did_you_mean(given.id, known_ids()) or names
        raise InvalidInput([Problem("command-line", "error", ("ID",), f"nothing is called {echoed(given.id)}", hint)])
    say("".join(f"{line}\n" for line in lines))
    return 0


def _of_gpu(name: str) -> str:
    """Where a GPU is told of; empty where no GPU's name starts so."""
    from rackguard.catalog.catalog import load

    start, gpus = name.lower(), {kind.gpu.lower() for kind in load().instance_types() if kind.gpu}
    if len(start) < 2 or not any(gpu.startswith(start) for gpu in gpus):
        return ""
    return f"It is a GPU: `rackguard list types --gpu {name}` names the types that have it."


def known_ids() -> list[str]:
    """Everything that can be explained."""
    from rackguard.catalog.catalog import load
    from rackguard.cli.explain_rule import rule_ids
    from rackguard.plan.decision_words import DECISIONS
    from rackguard.plan.validators.registry import ALL
    from rackguard.sizing.models import model_names
    from rackguard.spec.problem_words import PROBLEMS

    types = [kind.name for kind in (*load().instance_types(), *load().cpu_types())]
    return [*(check.id for check in ALL), *rule_ids(), *DECISIONS, *PROBLEMS, *types, *model_names()]


def explanation(name: str, style: Style) -> list[str] | None:
    """The lines that explain `name`; None where nothing has that name."""
    from rackguard.catalog.catalog import load
    from rackguard.cli import explain_rule
    from rackguard.plan.decision_words import DECISIONS
    from rackguard.plan.validators.registry import ALL
    from rackguard.spec.problem_words import PROBLEMS

    catalog = load()
    parts: list[list[str]] = [_validator(check, style) for check in ALL if check.id == name]
    parts += [explain_rule.explained(rule, style) for rule in explain_rule.called(name)]
    for kind, words in (("decision", DECISIONS), ("problem", PROBLEMS)):
        if name in words:
            parts.append(_paragraphs(f"{kind} {name}", style, words[name]))
    gpu_type = catalog.find_instance_type(name)
    if gpu_type:
        parts.append(_type(gpu_type, catalog, style))
    if lacks := catalog.lacks(name):
        parts.append(_paragraphs(f"type {name}", style, f"AWS has it, and no plan can use it yet: {lacks}."))
    parts += [_cpu_type(kind, style) for kind in catalog.cpu_types() if kind.name == name]
    if not parts:  # a model has a name like nothing else, and models take long to import
        from rackguard.cli import explain_model

        parts += filter(None, [explain_model.explained(name, style)])
    return [line for number, part in enumerate(parts) for line in (*([""] if number else []), *part)] or None


def _paragraphs(title: str, style: Style, *texts: str) -> list[str]:
    return [style.paint(title, "title"), *(line for text in texts if text for line in wrap(text, style, "  ", "  "))]


def _validator(check: Validator, style: Style) -> list[str]:
    lines = _paragraphs(f"check {check.id} ({NAMES[check.level]})", style, check.summary, f"Why: {check.why}")
    return [*lines, *wrap(f"What to do: {check.hint}", style, "  ", "  ")]


def _type(kind: InstanceType, catalog: Catalog, style: Style) -> list[str]:
    rows = [
        ["GPUs", f"{kind.gpu_count or kind.gpu_fraction:g} × {kind.gpu or kind.gpu_manufacturer}"],
        ["memory of a GPU", f"{kind.gpu_memory_mib / 1024:,.4g} GiB" if kind.gpu_memory_mib else "not published"],
        ["vCPUs, memory", f"{kind.vcpus}, {kind.memory_mib / 1024:,.0f} GiB"],
        ["architecture", kind.architecture],
        ["network", f"{kind.network_performance}{_cards(kind)}"],
        ["RDMA", "yes" if kind.rdma else "no"],
        ["encryption in transit", _encrypts(kind)],
        ["local NVMe", _store(kind)],
        ["bought as", ", ".join(sorted(kind.purchase_options)) or "not published"],
        ["placement", ", ".join(sorted(kind.placement_strategies)) or "not published"],
        ["source", f"{kind.source.name}, {kind.source.as_of}"],
    ]
    if kind.legacy:
        rows.insert(0, ["too old to be planned; use", ", ".join(kind.successors)])
    title = style.paint(f"type {kind.name}", "title")
    rows += _gpu(kind, catalog)
    from rackguard.cli import explain_software

    software = explain_software.rows(kind, catalog)
    parts = [columns(rows, width=style.width, flexible=1), *([_software(software, style)] if software else [])]
    return [title, *(line for part in parts for line in (*part, "")), *_offers(kind, catalog, style)]


def _software(rows: list[list[str]], style: Style) -> list[str]:
    return ["  The software that fits, as far as it is known:", *columns(rows, width=style.width, flexible=1)]


def _cards(kind: InstanceType) -> str:
    """`, 32 cards, 32 EFA interfaces`; empty for a legacy type, whose cards no source lists."""
    cards, efa = len(kind.network_cards.cards), kind.network_cards.max_efa
    if not cards:
        return ""
    return f", {cards} card{'' if cards == 1 else 's'}, {efa} EFA interface{'' if efa == 1 else 's'}"


def _encrypts(kind: InstanceType) -> str:
    if kind.encryption_in_transit is None:
        return "not published"
    return "yes" if kind.encryption_in_transit else "no"


def _store(kind: InstanceType) -> str:
    store = kind.instance_store
    return f"{store.disks} × {store.disk_gb} GB" if store else "none"


def _gpu(kind: InstanceType, catalog: Catalog) -> list[list[str]]:
    if kind.gpu is None:
        return []
    gpu = catalog.gpu(kind.gpu)
    flops = ", ".join(f"{name} {value:g}" for name, value in gpu.tflops.items()) or "not published"
    rows = [
        ["its GPU", f"{gpu.name}, {gpu.architecture}, compute capability {gpu.compute_capability}"],
        ["NVLink", f"{gpu.nvlink_gb_s:g} GB/s" if gpu.nvlink_gb_s else "none"],
        ["dense TFLOPS", flops],
        ["rated power", f"{gpu.tdp_w:g} W" if gpu.tdp_w else "not published"],
        ["source", f"{gpu.source.name}, {gpu.source.as_of}"],
        ["source of FP64 and INT8", cited(gpu.fp64_int8_source) if gpu.fp64_int8_source else ""],
        ["confidence", f"{gpu.confidence}: {gpu.notes}" if gpu.notes else gpu.confidence],
    ]
    return [[name, words] for name, words in rows if words]


def _offers(kind: InstanceType, catalog: Catalog, style: Style) -> list[str]:
    offers = catalog.offerings(instance_type=kind.name)
    if not offers:
        return ["  Offered in no region that the catalogue knows."]
    sources = Sources()
    rows = [["region", "zones", "on-demand USD/h", ""]]
    rows += [
        [offer.region, ", ".join(offer.zone_ids), *_price(catalog.on_demand_price(kind.name, offer.region), sources)]
        for offer in offers
    ]
    return [*columns(rows, right=frozenset({2}), width=style.width, flexible=1), *_legend(sources, style)]


def _cpu_type(kind: CpuType, style: Style) -> list[str]:
    rows = [
        ["vCPUs, memory", f"{kind.vcpus}, {kind.memory_gib:g} GiB"],
        ["architecture", kind.architecture],
        ["source", f"{kind.source.name}, {kind.source.as_of}"],
    ]
    return [style.paint(f"type {kind.name}, for a login node", "title"), *columns(rows, width=style.width, flexible=1)]


def _price(price: Price | None, sources: Sources) -> list[str]:
    if price is None:
        return ["no price", ""]
    return [
        f"{price.amount_usd:,.4g}" if price.amount_usd < 1 else f"{price.amount_usd:,.2f}",
        sources.mark(cited(price.source)).strip(),
    ]


def _legend(sources: Sources, style: Style) -> list[str]:
    return [style.paint(line, "quiet") for text in sources.lines() for line in wrap(text, style, "  ", "      ")]
