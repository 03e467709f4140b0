"""`rackguard catalog status`, and what both words of `rackguard catalog` print."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rackguard.cli.screen import json_text, say

if TYPE_CHECKING:
    from argparse import Namespace

    from rackguard.report.catalog_report import CatalogReport


def run(given: Namespace) -> int:
    """Print how old the catalogue's figures are; returns the exit code."""
    from rackguard.catalog.ages import ages_of
    from rackguard.catalog.catalog import Catalog, load
    from rackguard.catalog.differences import differences
    from rackguard.catalog.instance_types import left_out
    from rackguard.catalog.overlay import place
    from rackguard.cli.evaluate import moment
    from rackguard.report.catalog_report import CatalogReport

    today = moment(given.at).date()
    catalog = load()
    print_report(
        CatalogReport(
            today=today.isoformat(),
            file=(place() or "") if catalog.overlay else "",
            ages=ages_of(catalog, today),
            left_out=len(left_out(catalog.overlay)) if catalog.overlay else 0,
            differences=differences(Catalog(), catalog) if given.differences else None,
            since="the packaged facts",
        ),
        given.format,
    )
    return 0


def print_report(report: CatalogReport, form: str) -> None:
    """Print a report in that format."""
    if form == "json":
        from rackguard.report import catalog_json

        say(json_text(catalog_json.as_data(report), getattr(sys.stdout, "encoding", None)))
    elif form == "markdown":
        from rackguard.report import catalog_markdown

        say(catalog_markdown.render(report))
    else:
        from rackguard.report import catalog_table
        from rackguard.report.layout import terminal_style

        say(catalog_table.render(report, terminal_style(sys.stdout, os.environ)))
