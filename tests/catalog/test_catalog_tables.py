"""How the packaged files are read."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections import Counter

import pytest

from rackguard.catalog.tables import DATA, Table, flag, number, table, whole

FILES = sorted(path.name for path in DATA.glob("*.csv"))


def test_empty_cells_are_none_and_never_zero() -> None:
    assert number("") is None
    assert whole("") is None
    assert number("0.0") == 0
    assert whole("8") == 8
    assert (flag("True"), flag("False"), flag("")) == (True, False, False)


def test_rows_are_grouped_by_the_key_column() -> None:
    lines = ["kind,name,note", 'a,x,"one, two"', "b,y,", "a,z,three"]
    read = Table(lines, "kind")
    assert read.keys == ("a", "b")
    assert read.rows("a") == (
        {"kind": "a", "name": "x", "note": "one, two"},
        {"kind": "a", "name": "z", "note": "three"},
    )
    assert read.rows("c") == ()
    assert [row["name"] for row in read.all_rows()] == ["x", "z", "y"]
    assert Table(lines, "name").rows("y") == ({"kind": "b", "name": "y", "note": ""},)


def test_only_the_group_asked_for_is_parsed() -> None:
    read = Table(["kind,name", "a,x", "b,y,one too many"], "kind")
    assert read.rows("a") == ({"kind": "a", "name": "x"},)
    with pytest.raises(ValueError, match="longer"):
        read.rows("b")


def test_a_file_is_read_once() -> None:
    assert table("gpus.csv", "gpu") is table("gpus.csv", "gpu")


@pytest.mark.parametrize("file", FILES)
def test_a_packaged_file_is_what_the_reader_expects(file: str) -> None:
    text = (DATA / file).read_text(encoding="utf-8")
    header, *rows = csv.reader(text.splitlines())
    assert "\r" not in text
    # No cell holds a line break, so that a file may be split into lines before it is parsed.
    assert len(rows) + 1 == text.count("\n")
    assert {len(row) for row in rows} == {len(header)}


@pytest.mark.parametrize("file", FILES)
def test_a_packaged_file_is_described(file: str) -> None:
    assert file in (DATA / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "columns"),
    [
        ("aws_gpu_types.csv", ("instance_type",)),
        ("aws_gpu_types_legacy.csv", ("instance_type",)),
        ("aws_gpu_offerings.csv", ("region", "instance_type")),
        ("aws_prices.csv", ("instance_type", "region")),
        ("aws_price_estimates.csv", ("instance_type", "region")),
        ("aws_spot_az.csv", ("instance_type", "region", "az_id")),
        ("aws_spot_advisor.csv", ("instance_type", "region")),
        ("aws_services.csv", ("service", "item", "region")),
        ("carbon.csv", ("cloud", "region")),
        ("embodied_aws.csv", ("instance_type",)),
        ("gcp_prices.csv", ("machine_type", "region")),
        ("gpus.csv", ("gpu",)),
        ("gpu_drivers.csv", ("gpu",)),
        ("cpu_types.csv", ("instance_type",)),
        ("dlami_parameters.csv", ("os", "architecture")),
    ],
)
def test_keys_are_unique(file: str, columns: tuple[str, ...]) -> None:
    with (DATA / file).open(encoding="utf-8", newline="") as stream:
        keys = Counter(tuple(row[column] for column in columns) for row in csv.DictReader(stream))
    assert [key for key, count in keys.items() if count > 1] == []


def test_importing_the_catalogue_reads_no_file() -> None:
    program = (
        "import sys; opened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None)\n"
        "from rackguard.catalog.catalog import load; load()\n"
        "print([name for name in opened if name.endswith('.csv')])\n"
        "load().instance_type('p5.48xlarge')\n"
        "print([name.rpartition('/')[2] for name in opened if name.endswith('.csv')])\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["[]", "['aws_gpu_types.csv']"]
