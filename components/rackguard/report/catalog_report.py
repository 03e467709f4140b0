"""What `rackguard catalog` tells, whatever the format."""

from __future__ import annotations

from collections.abc import Sequence

from rackguard.account.refresh.region import Unread
from rackguard.catalog.ages import KINDS, Age
from rackguard.catalog.differences import Differences, PriceChange, ZoneChange
from rackguard.record import record
from rackguard.report.figures import count

LONGEST = 40
"""Rows of a list that a person is shown; JSON has all of them."""
LEAST_PERCENT = 10
"""Changes of spot prices that a person is shown: smaller ones come and go all day."""

AGE_HEADING = ("", "packaged", "read", "regions", "figures", "stale", "undated", "oldest")
AGE_FIGURES = frozenset({3, 4, 5, 6, 7})
ZONE_HEADING = ("type", "region", "new", "gone")
PRICE_HEADING = ("price", "type", "region", "was", "is", "change", "as of")
PRICE_FIGURES = frozenset({3, 4, 5})


@record
class RefreshTold:
    """What came of a refresh."""

    regions: tuple[str, ...]
    """Those that were asked."""
    not_enabled: tuple[str, ...]
    unread: tuple[Unread, ...]
    remark: str = ""
    """Why what was read before was left out; empty where it wasn't."""


@record
class CatalogReport:
    """The catalogue's age, and what differs where that was asked."""

    today: str
    file: str
    """What was read; empty where only the packaged facts count."""
    ages: tuple[Age, ...]
    left_out: int
    """Types that AWS was read to have and no plan can use."""
    differences: Differences | None
    since: str
    """From what they differ: `the packaged facts`."""
    refresh: RefreshTold | None = None


def heading(report: CatalogReport) -> str:
    """The first line."""
    if report.refresh:
        return f"{count(len(report.refresh.regions), 'region')} asked on {report.today}"
    return f"The catalogue on {report.today}"


def place(report: CatalogReport) -> str:
    """Where the figures that were read are."""
    return f"Read of AWS: {report.file}" if report.file else "Nothing was read of AWS; the packaged facts count."


def notes(report: CatalogReport) -> list[str]:
    """What is worth knowing where differences aren't shown."""
    if not report.left_out or report.differences:
        return []
    types = count(report.left_out, "type")
    return [f"AWS has {types} that no plan can use yet: `rackguard catalog status --differences` says why."]


def age_rows(report: CatalogReport) -> list[tuple[str, ...]]:
    """A row of each kind of figures."""
    return [
        (
            KINDS[age.kind].words,
            _span(age.packaged),
            _span(age.read) if KINDS[age.kind].is_refreshed else "with a release",
            str(age.regions_read) if age.read else "",
            f"{age.figures:,}",
            f"{age.stale:,}",
            f"{age.undated:,}",
            "unknown" if age.oldest_days is None else count(age.oldest_days, "day"),
        )
        for age in report.ages
    ]


def _span(dates: tuple[str, str] | None) -> str:
    if dates is None:
        return "-"
    first, last = dates[0].partition(" ")[0], dates[1]
    return first if first == last else f"{first} to {last}"


def warnings(report: CatalogReport) -> list[tuple[str, str]]:
    """What is stale, each with what to do."""
    found: list[tuple[str, str]] = []
    for age in report.ages:
        kind = KINDS[age.kind]
        parts = [f"{age.stale:,} of {age.figures:,} are older than {kind.most_days} days"] if age.stale else []
        parts += [f"{age.undated:,} of {age.figures:,} have no date"] if age.undated else []
        if parts:
            hint = "`rackguard catalog refresh` reads them anew." if kind.is_refreshed else "A newer release has newer."
            found.append((f"{kind.words}: {'; '.join(parts)}", hint))
    return found


def unread_rows(told: RefreshTold) -> list[tuple[str, str]]:
    """What AWS didn't answer, each refusal once with the regions that it was met in, and what to do."""
    regions: dict[tuple[str, str, str], list[str]] = {}
    for each in told.unread:
        message = f"lacks the permission {each.permission}" if each.permission else each.message
        hint = "`rackguard catalog refresh --iam-policy` prints the least policy." if each.permission else each.hint
        words = KINDS[each.table].words if each.table in KINDS else "which regions are enabled"
        regions.setdefault((words, message, hint), []).append(each.region)
    return [
        (f"{words}{_within(where)}: {message}; what was known stays", hint)
        for (words, message, hint), where in regions.items()
    ]


def _within(regions: Sequence[str]) -> str:
    return f" in {', '.join(regions)}" if any(regions) else ""


def type_lines(found: Differences) -> list[str]:
    """New types, types that are gone, and those that can't be planned."""
    return [
        *(f"new: {name}" for name in found.types_new),
        *(f"gone, offered in no region: {name}" for name in found.types_gone),
        *(f"known by AWS, not by us: {name}: {lacks}" for name, lacks in found.types_left_out),
    ]


def zone_rows(changes: Sequence[ZoneChange]) -> list[tuple[str, ...]]:
    """A row of each type in a region."""
    return [(each.instance_type, each.region, ", ".join(each.new), ", ".join(each.gone)) for each in changes]


def price_rows(changes: Sequence[PriceChange]) -> list[tuple[str, ...]]:
    """A row of each price."""
    return [
        (
            KINDS[each.kind].words.removesuffix(" prices"),
            each.instance_type,
            each.region,
            _usd(each.old),
            _usd(each.new),
            "" if each.percent is None else f"{each.percent:+.1f} %",
            f"{each.old_as_of or '-'} → {each.new_as_of or '-'}",
        )
        for each in changes
    ]


def _usd(amount: float | None) -> str:
    return "no price" if amount is None else f"{amount:,.4f}"


def shown_prices(found: Differences) -> list[PriceChange]:
    """The changes that a person is shown: of spot prices only large ones of what was known before."""
    return [each for each in found.prices if each.kind != "spot" or _is_large(each)]


def _is_large(change: PriceChange) -> bool:
    return change.new is None or (change.percent is not None and abs(change.percent) >= LEAST_PERCENT)


def counted_prices(found: Differences) -> list[str]:
    """What isn't shown of spot prices, in numbers."""
    spot = [each for each in found.prices if each.kind == "spot" and not _is_large(each)]
    new = sum(each.old is None for each in spot)
    lines = [f"{count(new, 'spot price')} where none was known."] if new else []
    small = len(spot) - new
    return [*lines, *([f"{count(small, 'spot price')} changed by less than {LEAST_PERCENT} %."] if small else [])]


def left_out(rows: int, what: str) -> list[str]:
    """That a list is cut; nothing where it isn't."""
    more = rows - LONGEST
    return [f"… and {count(more, f'more {what}')}: `--format json` has them all."] if more > 0 else []


def verdict(report: CatalogReport) -> str:
    """The last line."""
    stale = count(len(warnings(report)), "warning")
    if not report.refresh:
        return f"Catalogue: {stale}."
    lacking = len(unread_rows(report.refresh))
    return f"Refreshed: {count(lacking, 'refusal') if lacking else 'everything was read'}, {stale}."
