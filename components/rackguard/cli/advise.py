"""`rackguard advise`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rackguard.cli.advise_split import split_asked, target_of
from rackguard.cli.advise_write import check_options, not_written, owner_of, write_stack
from rackguard.cli.evaluate import moment
from rackguard.cli.screen import json_text, say
from rackguard.report.layout import terminal_style

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from datetime import datetime

    from rackguard.advice.split import AskedShare
    from rackguard.advice.stack_file import Owner
    from rackguard.report.advice_report import AdviceReport
    from rackguard.sizing.sizing import Sizing
    from rackguard.sizing.workload import Workload


def run(given: Namespace) -> int:
    """Print what to buy for a workload; returns the exit code: 1 where nothing keeps to all limits.

    A stack file is written only where something does.
    """
    if given.preset is not None:
        from rackguard.cli import advise_preset

        return advise_preset.run(given)
    if given.workload is None:
        given.parser.error("name a workload file, or a --preset")
    from rackguard.sizing.read_workload import read_workload
    from rackguard.spec.problem import InvalidInput
    from rackguard.spec.read_plain import marked

    file, now = Path(str(given.workload)), moment(given.at)
    check_regions(given.region or [])
    check_options(given, [file])
    asked = split_asked(given)
    workload = read_workload(file)
    owner = _owner(given, workload)
    try:
        report = _report(workload, given, now, asked)
    except InvalidInput as refused:
        raise InvalidInput(marked(file, refused.problems)) from None
    if given.sizing:
        say(_sizing_text(_best_sizing(report, workload), given.format))
    else:
        say(_rendered(report, given.format))
    if owner is not None:
        _write(report, owner, given.write)
    return 0 if report.advice.will_do else 1


def _owner(given: Namespace, workload: Workload) -> Owner | None:
    """Whose cluster is to be written; None where none is."""
    if given.write is None:
        return None
    from rackguard.sizing.workload import Workload

    (names,) = Workload.exactly_one_of
    task = next(name for name in names if getattr(workload, name) is not None)
    data = workload.data
    name = getattr(getattr(workload, task), "model", None) or task
    return owner_of(given, name, (data.classification if data else None) or "internal")


def _write(report: AdviceReport, owner: Owner, target: str) -> None:
    """Write the best choice that needs no id of something yet to be bought."""
    from rackguard.advice.stack_file import nodes_of, writable
    from rackguard.advice.stack_pools import pools_of
    from rackguard.catalog.catalog import load
    from rackguard.report.advice_report import why
    from rackguard.report.mix_words import notes

    choice = writable(report.advice.choices, load())
    if choice is None:
        not_written(target, "nothing keeps to all limits that needs no capacity block and has a current image")
        return
    one = nodes_of(choice)
    pools = pools_of(report.mix, one) if report.mix else ""
    reasons = why(report, choice)
    if isinstance(pools, str):
        reasons += [f"One pool: {pools}."] if pools else []
    elif report.mix:
        reasons.append(f"A pool for each way to buy of the mix. {notes(report.mix)[0]}")
    write_stack(target, [one] if isinstance(pools, str) else pools, owner, reasons, report.now)


def check_regions(regions: list[str]) -> None:
    """Refuse regions that the catalogue doesn't know.

    Raises:
        InvalidInput: with each of them.
    """
    from rackguard.catalog.catalog import load
    from rackguard.cli.listing import filter_problems
    from rackguard.spec.problem import InvalidInput

    if problems := filter_problems(None, regions, load()):
        raise InvalidInput(problems)


def _report(workload: Workload, given: Namespace, now: datetime, asked: Sequence[AskedShare]) -> AdviceReport:
    from rackguard.advice.advise import advise
    from rackguard.advice.methods import by_method
    from rackguard.advice.mix import mix_for
    from rackguard.advice.relax import relaxations
    from rackguard.advice.split import split_of
    from rackguard.catalog.catalog import load
    from rackguard.report.advice_report import AdviceReport

    catalog = load()
    regions: list[str] = given.region or []
    advice = advise(workload, now, catalog, given.objective, regions)
    alone = given.sizing
    methods = () if alone else by_method(advice, workload, now, catalog, regions)
    mix = mix_for(advice.choices[0], workload, advice.bounds, catalog) if advice.choices and not alone else None
    return AdviceReport(
        work=_work(workload),
        now=now,
        advice=advice,
        top=given.top,
        relax=() if alone else relaxations(advice, workload, now, catalog, regions, methods),
        methods=methods,
        mix=mix,
        split=split_of(asked, mix, target_of(given)) if asked else None,
    )


def _work(workload: Workload) -> str:
    """The workload in a few words."""
    if workload.fine_tune:
        return f"fine_tune {workload.fine_tune.named} ({workload.fine_tune.method})"
    if workload.train:
        return f"train {workload.train.named}"
    if workload.serve:
        return f"serve {workload.serve.named}"
    if workload.vision:
        return f"vision: {workload.vision.task} {workload.vision.model or 'the network given'}"
    assert workload.science is not None  # exactly one is given
    return f"science: {workload.science.ranks} ranks"


def _best_sizing(report: AdviceReport, workload: Workload) -> Sizing:
    """The best choice's; of a workload that fits nowhere, the one where there is most memory."""
    if report.advice.choices:
        return report.advice.choices[0].sizing
    from rackguard.advice.relax import largest
    from rackguard.catalog.catalog import load

    return largest(workload, load())


def _rendered(report: AdviceReport, form: str) -> str:
    if form == "json":
        from rackguard.report import advice_json

        return json_text(advice_json.as_data(report), getattr(sys.stdout, "encoding", None))
    if form == "markdown":
        from rackguard.report import advice_markdown

        return advice_markdown.render(report)
    from rackguard.report import advice_table

    return advice_table.render(report, terminal_style(sys.stdout, os.environ))


def _sizing_text(sizing: Sizing, form: str) -> str:
    if form == "json":
        from rackguard.sizing.as_data import as_data

        return json_text(as_data(sizing), getattr(sys.stdout, "encoding", None))
    from rackguard.report import sizing_text

    if form == "markdown":
        return sizing_text.as_markdown(sizing)
    return sizing_text.render(sizing, terminal_style(sys.stdout, os.environ))
