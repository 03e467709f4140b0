"""How old figures are, and what differs between two catalogues."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.catalog.test_overlay import new

from rackguard.catalog.ages import KINDS, Age, ages_of, first_day
from rackguard.catalog.catalog import Catalog
from rackguard.catalog.differences import PriceChange, ZoneChange, differences
from rackguard.catalog.overlay import parsed, text_of

if TYPE_CHECKING:
    from tests.catalog.conftest import Read

PAGE = Path(__file__).parents[2] / "docs/catalog.md"
PACKAGED = Catalog()


@pytest.mark.parametrize(
    ("as_of", "day"),
    [
        ("2026-11-30", date(2026, 11, 30)),
        ("2026-10", date(2026, 10, 1)),
        ("2026", date(2026, 1, 1)),
        ("2025-2026", date(2025, 1, 1)),
        ("2026-01 to 2026-07", date(2026, 1, 1)),
        ("2025-03-02 (multiplier), 2026-07-20 (base)", date(2025, 3, 2)),
        ("undated", None),
        ("", None),
    ],
)
def test_the_first_day_of_a_date(as_of: str, day: date | None) -> None:
    assert first_day(as_of) == day


def age(catalog: Catalog, kind: str, today: date) -> Age:
    return next(each for each in ages_of(catalog, today) if each.kind == kind)


def test_packaged_block_prices_are_of_one_day() -> None:
    # 2026-07-22 and 90 days more is 2026-10-20.
    assert age(PACKAGED, "capacity_blocks", date(2026, 10, 20)) == Age(
        kind="capacity_blocks",
        packaged=("2026-07-22", "2026-07-22"),
        read=None,
        regions_read=0,
        figures=52,
        stale=0,
        undated=0,
        oldest_days=90,
    )
    stale = age(PACKAGED, "capacity_blocks", date(2026, 10, 21))
    assert (stale.stale, stale.is_stale, stale.oldest_days) == (52, True, 91)


def test_what_was_read_is_counted_by_its_own_date(read: Read) -> None:
    newer = read(
        spot=["p5.48xlarge us-east-1 use1-az6 16 2026-11-30", "g6.xlarge us-east-1 use1-az6 0.3 2026-11-10"],
        read=["spot us-east-1 2026-11-30", "spot us-east-2 2026-11-10"],
    )
    found = age(newer, "spot", date(2026, 12, 1))
    assert (found.read, found.regions_read, found.packaged) == (("2026-11-10", "2026-11-30"), 2, None)
    # 51 packaged ones, of which one was read; g6.xlarge had none.
    assert (found.figures, found.undated, found.stale, found.oldest_days) == (52, 50, 1, 21)


def test_the_page_says_after_how_many_days_each_kind_is_stale() -> None:
    rows = re.findall(r"^\| ([a-z][^|]+) \| [^|]+ \| (\d+) days \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    said = {words: int(days) for names, days in rows for words in names.split(", ")}
    assert said == {kind.words: kind.most_days for kind in KINDS.values()}


def test_a_catalogue_differs_in_nothing_from_itself() -> None:
    assert differences(PACKAGED, Catalog()).is_empty


def test_types_zones_and_prices_that_differ(read: Read) -> None:
    day = "2026-11-30"
    newer = read(
        offerings=[f"me-south-1 p5.48xlarge mes1-az1 {day}"],
        read=[f"offerings me-south-1 {day}"],
        on_demand=[f"p5.48xlarge us-east-1 41.28 {day}", f"p5e.48xlarge us-east-2 60 {day}"],
    )
    found = differences(PACKAGED, newer)
    before = {each.instance_type: each.zone_ids for each in PACKAGED.offerings("me-south-1")}
    assert before
    assert "p5.48xlarge" not in before
    assert set(found.zones) == {
        ZoneChange("p5.48xlarge", "me-south-1", ("mes1-az1",), ()),
        *(ZoneChange(name, "me-south-1", (), tuple(sorted(zones))) for name, zones in before.items()),
    }
    cut, new = found.prices
    assert cut == PriceChange("on_demand", "p5.48xlarge", "us-east-1", 55.04, "2026-07-20", 41.28, day)
    assert cut.percent == pytest.approx(-25)
    assert new == PriceChange("on_demand", "p5e.48xlarge", "us-east-2", None, "", 60, day)
    assert new.percent is None
    assert (found.types_new, found.types_gone, found.is_empty) == ((), (), False)


def test_a_type_that_no_region_offers_any_more_is_gone(read: Read) -> None:
    regions = PACKAGED.regions()
    newer = read(
        offerings=[f"{region} g6.xlarge x1-az1 2026-11-30" for region in regions],
        read=[f"offerings {region} 2026-11-30" for region in regions],
    )
    gone = differences(PACKAGED, newer).types_gone
    assert "p5.48xlarge" in gone
    # All of AWS's list but the one; p6e-gb200.36xlarge is sold in a Local Zone, which AWS's list leaves out.
    assert (len(gone), {"g6.xlarge", "p6e-gb200.36xlarge"} & {*gone}) == (64, set())


def test_new_types_and_those_that_cannot_be_planned() -> None:
    rows = [*new("g6.new"), *new("g9.new")]
    rows[1]["lacks"] = "the GPU X1 is not in the catalogue"
    found = differences(PACKAGED, Catalog(parsed(text_of({"types": rows}), "")))
    assert found.types_new == ("g6.new",)
    assert found.types_left_out == (("g9.new", "the GPU X1 is not in the catalogue"),)
