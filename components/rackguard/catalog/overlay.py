"""What has been read of AWS since the packaged facts were: one file in the user's data folder, which wins by date.

The file is text: a line with its version and checksum, then each table under its name, as CSV. It is read whole and
checked when the catalogue is loaded, and parsed as far as a table is asked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rackguard.catalog.tables import Row, Table
from rackguard.catalog.types import Source

VARIABLE = "RACKGUARD_DATA"
"""Names another folder than the user's own; with the word `none` only the packaged facts count."""
FILE = "catalog.csv"
_FIRST_WORDS = "rackguard catalogue 1"


class Listed(NamedTuple):
    """A table of the overlay: the column that it is grouped by, its columns, and who publishes it."""

    key: str
    columns: tuple[str, ...]
    unique: tuple[str, ...]
    """The columns that tell a row from every other."""
    publisher: str


_TYPE_COLUMNS = (
    "instance_type gpu_manufacturer gpu_name gpu_count gpu_partition_size gpu_mem_mib vcpus cores cpu_manufacturer "
    "architectures mem_mib network_performance network_baseline_gbps network_cards max_enis ipv4_per_eni efa_supported "
    "max_efa_interfaces efa_only_supported encryption_in_transit instance_store_disks ebs_max_MBps ebs_max_iops "
    "max_ebs_attachments ebs_attachment_limit_type usage_classes placement_strategies hypervisor bare_metal "
    "current_generation lacks as_of"
)
_RATE = ("instance_type", "region", "usd_h")

TABLES: dict[str, Listed] = {
    "types": Listed("instance_type", tuple(_TYPE_COLUMNS.split()), ("instance_type",), "AWS DescribeInstanceTypes"),
    "offerings": Listed(
        "region",
        ("region", "instance_type", "az_ids", "as_of"),
        ("region", "instance_type"),
        "AWS DescribeInstanceTypeOfferings",
    ),
    "on_demand": Listed("instance_type", (*_RATE, "as_of"), ("instance_type", "region"), "AWS Price List API"),
    "capacity_blocks": Listed(
        "instance_type",
        (*_RATE, "zone_id", "hours", "start", "as_of"),
        ("instance_type", "region"),
        "AWS DescribeCapacityBlockOfferings",
    ),
    "spot": Listed(
        "instance_type",
        ("instance_type", "region", "zone_id", "usd_h", "as_of"),
        ("instance_type", "region", "zone_id"),
        "AWS DescribeSpotPriceHistory",
    ),
    "read": Listed("table", ("table", "region", "as_of"), ("table", "region"), ""),
}
"""`lacks` says why a type can't be planned; empty where all is known. `read` holds when which region was read whole."""


class Overlay:
    """What was read, each row with its own date."""

    def __init__(self, lines: Mapping[str, list[str]]) -> None:
        self._lines = lines
        self._tables: dict[str, Table] = {}

    def table(self, name: str) -> Table:
        """One of `TABLES`, parsed only as far as asked."""
        if name not in self._tables:
            header = ",".join(TABLES[name].columns)
            self._tables[name] = Table([header, *self._lines.get(name, [])], TABLES[name].key)
        return self._tables[name]

    def read_on(self, table: str, region: str) -> str:
        """When a region was last read; empty where it never was."""
        return next((row["as_of"] for row in self.table("read").rows(table) if row["region"] == region), "")

    def dates(self, table: str) -> tuple[str, ...]:
        """When each of the regions of a table was last read, earliest first."""
        return tuple(sorted(row["as_of"] for row in self.table("read").rows(table)))


def source(table: str, row: Row) -> Source:
    """Where a row's figures come from."""
    return Source(TABLES[table].publisher, row["as_of"])


def is_newer(as_of: str, packaged: str) -> bool:
    """True where a day is not before a packaged date, which may be a month, a span of them, or no date at all."""
    last = packaged.rpartition(" ")[2]
    return not last[:1].isdigit() or as_of >= last


def place() -> str | None:
    """The overlay's file, there or not; None where only packaged facts count."""
    given = os.environ.get(VARIABLE, "")
    if given == "none":
        return None
    return os.path.join(given or _data_folder(), FILE)  # noqa: PTH118 (pathlib costs more than all of this)


def _data_folder() -> str:
    home = os.path.expanduser("~")  # noqa: PTH111 (as above)
    if sys.platform == "darwin":
        return f"{home}/Library/Application Support/rackguard"
    shared = os.environ.get("XDG_DATA_HOME", "")
    # A relative path counts as none given: XDG Base Directory Specification.
    return f"{shared if shared.startswith('/') else f'{home}/.local/share'}/rackguard"


def current() -> Overlay | None:
    """What was read last; None where nothing was, or where only packaged facts count.

    Raises:
        InvalidInput: the file can't be read, or isn't as it was written.
    """
    file = place()
    if file is None:
        return None
    try:
        with open(file, "rb") as stream:  # noqa: PTH123 (as above)
            content = stream.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        # A home that this user may not look into, as a container's often is, holds nothing of theirs.
        if isinstance(error, PermissionError) and not os.path.lexists(file):
            return None
        raise _unread(file, f"can't be read: {error.strerror}") from None
    return parsed(content, file)


def parsed(content: bytes, file: str) -> Overlay:
    """The overlay of a file's content; `file` stands for it in messages.

    Raises:
        InvalidInput: it isn't as `text_of` wrote it.
    """
    import zlib

    first, _, rest = content.partition(b"\n")
    words, _, sum_ = first.decode("ascii", "replace").rpartition(" ")
    if words != _FIRST_WORDS:
        other = words.startswith("rackguard catalogue ")
        raise _unread(file, "is of another version of rackguard" if other else "is no catalogue of rackguard")
    if sum_ != f"{zlib.crc32(rest):08x}":
        raise _unread(file, "is damaged, or was changed by hand: its checksum doesn't match")
    lines: dict[str, list[str]] = {}
    for part in rest.decode("utf-8").split("# ")[1:]:
        name, *rows = part.splitlines()
        lines[name] = rows
    return Overlay(lines)


def text_of(rows: Mapping[str, Iterable[Row]]) -> bytes:
    """The content of the file that holds these rows, each table in a stable order."""
    import csv
    import io
    import zlib

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for name, listed in TABLES.items():
        text.write(f"# {name}\n")
        ordered = sorted(rows.get(name, ()), key=lambda row: [row[column] for column in listed.unique])
        writer.writerows([_cell(row[column]) for column in listed.columns] for row in ordered)
    body = text.getvalue().encode("utf-8")
    return f"{_FIRST_WORDS} {zlib.crc32(body):08x}\n".encode("ascii") + body


def _cell(value: str) -> str:
    """In one line, without the sign that begins a table."""
    return " ".join(value.replace("#", " ").split())


def _unread(file: str, what: str) -> Exception:
    from rackguard.spec.problem import InvalidInput, Problem
    from rackguard.spec.values import echoed

    message = f"what was read of AWS's catalogue {what}: {echoed(file)}"
    hint = f"Read it again: `rackguard catalog refresh`; or delete the file; or set {VARIABLE}=none to leave it out."
    return InvalidInput([Problem("overlay-unread", "error", (), message, hint)])
