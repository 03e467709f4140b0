"""Branches of NVIDIA's data center driver, and how long each is supported."""

from __future__ import annotations

from rackguard.catalog.tables import table
from rackguard.catalog.types import Source
from rackguard.record import record

_FILE = "driver_branches.csv"


@record
class DriverBranch:
    """A branch: all drivers whose version begins with its number."""

    branch: str
    """`580` of 580.126.09."""
    kind: str
    """`long-term support`, `production`, `new feature`; empty where it is not known."""
    end_of_life: str | None
    """The last month of its support, `2028-06`; None where NVIDIA gives no date."""
    note: str
    source: Source


def driver_branch(driver: str) -> DriverBranch | None:
    """The branch of a driver's version; None where the data doesn't have it."""
    for row in table(_FILE, "branch").rows(driver.partition(".")[0]):
        source = Source(row["source"], row["as_of"])
        return DriverBranch(row["branch"], row["kind"], row["end_of_life"] or None, row["note"], source)
    return None


def driver_branches() -> tuple[str, ...]:
    """All branches, the oldest first."""
    return table(_FILE, "branch").keys
