"""`rackguard list models`: the models that a workload may name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard.report.sources import cited

if TYPE_CHECKING:
    from argparse import Namespace

    from rackguard.sizing.models import KnownModel


def run(given: Namespace) -> int:
    """Print the models as a table, JSON or Markdown; returns the exit code."""
    from rackguard.cli.listing import print_rows

    print_rows(models(given), given.format)
    return 0


def models(given: Namespace) -> list[dict[str, Any]]:
    """The models whose name, or another that it goes by, holds what was asked for; all where nothing was."""
    from rackguard.sizing.models import models as known

    wanted = (given.name or "").lower()
    return [_row(one) for one in known() if any(wanted in name for name in (one.name, *one.aliases))]


def _row(known: KnownModel) -> dict[str, Any]:
    counts, shape = known.parameters, known.shape
    return {
        "model": known.name,
        "also": list(known.aliases),
        "parameters_b": round(counts.total / 1e9, 3) if counts else None,
        "active_b": round(counts.active / 1e9, 3) if counts else None,
        "layers": shape.layers if shape else None,
        "hidden": shape.hidden if shape else None,
        "source": cited(known.source),
    }
