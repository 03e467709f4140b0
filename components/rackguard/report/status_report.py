"""What `rackguard status` tells, whatever the format."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from rackguard.account.status.activity import Failure
from rackguard.account.status.spent import Part
from rackguard.account.status.status import PoolStatus
from rackguard.record import record
from rackguard.report.figures import count, usd

NOT_COUNTED = (
    "An estimate at the plan's prices, from when nodes started and ended. Not counted: volumes, file systems, network,"
    " logs, the login node, credits and taxes. AWS' bill is what counts."
)


@record
class StatusReport:
    """A stack and its pools, as the account has them."""

    stack: str
    cluster: str
    region: str
    account: str
    as_of: str
    since: str
    """When the month began, from which on costs are counted."""
    pools: tuple[PoolStatus, ...]

    @property
    def is_fine(self) -> bool:
        """True where every pool has the nodes that it wants, and no start fails."""
        return not any(pool.is_short or pool.is_failing for pool in self.pools)


def total(pools: Sequence[PoolStatus]) -> str:
    """`1,234.50`, `≥ 1,234.50`; "not known" where nothing is."""
    return usd(amount(pools), at_least=at_least(pools))


def amount(pools: Sequence[PoolStatus]) -> float:
    """USD so far, as far as they are known."""
    return fsum(part.usd or 0.0 for pool in pools for part in pool.spent.parts)


def at_least(pools: Sequence[PoolStatus]) -> bool:
    """True where something has no price, or isn't told."""
    return any(pool.spent.at_least or any(part.usd is None for part in pool.spent.parts) for pool in pools)


def verdict(pool: PoolStatus) -> str:
    """How a pool fares, in a few words."""
    if not pool.is_there:
        return "no group"
    short = f"short of {count(pool.wanted - pool.in_service, 'node')}" if pool.is_short else ""
    return ", ".join(filter(None, [short, "starts fail" if pool.is_failing else ""])) or "fine"


def summary(report: StatusReport) -> str:
    """`all 3 pools have what they want`, `1 of 3 pools short or failing`."""
    number = sum(pool.is_short or pool.is_failing for pool in report.pools)
    if number:
        return f"{number} of {count(len(report.pools), 'pool')} short or failing"
    return (
        "its pool has what it wants" if len(report.pools) == 1 else f"all {len(report.pools)} pools have what they want"
    )


def pool_rows(pools: Sequence[PoolStatus]) -> list[list[str]]:
    """The pools as a table with its heading."""
    heading = ["pool", "wanted", "launched", "in service", "node-hours", "USD so far", ""]
    return [heading, *([*_row(pool), verdict(pool)] for pool in pools)]


def _row(pool: PoolStatus) -> list[str]:
    hours = "not known" if pool.time is None else f"{pool.time.hours:,.1f}"
    others = ", ".join(f"{number} {words}" for words, number in pool.others)
    launched = f"{pool.launched} ({others})" if others else str(pool.launched)
    return [pool.name, str(pool.wanted), launched, str(pool.in_service), hours, total([pool])]


def failure_words(failure: Failure) -> str:
    """Why, how often, since when and where."""
    why = failure.cause.words if failure.cause else "a reason that isn't known here"
    zones = f", in {', '.join(failure.zones)}" if failure.zones else ""
    times = "once" if failure.times == 1 else f"{failure.times} times"
    solved = "" if failure.is_unsolved else "; a node has started since, or it was not tried again"
    return f"{why}: {times}, last at {failure.last:%Y-%m-%d %H:%M} UTC{zones}{solved}"


def part_cells(pool: PoolStatus, part: Part) -> list[str]:
    """Pool, what for, hours, price, cost, whose price it is."""
    price = "no price" if part.price.usd is None else usd(part.price.usd)
    cost = "not known" if part.usd is None else usd(part.usd)
    return [pool.name, part.what, f"{part.hours:,.1f}", price, cost, part.price.marker]


def notes(pool: PoolStatus) -> list[str]:
    """What else is to be said of a pool."""
    return [*pool.notes, *pool.spent.notes]
