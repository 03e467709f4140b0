"""Regions in parallel, what becomes of what was read before, and a file that is replaced whole or not at all."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.catalog.conftest import rows

from rackguard.account.aws.questions import Questions
from rackguard.account.refresh import refresh
from rackguard.account.refresh.refresh import has_any, merged, read_all
from rackguard.account.refresh.region import Part
from rackguard.account.refresh.write import alone, check_writable, write
from rackguard.catalog.catalog import Catalog
from rackguard.catalog.overlay import Overlay, parsed, text_of
from rackguard.spec.problem import InvalidInput

NOW = datetime(2026, 11, 30, tzinfo=UTC)
DAY, BEFORE = "2026-11-30", "2026-11-01"


def part(region: str, **tables: list[str]) -> Part:
    return Part(region, DAY, {name: rows(name, *lines) for name, lines in tables.items()}, ())


def overlay(**tables: list[str]) -> Overlay:
    return parsed(text_of({name: rows(name, *lines) for name, lines in tables.items()}), "")


def cells(found: dict[str, list[dict[str, str]]], table: str) -> list[tuple[str, ...]]:
    return sorted(tuple(row.values()) for row in found[table])


def test_regions_that_were_not_read_keep_what_they_had_with_its_date() -> None:
    old = overlay(
        offerings=[f"us-east-1 g6.xlarge use1-az1 {BEFORE}", f"us-east-2 g6.xlarge use2-az1 {BEFORE}"],
        on_demand=[f"g6.xlarge us-east-1 0.8 {BEFORE}", f"g6.xlarge us-east-2 0.8 {BEFORE}"],
        read=[f"{table} us-east-{number} {BEFORE}" for table in ("offerings", "on_demand") for number in (1, 2)],
    )
    new = part(
        "us-east-1",
        offerings=[f"us-east-1 p5.48xlarge use1-az1 {DAY}"],
        on_demand=[f"g6.xlarge us-east-1 0.7 {DAY}"],
    )
    found = merged(old, [new])
    assert cells(found, "offerings") == [
        ("us-east-1", "p5.48xlarge", "use1-az1", DAY),
        ("us-east-2", "g6.xlarge", "use2-az1", BEFORE),
    ]
    assert cells(found, "on_demand") == [
        ("g6.xlarge", "us-east-1", "0.7", DAY),
        ("g6.xlarge", "us-east-2", "0.8", BEFORE),
    ]
    assert cells(found, "read") == [
        ("offerings", "us-east-1", DAY),
        ("offerings", "us-east-2", BEFORE),
        ("on_demand", "us-east-1", DAY),
        ("on_demand", "us-east-2", BEFORE),
    ]


def test_a_table_that_was_not_told_stays_as_it_was() -> None:
    old = overlay(
        offerings=[f"us-east-1 g6.xlarge use1-az1 {BEFORE}"],
        spot=[f"g6.xlarge us-east-1 use1-az1 0.3 {BEFORE}"],
        read=[f"offerings us-east-1 {BEFORE}", f"spot us-east-1 {BEFORE}"],
    )
    found = merged(old, [part("us-east-1", offerings=[])])
    assert cells(found, "offerings") == []
    assert cells(found, "spot") == [("g6.xlarge", "us-east-1", "use1-az1", "0.3", BEFORE)]
    assert cells(found, "read") == [("offerings", "us-east-1", DAY), ("spot", "us-east-1", BEFORE)]


def test_a_price_that_is_not_listed_any_more_keeps_its_older_figure() -> None:
    lines = [f"g6.xlarge us-east-1 use1-az{number} 0.3 {BEFORE}" for number in (1, 2)]
    new = part("us-east-1", spot=[f"g6.xlarge us-east-1 use1-az1 0.4 {DAY}"])
    assert cells(merged(overlay(spot=lines), [new]), "spot") == [
        ("g6.xlarge", "us-east-1", "use1-az1", "0.4", DAY),
        ("g6.xlarge", "us-east-1", "use1-az2", "0.3", BEFORE),
    ]


def test_a_type_that_all_regions_tell_of_is_one() -> None:
    row = rows("types", " ".join(["g9.new", *["-"] * 29, "why", DAY]))
    parts = [Part(region, DAY, {"types": row}, ()) for region in ("us-east-1", "us-east-2")]
    assert merged(None, parts)["types"] == row


def test_nothing_read_is_nothing_to_write() -> None:
    assert not has_any([Part("us-east-1", DAY, {}, ())])
    assert has_any([part("us-east-1", spot=[])])


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[str], None]], None]:
    """What a region does before it answers."""

    def make(before: Callable[[str], None]) -> None:
        def ec2(questions: Questions, *_: Any) -> Part:
            before(questions.region)
            return part(questions.region, offerings=[])

        def prices(questions: Questions, region: str, *_: Any) -> Part:
            assert questions.region == "us-east-1"
            return part(region, on_demand=[])

        monkeypatch.setattr(refresh, "read_ec2", ec2)
        monkeypatch.setattr(refresh, "read_price_list", prices)

    return make


REGIONS = ("us-east-1", "us-east-2", "us-west-2")


def test_regions_are_asked_at_the_same_time_and_told_in_their_order(answered: Any) -> None:
    together = threading.Barrier(3, timeout=30)
    answered(lambda _: together.wait())
    told: list[tuple[str, int, int]] = []
    parts = read_all(Questions("us-east-1"), REGIONS, Catalog(), NOW, lambda *given: told.append(given))
    assert [(each.region, *each.rows) for each in parts] == [
        (region, table) for region in REGIONS for table in ("offerings", "on_demand")
    ]
    assert sorted(what for what, _, _ in told) == [
        f"{region}, {service}" for region in REGIONS for service in ("EC2", "prices")
    ]
    assert [(done, of) for _, done, of in told] == [(number, 6) for number in range(1, 7)]


def test_an_interruption_waits_for_nobody(answered: Any) -> None:
    hangs, ended = threading.Event(), threading.Event()

    def asked(region: str) -> None:
        if region == "us-east-2":
            hangs.wait(20)
            ended.set()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    answered(asked)
    with pytest.raises(KeyboardInterrupt):
        read_all(Questions("us-east-1"), REGIONS, Catalog(), NOW, interrupted)
    was_awaited = ended.is_set()
    hangs.set()
    assert not was_awaited


CONTENT, OLD = b"new and longer than the old one", b"old"


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize(
    "point", ["pathlib.Path.open", "os.fsync", "pathlib.Path.replace"], ids=["open", "fsync", "replace"]
)
@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=["full", "stop"])
def test_whatever_ends_a_write_the_old_file_is_whole(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, there: bool, point: str, failure: BaseException
) -> None:
    file = tmp_path / "catalog.csv"
    if there:
        file.write_bytes(OLD)

    def fails(*_: object, **__: object) -> None:
        raise failure

    with monkeypatch.context() as patch:
        patch.setattr(point, fails)
        expected = KeyboardInterrupt if isinstance(failure, KeyboardInterrupt) else InvalidInput
        with pytest.raises(expected) as ended:
            write(file, CONTENT)
    if isinstance(ended.value, InvalidInput):
        (problem,) = ended.value.problems
        assert problem.message == (f"can't write '{file}': No space left on device; what was read before is as it was")
    assert [path.name for path in tmp_path.iterdir()] == (["catalog.csv"] if there else [])
    assert not there or file.read_bytes() == OLD
    write(file, CONTENT)
    assert file.read_bytes() == CONTENT


@pytest.mark.parametrize("call", ["fsync", "open"])
def test_a_process_that_is_killed_in_a_write_leaves_the_old_file_whole(tmp_path: Path, call: str) -> None:
    """Without a last word, so that nothing is cleaned up: with all of it written, and with the part just opened."""
    file = tmp_path / "catalog.csv"
    file.write_bytes(OLD)
    program = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from rackguard.account.refresh.write import write\n"
        "opened = Path.open\n"
        "def killed(*_, **__): os._exit(9)\n"
        "def opened_and_killed(*given): opened(*given).close(); os._exit(9)\n"
        f"{'os.fsync = killed' if call == 'fsync' else 'Path.open = opened_and_killed'}\n"
        "write(Path(sys.argv[1]), sys.argv[2].encode())\n"
    )
    done = subprocess.run([sys.executable, "-c", program, file, CONTENT], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (9, b"")
    assert file.read_bytes() == OLD
    assert len([*tmp_path.iterdir()]) == 2
    write(file, CONTENT)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("catalog.csv", CONTENT)]


def test_a_second_refresh_is_refused_while_the_first_is_at_work(tmp_path: Path) -> None:
    file = tmp_path / "made" / "catalog.csv"
    with alone(file):
        other = os.open(file.parent, os.O_RDONLY)
        with pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.close(other)
        with pytest.raises(InvalidInput, match="another `rackguard catalog refresh` is at work"), alone(file):
            pass
    with alone(file):
        assert [*file.parent.iterdir()] == []


def test_a_place_that_cannot_be_is_named_before_anything_is_asked(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InvalidInput, match="can't write"), alone(tmp_path / "file" / "catalog.csv"):
        pass
    (tmp_path / "catalog.csv").mkdir()
    with pytest.raises(InvalidInput, match="it is a folder"):
        check_writable(tmp_path / "catalog.csv")
