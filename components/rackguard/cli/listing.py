"""`rackguard list`: types, images, validators, rules, packs."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, cast

from rackguard.catalog.gpu_name import is_gpu_named
from rackguard.cli.refused_option import refused_option
from rackguard.cli.screen import say, say_data
from rackguard.report import markdown
from rackguard.report.figures import usd
from rackguard.report.layout import columns, terminal_style, wrap
from rackguard.report.problems_text import NAMES
from rackguard.report.sources import Sources, cited
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.suggest import did_you_mean
from rackguard.spec.values import echoed

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import InstanceType

Table = list[dict[str, Any]]
"""Rows with the same keys: those of the JSON."""

HEADINGS = {
    "gpu_memory_gib": "GiB a GPU",
    "memory_gib": "memory GiB",
    "network_gbps": "Gbit/s",
    "network_cards": "cards",
    "efa_interfaces": "EFA",
    "on_demand_usd_per_hour": "USD/h",
    "usd_per_hour": "USD/h",
    "usd_per_gpu_hour": "USD/h a GPU",
    "taken_back_a_month": "taken back",
    "source": "",
}
"""Headings of columns that aren't called as in the JSON."""

ONLY_JSON = frozenset({"network", "legacy"})
PRICES = frozenset({"on_demand_usd_per_hour", "usd_per_hour", "usd_per_gpu_hour"})


def run(given: Namespace) -> int:
    """Print a list as a table, JSON or Markdown; returns the exit code."""
    from rackguard.cli import guardrails

    if given.what == "packs" and (given.path is not None or given.program is not None):
        return guardrails.say_path(given.path) if given.path is not None else guardrails.say_program(given.program)
    lists = {
        "types": types,
        "images": images,
        "validators": validators,
        "rules": guardrails.rules,
        "packs": guardrails.packs,
    }
    print_rows(lists[given.what](given), given.format)
    return 0


def print_rows(rows: Table, form: str, remarks: Sequence[str] = ()) -> None:
    """Print a list in that format; JSON is the rows alone."""
    if form == "json":
        say_data(rows)
    else:
        say(_text_of(rows, form, remarks))


def _text_of(rows: Table, form: str, remarks: Sequence[str]) -> str:
    """A list as a table or as Markdown, remarks below it."""
    if not rows:
        return "".join(f"{line}\n" for line in ("Nothing matches.", *remarks))
    sources = Sources()
    keys = [key for key in rows[0] if key not in ONLY_JSON]
    text = [[HEADINGS.get(key, key) for key in keys], *([_cell(key, row, sources) for key in keys] for row in rows)]
    figures = frozenset(
        index for index, key in enumerate(keys) if any(isinstance(row[key], (int, float)) for row in rows)
    )
    if form == "markdown":
        notes = [f"- {markdown.text(note)}" for note in (*remarks, *sources.lines())]
        lines = [*markdown.table(text, figures), *(["", *notes] if notes else [])]
    else:
        style = terminal_style(sys.stdout, os.environ)
        by_width = sorted(range(len(text[0])), key=lambda index: -max(len(row[index]) for row in text))
        lines = columns(text, right=figures, indent=0, width=style.width, flexible=by_width[:2])
        lines += [line for note in (*remarks, *sources.lines()) for line in wrap(note, style, "", "    ")]
    return "".join(f"{line}\n" for line in lines)


def _cell(key: str, row: dict[str, Any], sources: Sources) -> str:
    value = row[key]
    if key == "source":
        return sources.mark(str(value)).strip() if value else ""
    if value is None:
        return "no price" if key in PRICES else "unknown"
    if key == "level":
        return NAMES[value]
    if key == "zones":
        return ", ".join(_shortened(value))
    if isinstance(value, float):
        return usd(value) if key in PRICES else f"{value:,g}"
    text = ", ".join(cast("list[str]", value)) if isinstance(value, list) else str(value)
    return f"{text} (legacy)" if key == "type" and row.get("legacy") else text


