"""`rackguard advise --preset`: a classic set-up."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rackguard.cli.advise_write import check_options, not_written, owner_of, write_stack
from rackguard.cli.evaluate import moment
from rackguard.cli.screen import json_text, say
from rackguard.report.layout import terminal_style

if TYPE_CHECKING:
    from argparse import Namespace
    from datetime import datetime

    from rackguard.advice.preset import PresetAdvice
    from rackguard.advice.stack_file import Owner


def run(given: Namespace) -> int:
    """Print what is on sale of a set-up and what is nearest to it; returns the exit code: 1 where nothing is near."""
    from rackguard.advice.preset import PRESETS, advise_preset
    from rackguard.catalog.catalog import load
    from rackguard.cli.advise import check_regions

    now = moment(given.at)
    if given.workload is not None or given.sizing or given.split is not None or given.split_target is not None:
        given.parser.error("--preset stands in a workload's place, and has no --sizing and no --split")
    check_regions(given.region or [])
    check_options(given, [])
    owner = owner_of(given, given.preset, "internal") if given.write is not None else None
    advice = advise_preset(PRESETS[given.preset], load(), given.objective, given.region or ())
    say(_rendered(advice, given))
    if owner is not None:
        _write(advice, owner, str(given.write), now)
    return 0 if advice.nearest else 1


def _write(advice: PresetAdvice, owner: Owner, target: str, now: datetime) -> None:
    """Write the nearest that is wise."""
    from rackguard.advice.stack_file import nodes_of_match
    from rackguard.report.preset_report import why

    if not advice.nearest:
        not_written(target, "nothing on sale comes near")
        return
    best = advice.nearest[0]
    write_stack(target, [nodes_of_match(best)], owner, why(advice, best), now)


def _rendered(advice: PresetAdvice, given: Namespace) -> str:
    from rackguard.report import preset_report

    if given.format == "json":
        return json_text(preset_report.as_data(advice), getattr(sys.stdout, "encoding", None))
    if given.format == "markdown":
        return preset_report.as_markdown(advice, given.top)
    return preset_report.render(advice, given.top, terminal_style(sys.stdout, os.environ))
