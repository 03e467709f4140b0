"""`rackguard catalog refresh`."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from rackguard.cli.catalog_status import print_report
from rackguard.cli.progress import is_watched, progress
from rackguard.cli.screen import complain, complain_in_a_line, json_text, say
from rackguard.spec.problem import InvalidInput, Problem

if TYPE_CHECKING:
    from argparse import Namespace
    from datetime import datetime

    from rackguard.account.aws.questions import Questions
    from rackguard.account.refresh.refresh import Regions
    from rackguard.account.refresh.region import Part
    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.overlay import Overlay


def run(given: Namespace) -> int:
    """Read the catalogue anew, write it down and print what differs; returns the exit code."""
    if given.iam_policy:
        from rackguard.account.iam_policy import policy
        from rackguard.account.refresh.region import PERMISSIONS

        say(json_text(policy(PERMISSIONS), getattr(sys.stdout, "encoding", None)))
        return 0
    from rackguard.account.aws.questions import NoCredentials
    from rackguard.account.refresh.write import alone, check_writable
    from rackguard.cli.evaluate import moment

    file = _file()
    with alone(file):
        check_writable(file)
        try:
            return _refresh(given, file, moment(None))
        except NoCredentials as error:
            complain_in_a_line("catalog refresh", error)
            return 2


def _file() -> Path:
    from rackguard.catalog.overlay import VARIABLE, place

    file = place()
    if file is None:
        message = f"{VARIABLE} is 'none': what is read has no place, and would not be used"
        hint = f"Take {VARIABLE} out of the environment, or let it name a folder."
        raise InvalidInput([Problem("cannot-write", "error", (), message, hint)])
    return Path(file)


def _before() -> tuple[Overlay | None, str]:
    """What was read last, and why it is left out where it can't be read."""
    from rackguard.catalog.overlay import current

    try:
        return current(), ""
    except InvalidInput as damaged:
        return None, f"Left out and written anew: {damaged.problems[0].message}."


def _refresh(given: Namespace, file: Path, now: datetime) -> int:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.refresh.refresh import has_any, merged, regions_of, unread
    from rackguard.account.refresh.region import PRICE_LIST_REGION
    from rackguard.account.refresh.write import write
    from rackguard.catalog.ages import ages_of
    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.differences import differences
    from rackguard.catalog.instance_types import left_out
    from rackguard.catalog.overlay import parsed, text_of
    from rackguard.report.catalog_report import CatalogReport, RefreshTold

    overlay, remark = _before()
    before = Catalog(overlay)
    questions = Questions(PRICE_LIST_REGION)
    regions = regions_of(questions, given.region or (), before)
    parts = _asked(questions, regions, before, now)
    after = before
    if has_any(parts):
        content = text_of(merged(overlay, parts))
        after = Catalog(parsed(content, str(file)))
        write(file, content)
    told = RefreshTold(regions.enabled, regions.not_enabled, unread(regions, parts), remark)
    report = CatalogReport(
        today=now.date().isoformat(),
        file=str(file) if after.overlay else "",
        ages=ages_of(after, now.date()),
        left_out=len(left_out(after.overlay)) if after.overlay else 0,
        differences=differences(before, after),
        since="what was known before",
        refresh=told,
    )
    print_report(report, given.format)
    named = given.region and regions.not_enabled
    return int(bool(told.unread or named or not parts))


def _asked(questions: Questions, regions: Regions, before: Catalog, now: datetime) -> tuple[Part, ...]:
    from rackguard.account.refresh.refresh import read_all

    try:
        return read_all(questions, regions.enabled, before, now, _Progress().told)
    finally:
        progress("")


class _Progress:
    """A line that is written over for a person who waits; elsewhere a line for each region."""

    def __init__(self) -> None:
        self._answers: Counter[str] = Counter()

    def told(self, what: str, done: int, of: int) -> None:
        """One service of one region has answered."""
        if is_watched():
            progress(f"{done} of {of} read, last {what}")
            return
        region = what.partition(",")[0]
        self._answers[region] += 1
        if self._answers[region] == 2:  # EC2 and the Price List API
            complain(f"{region} is read\n")