def _shortened(zone_ids: list[str]) -> Iterator[str]:
    """Zone ids, of which each that differs from the one before it in its number is told by that: `use2-az1, 2`."""
    before = ""
    for zone in zone_ids:
        place, az, number = zone.rpartition("-az")
        yield number if az and place == before else zone
        before = place


def types(given: Namespace) -> Table:
    """The GPU types that match, each with its price where a region is named."""
    from rackguard.catalog.catalog import load

    catalog = load()
    _check_filters(given, catalog)
    found = [kind for kind in catalog.instance_types() if _matches(kind, given, catalog)]
    return [_type_row(kind, given.region, catalog) for kind in found]


def _check_filters(given: Namespace, catalog: Catalog) -> None:
    problems = filter_problems(given.gpu, [given.region] if given.region is not None else [], catalog)
    if given.max_price is not None and given.region is None:
        problems.append(refused_option("--max-price", "needs --region", "Prices differ by region."))
    if problems:
        raise InvalidInput(problems)


def filter_problems(gpu: str | None, regions: Sequence[str], catalog: Catalog) -> list[Problem]:
    """What is wrong with a GPU and regions to list by: that the catalogue knows none of that name."""
    problems: list[Problem] = []
    for region in regions:
        if region not in catalog.regions():
            hint = did_you_mean(region, catalog.regions()) or f"Regions with GPUs: {', '.join(catalog.regions())}."
            problems.append(refused_option("--region", f"is {echoed(region)}, where no GPU type is known", hint))
    names = [known.name for known in catalog.gpus()]
    if gpu is not None and not any(is_gpu_named(gpu, name) for name in names):
        hint = did_you_mean(gpu, names) or f"GPUs: {', '.join(names)}."
        problems.append(refused_option("--gpu", f"is {echoed(gpu)}, which no GPU's name starts with", hint))
    return problems


def _matches(kind: InstanceType, given: Namespace, catalog: Catalog) -> bool:
    if given.gpu is not None and not is_gpu_named(given.gpu, kind.gpu):
        return False
    if given.memory is not None and (kind.gpu_memory_mib or 0) < given.memory * 1024:
        return False
    if given.region and catalog.offering(kind.name, given.region) is None:
        return False
    if given.max_price is not None:
        price = catalog.on_demand_price(kind.name, given.region)
        if price is None or price.amount_usd > given.max_price:
            return False
    return kind.efa_supported or not given.efa


def _type_row(kind: InstanceType, region: str | None, catalog: Catalog) -> dict[str, Any]:
    row: dict[str, Any] = {
        "type": kind.name,
        "gpu": kind.gpu,
        "gpus": kind.gpu_count or kind.gpu_fraction,
        "gpu_memory_gib": kind.gpu_memory_mib and round(kind.gpu_memory_mib / 1024, 1),
        "vcpus": kind.vcpus,
        "memory_gib": round(kind.memory_mib / 1024, 1),
        "network": kind.network_performance,
        "network_gbps": kind.network_gbps,
        "network_cards": len(kind.network_cards.cards),
        "efa_interfaces": kind.network_cards.max_efa,
        "legacy": kind.legacy,
    }
    if region:
        offering, price = catalog.offering(kind.name, region), catalog.on_demand_price(kind.name, region)
        row["zones"] = list(offering.zone_ids) if offering else []
        row["on_demand_usd_per_hour"] = price.amount_usd if price else None
        row["source"] = cited(price.source) if price else None
    return row


def images(_: Namespace) -> Table:
    """The Deep Learning AMIs that `image.dlami` names."""
    from typing import get_args

    from rackguard.catalog.catalog import load
    from rackguard.spec.base import OperatingSystem

    rows: Table = []
    for system in get_args(OperatingSystem):
        for architecture in ("x86_64", "arm64"):
            parameter, source = load().dlami_parameter(system, architecture)
            rows.append(
                {"dlami": system, "architecture": architecture, "parameter": parameter, "source": cited(source)}
            )
    return rows


def validators(_: Namespace) -> Table:
    """Every check before launch."""
    from rackguard.plan.validators.registry import ALL

    return [{"id": check.id, "level": check.level, "summary": check.summary} for check in ALL]
