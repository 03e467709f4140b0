"""What `rackguard recover` tells, whatever the format."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum

from rackguard.account.commands import Command
from rackguard.account.price import HourlyPrice
from rackguard.account.recovery import Fate, Orphan, Recovery
from rackguard.record import record

FATES: dict[Fate, str] = {
    "in flight": "In flight: AWS has made it, and the state does not know it",
    "missing": "Missing: never made, or gone; `pulumi up` makes it",
    "put again": "Settings: `pulumi up` puts them again, over themselves",
    "again": "Begun: `pulumi up` does it again",
    "not told": "Not told: look for it by hand, before `pulumi up` makes it again",
}
"""What a person is told of each fate, in the order in which it is told."""
ORPHANED = "Orphaned: AWS has it, and nothing of the stack needs it"


@record
class RecoveryReport:
    """An interrupted stack, what it costs meanwhile, and the way back."""

    stack: str
    account: str
    """Empty where the state has nothing, and no account was asked."""
    recovery: Recovery
    prices: Mapping[str, HourlyPrice]
    """By the id of what was found."""
    commands: tuple[Command, ...]
    import_file: str
    """Empty where there is nothing to import."""
    orphan_file: str

    @property
    def usd_per_hour(self) -> float:
        """What everything that was found costs, as far as it is known."""
        return fsum(price.usd for price in self.prices.values())

    @property
    def at_least(self) -> bool:
        """True where a part has no price, or depends on use."""
        return not all(price.whole for price in self.prices.values())


@record
class Row:
    """One resource in a person's words."""

    name: str
    type: str
    id: str
    price: str
    note: str = ""


def sections(report: RecoveryReport) -> list[tuple[str, list[Row]]]:
    """Headings and their rows; a heading without rows is left out."""
    found: list[tuple[str, list[Row]]] = []
    for fate, words in FATES.items():
        rows = [
            Row(
                outcome.operation.resource.name,
                outcome.operation.resource.type,
                outcome.found.id if outcome.found else "",
                price_of(report, outcome.found.id) if outcome.fate == "in flight" and outcome.found else "",
                (outcome.found.status or outcome.found.refused if outcome.found else "")
                or ("" if outcome.fate == "in flight" else outcome.operation.doing),
            )
            for outcome in report.recovery.of(fate)
        ]
        found.append((words, rows))
    found.append((ORPHANED, [_orphan(report, orphan) for orphan in report.recovery.orphans]))
    return [(words, rows) for words, rows in found if rows]


def _orphan(report: RecoveryReport, orphan: Orphan) -> Row:
    name = orphan.twin.name if orphan.twin else orphan.found.name
    note = "a second one" if orphan.twin else "" if orphan.may_go else "may hold data: look at it, delete it by hand"
    return Row(name or "-", orphan.found.type, orphan.found.id, price_of(report, orphan.found.id), note)


def price_of(report: RecoveryReport, id_: str) -> str:
    """`$0.045/h`; "by use" where nothing is certain."""
    price = report.prices[id_]
    if not price.whole and not price.usd:
        return "no price, or by use"
    return f"{_hourly(price.usd, at_least=not price.whole)}/h" if price.usd else "free"


def _hourly(amount: float, *, at_least: bool) -> str:
    """To a tenth of a cent: a gateway costs four and a half of them an hour."""
    return f"{'≥ ' if at_least else ''}${amount:,.3f}"


def notes(report: RecoveryReport) -> list[str]:
    """What a person should know before running the commands."""
    found: list[str] = []
    recovery = report.recovery
    if recovery.of("in flight") or recovery.orphans:
        cost = _hourly(report.usd_per_hour, at_least=report.at_least)
        found.append(f"What runs without the state's knowledge costs {cost} an hour.")
    if recovery.outcomes:
        found.append(
            "Make sure that no other pulumi works on the stack: `pulumi cancel` takes the lock from that one too."
        )
    if any(outcome.operation.doing == "deleting" for outcome in recovery.outcomes):
        found.append(
            "Something was being deleted: where that was `pulumi destroy`, run it in place of the last command."
        )
    if not recovery.tags:
        found.append("Orphans were not looked for: nothing in the stack has the tags of a cluster of rackguard.")
    return found
