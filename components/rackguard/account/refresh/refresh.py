"""All regions read in parallel, and put together with what was read before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from datetime import datetime

from rackguard.account.aws.questions import Denied, Questions
from rackguard.account.refresh.region import PRICE_LIST_REGION, Part, Unread, read_ec2, read_price_list
from rackguard.catalog.catalog import Catalog
from rackguard.catalog.overlay import TABLES, Overlay
from rackguard.catalog.tables import Row
from rackguard.record import record
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.suggest import did_you_mean
from rackguard.spec.values import echoed

WORKERS = 8
"""Regions asked at once: each has limits of its own, and botocore's standard retries wait where one is reached."""
_WHOLE = frozenset({"offerings"})
"""Tables of which a region's list is whole: what it doesn't name is gone. Elsewhere an older figure stays."""


@record
class Regions:
    """Which regions are to be read."""

    enabled: tuple[str, ...]
    not_enabled: tuple[str, ...]
    """Asked for, by name or because the catalogue has them, and not switched on in this account."""
    unread: tuple[Unread, ...]
    """That these credentials may not ask which ones are enabled; then all count as it."""


def regions_of(questions: Questions, wanted: Sequence[str], known: Catalog) -> Regions:
    """The regions wanted, or the catalogue's where none is named.

    Raises:
        InvalidInput: a region that AWS doesn't have; no credentials; AWS can't be reached.
    """
    regions = tuple(dict.fromkeys(wanted or known.regions()))
    try:
        listed = {
            item["RegionName"]: item.get("OptInStatus", "")
            for item in questions.each("ec2", "describe_regions", "Regions", AllRegions=True)
        }
    except Denied as denied:
        first = denied.problems[0]
        return Regions(regions, (), (Unread("", "regions", first.message, first.hint, denied.action),))
    problems = [_unknown(region, listed) for region in wanted if region not in listed]
    if problems:
        raise InvalidInput(problems)
    off = [region for region in regions if listed.get(region, "not-opted-in") == "not-opted-in"]
    return Regions(tuple(region for region in regions if region not in off), tuple(off), ())


def _unknown(region: str, listed: Iterable[str]) -> Problem:
    hint = did_you_mean(region, listed) or f"Regions: {', '.join(sorted(listed))}."
    return Problem(
        "command-line", "error", ("--region",), f"--region is {echoed(region)}, which AWS does not have", hint
    )


def read_all(
    questions: Questions, regions: Sequence[str], known: Catalog, now: datetime, told: Callable[[str, int, int], None]
) -> tuple[Part, ...]:
    """What the regions answer, in their order; `told` hears of each that is done, how many are, and of how many.

    An interruption leaves at once: nothing that is under way is waited for.
    """
    workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="refresh")
    try:
        prices = questions.elsewhere(PRICE_LIST_REGION)
        begun: dict[Future[Part], str] = {}
        for region in regions:
            begun[workers.submit(read_ec2, questions.elsewhere(region), known, now)] = f"{region}, EC2"
            begun[workers.submit(read_price_list, prices, region, now)] = f"{region}, prices"
        for done, future in enumerate(as_completed(begun), 1):
            future.result()
            told(begun[future], done, len(begun))
        return tuple(future.result() for future in begun)
    finally:
        workers.shutdown(wait=False, cancel_futures=True)


def merged(before: Overlay | None, parts: Iterable[Part]) -> dict[str, list[Row]]:
    """The rows of all tables: what was read now, and of the rest what was read before, with its own date."""
    parts = tuple(parts)
    found: dict[str, list[Row]] = {}
    for name, listed in TABLES.items():
        now = list(_read_marks(parts) if name == "read" else _rows(name, parts))
        keys = {tuple(row[column] for column in listed.unique) for row in now}
        gone = {part.region for part in parts if name in part.rows} if name in _WHOLE else set[str]()
        now += [
            row
            for row in (before.table(name).all_rows() if before else ())
            if row.get("region") not in gone and tuple(row[column] for column in listed.unique) not in keys
        ]
        found[name] = now
    return found


def _rows(table: str, parts: Iterable[Part]) -> Iterator[Row]:
    """Each row once: every region tells of the same types."""
    found: dict[tuple[str, ...], Row] = {}
    for part in parts:
        for row in part.rows.get(table, ()):
            found.setdefault(tuple(row[column] for column in TABLES[table].unique), row)
    yield from found.values()


def _read_marks(parts: Iterable[Part]) -> Iterator[Row]:
    for part in parts:
        for table in part.rows:
            yield {"table": table, "region": part.region, "as_of": part.as_of}


def unread(regions: Regions, parts: Iterable[Part]) -> tuple[Unread, ...]:
    """Everything that AWS didn't answer."""
    return (*regions.unread, *(each for part in parts for each in part.unread))


def has_any(parts: Iterable[Part]) -> bool:
    """True where at least one table of one region was read."""
    return any(part.rows for part in parts)
