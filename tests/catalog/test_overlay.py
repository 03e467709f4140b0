"""What was read of AWS since: newer wins, each figure with its own date, and a damaged file is never used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.catalog.conftest import rows

from rackguard.catalog import overlay
from rackguard.catalog.catalog import Catalog
from rackguard.catalog.types import Price, PurchaseOption, Source
from rackguard.spec.problem import InvalidInput

if TYPE_CHECKING:
    from tests.catalog.conftest import Read

PACKAGED = Catalog()
DAY = "2026-11-30"
# g6.xlarge's row but for its name and two figures: 8 vCPUs, 30 Gigabit.
NEW = (
    "g6.new NVIDIA L4 1 1.0 22888 8 4 AMD x86_64 16384 - 2.5 1 4 15 True 1 True True 1x250 625.0 20000 28 "
    "dedicated on-demand|spot cluster|spread nitro False True - 2026-11-30"
)


def new(name: str = "g6.new") -> list[dict[str, str]]:
    (row,) = rows("types", NEW)
    return [{**row, "instance_type": name, "network_performance": "30 Gigabit"}]


def catalog(**tables: list[dict[str, str]]) -> Catalog:
    return Catalog(overlay.parsed(overlay.text_of(tables), "catalog.csv"))


def test_an_on_demand_price_that_is_newer_wins_with_its_source_and_date(read: Read) -> None:
    newer = read(on_demand=[f"p5.48xlarge us-east-1 50.25 {DAY}"])
    assert newer.on_demand_price("p5.48xlarge", "us-east-1") == Price(
        50.25, "hour", PurchaseOption.ON_DEMAND, Source("AWS Price List API", DAY)
    )
    packaged = PACKAGED.on_demand_price("p5.48xlarge", "us-west-2")
    assert packaged is not None
    assert newer.on_demand_price("p5.48xlarge", "us-west-2") == packaged


def test_a_packaged_price_that_is_newer_stays(read: Read) -> None:
    older = read(on_demand=["p5.48xlarge us-east-1 50.25 2026-07-19"])  # packaged: 55.04 of 2026-07-20
    assert older.on_demand_price("p5.48xlarge", "us-east-1") == PACKAGED.on_demand_price("p5.48xlarge", "us-east-1")
    same_day = read(on_demand=["p5.48xlarge us-east-1 50.25 2026-07-20"]).on_demand_price("p5.48xlarge", "us-east-1")
    assert same_day is not None
    assert same_day.amount_usd == 50.25


def test_a_price_where_none_was_known(read: Read) -> None:
    assert PACKAGED.on_demand_price("p5e.48xlarge", "us-east-2") is None
    price = read(on_demand=[f"p5e.48xlarge us-east-2 60.5 {DAY}"]).on_demand_price("p5e.48xlarge", "us-east-2")
    assert price is not None
    assert (price.amount_usd, price.estimate) == (60.5, False)


def test_an_estimate_keeps_the_date_of_what_it_was_made_from(read: Read) -> None:
    newer = read(on_demand=[f"g7e.12xlarge us-east-1 9.5 {DAY}"])
    assert newer.estimate("g7e.12xlarge", "ap-northeast-1") == PACKAGED.estimate("g7e.12xlarge", "ap-northeast-1")


def test_a_capacity_block_says_what_was_on_offer(read: Read) -> None:
    newer = read(capacity_blocks=[f"p5.48xlarge us-east-1 39.8 use1-az6 24 2026-12-02 {DAY}"])
    price = newer.capacity_block_price("p5.48xlarge", "us-east-1")
    assert price == Price(
        39.8,
        "hour",
        PurchaseOption.CAPACITY_BLOCK,
        Source("AWS DescribeCapacityBlockOfferings", DAY),
        note="the least of those on offer: 24 hours from 2026-12-02 in use1-az6",
    )


def test_spot_of_a_zone_and_of_a_region(read: Read) -> None:
    spot = [
        "p5.48xlarge us-east-1 use1-az6 16 2026-11-30",
        "p5.48xlarge us-east-1 use1-az5 20 2026-11-29",
        "p5.48xlarge us-east-1 use1-atl2-az1 5 2026-11-01",
    ]
    newer = read(spot=spot)

    def told(zone: str | None) -> Any:
        price = newer.spot_price("p5.48xlarge", "us-east-1", zone)
        return price and (price.amount_usd, price.source.as_of, price.note)

    assert told("use1-az6") == (16, "2026-11-30", "")
    assert told("use1-atl2-az1") == (5, "2026-11-01", "")
    assert told("use1-az1") == (55.04, "undated", "spot equals on-demand (no spare-capacity discount)")
    # Not in any list; the median is of the Availability Zones alone.
    assert told("use1-az9") == told(None) == (18, "2026-11-29", "median of the region's zones, 16 to 20")


def test_a_median_of_three_is_the_middle_one(read: Read) -> None:
    spot = [f"g6.xlarge us-east-1 use1-az{zone} {usd} {DAY}" for zone, usd in ((1, 0.5), (2, 0.2), (4, 0.3))]
    price = read(spot=spot).spot_price("g6.xlarge", "us-east-1")
    assert price is not None
    assert (price.amount_usd, price.note) == (0.3, "median of the region's zones, 0.2 to 0.5")


def test_a_region_that_was_read_is_offered_what_its_list_says_and_nothing_else(read: Read) -> None:
    newer = read(
        offerings=[f"us-west-2 p5.48xlarge usw2-az2|usw2-az9 {DAY}", f"us-west-2 p3.2xlarge usw2-az1 {DAY}"],
        read=[f"offerings us-west-2 {DAY}"],
    )
    (only,) = newer.offerings("us-west-2")
    assert (only.instance_type, only.zone_ids) == ("p5.48xlarge", ("usw2-az2", "usw2-az9"))
    assert only.source == Source("AWS DescribeInstanceTypeOfferings", DAY)
    assert newer.zone_ids("us-west-2") == ("usw2-az2", "usw2-az9")
    assert newer.offering("g6.xlarge", "us-west-2") is None
    assert newer.offerings("us-east-2") == PACKAGED.offerings("us-east-2")
    assert len(newer.offerings()) == len(PACKAGED.offerings()) - len(PACKAGED.offerings("us-west-2")) + 1
    assert newer.regions() == PACKAGED.regions()


def test_what_is_sold_in_a_local_zone_alone_stays(read: Read) -> None:
    newer = read(offerings=[f"us-east-1 p5.48xlarge use1-az1 {DAY}"], read=[f"offerings us-east-1 {DAY}"])
    assert [each.instance_type for each in newer.offerings("us-east-1")] == ["p5.48xlarge", "p6e-gb200.36xlarge"]


def test_a_list_that_is_older_than_the_packaged_one_is_not_used(read: Read) -> None:
    older = read(
        offerings=["us-west-2 p5.48xlarge usw2-az2 2026-09-30"], read=["offerings us-west-2 2026-09-30"]
    )  # packaged: 2026-10
    assert older.offerings("us-west-2") == PACKAGED.offerings("us-west-2")


def test_a_new_region_and_one_that_sells_nothing_any_more(read: Read) -> None:
    newer = read(
        offerings=[f"eu-moon-1 p5.48xlarge eum1-az1 {DAY}"],
        read=[f"offerings eu-moon-1 {DAY}", f"offerings af-south-1 {DAY}"],
    )
    assert set(newer.regions()) ^ set(PACKAGED.regions()) == {"eu-moon-1", "af-south-1"}
    assert newer.zone_ids("eu-moon-1") == ("eum1-az1",)


def test_a_new_type_of_which_all_is_known_may_be_planned() -> None:
    offered = rows("offerings", f"us-west-2 g6.new usw2-az1 {DAY}")
    newer = catalog(types=new(), offerings=offered, read=rows("read", f"offerings us-west-2 {DAY}"))
    kind = newer.instance_type("g6.new")
    assert (kind.gpu, kind.gpu_count, kind.vcpus, kind.network_gbps, kind.efa_supported) == ("L4", 1, 8, 30.0, True)
    assert [(card.index, card.max_interfaces) for card in kind.network_cards.cards] == [(0, 4)]
    assert kind.source == Source("AWS DescribeInstanceTypes", DAY)
    names = [each.name for each in newer.instance_types()]
    assert names[65] == "g6.new"
    assert [name for name in names if name != "g6.new"] == [each.name for each in PACKAGED.instance_types()]
    assert newer.offering("g6.new", "us-west-2") is not None


def test_a_new_type_of_which_something_is_not_known_is_told_and_offered_nowhere() -> None:
    from rackguard.catalog.instance_types import left_out

    offered = rows("offerings", f"us-west-2 g9.new usw2-az1 {DAY}")
    row = [{**new()[0], "instance_type": "g9.new", "lacks": "the GPU X1 is not in the catalogue"}]
    newer = catalog(types=row, offerings=offered, read=rows("read", f"offerings us-west-2 {DAY}"))
    assert newer.find_instance_type("g9.new") is None
    assert newer.offerings("us-west-2") == ()
    assert newer.overlay is not None
    assert left_out(newer.overlay) == {"g9.new": "the GPU X1 is not in the catalogue"}


def test_facts_of_a_known_type_are_renewed_and_judgements_stay() -> None:
    newer = catalog(types=[*new("g6.xlarge"), *new("p3.2xlarge"), *new("p6e-gb200.36xlarge")])
    assert newer.instance_type("g6.xlarge").vcpus == 8
    for name in ("p3.2xlarge", "p6e-gb200.36xlarge"):
        assert newer.instance_type(name) == PACKAGED.instance_type(name)
    assert len(newer.instance_types()) == len(PACKAGED.instance_types())


@pytest.mark.parametrize(
    ("day", "packaged", "newer"),
    [
        ("2026-11-30", "undated", True),
        ("2026-11-30", "2026-10", True),
        ("2026-10-01", "2026-10", True),
        ("2026-09-30", "2026-10", False),
        ("2026-07-20", "2026-07-20", True),
        ("2026-07-19", "2026-07-20", False),
        ("2026-06-30", "2026-01 to 2026-07", False),
        ("2026-07-01", "2026-01 to 2026-07", True),
    ],
)
def test_what_is_newer(day: str, packaged: str, newer: bool) -> None:
    assert overlay.is_newer(day, packaged) is newer


@pytest.mark.parametrize(
    ("environment", "platform", "place"),
    [
        ({"RACKGUARD_DATA": "none"}, "linux", None),
        ({"RACKGUARD_DATA": "/data"}, "linux", "/data/catalog.csv"),
        ({"XDG_DATA_HOME": "/shared"}, "linux", "/shared/rackguard/catalog.csv"),
        ({"XDG_DATA_HOME": "relative"}, "linux", "/home/ana/.local/share/rackguard/catalog.csv"),
        ({"RACKGUARD_DATA": ""}, "linux", "/home/ana/.local/share/rackguard/catalog.csv"),
        (
            {"XDG_DATA_HOME": "/shared"},
            "darwin",
            "/home/ana/Library/Application Support/rackguard/catalog.csv",
        ),
    ],
)
def test_where_it_is(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], platform: str, place: str | None
) -> None:
    for name in ("RACKGUARD_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/ana", **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert overlay.place() == place


def test_without_a_file_there_is_no_overlay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RACKGUARD_DATA", str(tmp_path / "nothing"))
    assert overlay.current() is None


CONTENT = overlay.text_of({"on_demand": rows("on_demand", f"p5.48xlarge us-east-1 50.25 {DAY}")})


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "is no catalogue of rackguard"),
        (b"\x00\xff\n", "is no catalogue of rackguard"),
        (CONTENT.replace(b"catalogue 1", b"catalogue 2"), "is of another version of rackguard"),
        (CONTENT.replace(b"50.25", b"5.025"), "is damaged, or was changed by hand: its checksum doesn't match"),
        (CONTENT[:-1], "is damaged"),
        (CONTENT[:40], "is damaged"),
    ],
)
def test_a_damaged_file_is_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes, told: str
) -> None:
    monkeypatch.setenv("RACKGUARD_DATA", str(tmp_path))
    (tmp_path / "catalog.csv").write_bytes(content)
    with pytest.raises(InvalidInput) as refused:
        overlay.current()
    (problem,) = refused.value.problems
    assert (problem.id, problem.level) == ("overlay-unread", "error")
    assert told in problem.message
    assert repr(str(tmp_path / "catalog.csv")) in problem.message
    assert "`rackguard catalog refresh`; or delete the file; or set RACKGUARD_DATA=none" in problem.hint


def test_a_folder_in_the_files_place_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RACKGUARD_DATA", str(tmp_path))
    (tmp_path / "catalog.csv").mkdir()
    with pytest.raises(InvalidInput, match="can't be read: Is a directory"):
        overlay.current()


def test_a_home_that_may_not_be_looked_into_holds_nothing_and_a_file_that_may_not_be_read_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setenv("RACKGUARD_DATA", str(tmp_path))
    monkeypatch.setattr("builtins.open", denied)
    assert overlay.current() is None
    os.close(os.open(tmp_path / "catalog.csv", os.O_CREAT))
    with pytest.raises(InvalidInput, match="can't be read: Permission denied"):
        overlay.current()


def test_what_aws_names_may_hold_any_sign() -> None:
    row = [{**new("g9.odd")[0], "gpu_name": "X1, # spot\nB", "lacks": 'the GPU "X1" is not known'}]
    (back,) = overlay.parsed(overlay.text_of({"types": row}), "").table("types").all_rows()
    assert (back["gpu_name"], back["lacks"]) == ("X1, spot B", 'the GPU "X1" is not known')


def test_the_file_is_the_same_whatever_the_order() -> None:
    lines = [f"p5.48xlarge us-east-1 50.25 {DAY}", f"g6.xlarge us-east-1 0.8 {DAY}", f"g6.xlarge eu-west-1 0.9 {DAY}"]
    assert overlay.text_of({"on_demand": rows("on_demand", *lines)}) == overlay.text_of(
        {"on_demand": rows("on_demand", *reversed(lines))}
    )


def test_the_catalogue_of_a_process_has_it_and_imports_little_for_it(tmp_path: Path) -> None:
    (tmp_path / "catalog.csv").write_bytes(CONTENT)
    program = (
        "import sys\n"
        "from rackguard.catalog.catalog import load\n"
        "print(load().on_demand_price('p5.48xlarge', 'us-east-1').amount_usd)\n"
        "print(sorted({'boto3', 'pulumi', 'pydantic'} & {*sys.modules}))\n"
    )
    for given, told in ((str(tmp_path), "50.25"), ("none", "55.04")):
        environment = {**os.environ, "RACKGUARD_DATA": given}
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
        )
        assert done.stdout.splitlines() == [told, "[]"]
