"""`rackguard list`: types, images, validators."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from rackguard.report import markdown
from rackguard.report.layout import columns
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.suggest import did_you_mean

if TYPE_CHECKING:
    from argparse import Namespace

    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import InstanceType

Table = list[dict[str, Any]]


def run(given: Namespace) -> int:
    """Print a list as a table, JSON or Markdown; returns the exit code."""
    rows = {"types": types, "images": images, "validators": validators}[given.what](given)
    sys.stdout.write(_render(rows, given.format))
    return 0


def _render(rows: Table, form: str) -> str:
    if form == "json":
        import json

        return json.dumps(rows, indent=2, ensure_ascii=False) + "\n"
    if not rows:
        return "Nothing matches.\n"
    text = [list(rows[0]), *([_cell(value) for value in row.values()] for row in rows)]
    figures = frozenset(
        index for index, key in enumerate(rows[0]) if any(isinstance(row[key], (int, float)) for row in rows)
    )
    lines = markdown.table(text, figures) if form == "markdown" else columns(text, right=figures, indent=0)
    return "".join(f"{line}\n" for line in lines)


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.2f}" if value % 1 else f"{value:,.0f}"
    return ", ".join(value) if isinstance(value, list) else str(value)


def types(given: Namespace) -> Table:
    """The GPU types that match, each with its price where a region is named."""
    from rackguard.catalog.catalog import load

    catalog = load()
    _check_filters(given, catalog)
    found = [kind for kind in catalog.instance_types() if _matches(kind, given, catalog)]
    return [_type_row(kind, given.region, catalog) for kind in found]


def _check_filters(given: Namespace, catalog: Catalog) -> None:
    problems: list[Problem] = []
    if given.region and given.region not in catalog.regions():
        hint = did_you_mean(given.region, catalog.regions()) or f"Regions with GPUs: {', '.join(catalog.regions())}."
        message = f"--region is {given.region!r}, where no GPU type is known"
        problems.append(Problem("region", "error", ("--region",), message, hint))
    names = [gpu.name for gpu in catalog.gpus()]
    if given.gpu and not any(name.lower().startswith(given.gpu.lower()) for name in names):
        hint = did_you_mean(given.gpu, names) or f"GPUs: {', '.join(names)}."
        message = f"--gpu is {given.gpu!r}, which no GPU's name starts with"
        problems.append(Problem("gpu", "error", ("--gpu",), message, hint))
    if given.max_price is not None and not given.region:
        message = "--max-price needs --region"
        problems.append(Problem("region", "error", ("--max-price",), message, "Prices differ by region."))
    if problems:
        raise InvalidInput(problems)


def _matches(kind: InstanceType, given: Namespace, catalog: Catalog) -> bool:
    if given.gpu and not (kind.gpu or "").lower().startswith(given.gpu.lower()):
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
        "GiB a gpu": kind.gpu_memory_mib and round(kind.gpu_memory_mib / 1024, 1),
        "vcpus": kind.vcpus,
        "memory GiB": round(kind.memory_mib / 1024, 1),
        "network": kind.network_performance,
        "cards": len(kind.network_cards.cards),
        "efa": kind.network_cards.max_efa,
        "legacy": kind.legacy,
    }
    if region:
        offering, price = catalog.offering(kind.name, region), catalog.on_demand_price(kind.name, region)
        row["zones"] = list(offering.zone_ids) if offering else []
        row["USD/h on-demand"] = price.amount_usd if price else None
        row["price of"] = f"{price.source.name}, {price.source.as_of}" if price else None
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
                {
                    "dlami": system,
                    "architecture": architecture,
                    "parameter": parameter,
                    "source": f"{source.name}, {source.as_of}",
                }
            )
    return rows


def validators(_: Namespace) -> Table:
    """Every check before launch."""
    from rackguard.plan.validators.registry import ALL

    return [{"id": check.id, "level": check.level, "checks that": check.summary} for check in ALL]
