"""What `rackguard preflight` tells, whatever the format."""

from __future__ import annotations

from collections import Counter

from rackguard.account.preflight.outcome import Outcome, Status
from rackguard.account.preflight.run import Answered
from rackguard.record import record
from rackguard.report.figures import count

NAMES: dict[Status, str] = {"problem": "problem", "unknown": "unknown", "warning": "warning", "ok": "ok"}
"""What a person calls a status, the gravest first."""
_PLURALS = {"unknown": "unknown", "ok": "ok"}


@record
class PreflightReport:
    """A stack, and what its account says to it."""

    stack: str
    cluster: str
    region: str
    account: str
    """As declared."""
    as_of: str
    answered: tuple[Answered, ...]
    file: str = ""
    pinned: tuple[tuple[str, str], ...] | None = None
    """Where an image's id was written into the file, and the id; None where that wasn't asked for."""
    not_pinned: str = ""
    """Why nothing was, where that was asked for; empty otherwise."""

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """All, in the order of the checks."""
        return tuple(outcome for each in self.answered for outcome in each.outcomes)

    @property
    def is_fine(self) -> bool:
        """False with a problem, and with what isn't known: that is never a pass."""
        return not any(outcome.status in ("problem", "unknown") for outcome in self.outcomes)

    @property
    def silent(self) -> tuple[str, ...]:
        """Ids of checks that had nothing to ask about."""
        return tuple(each.check.id for each in self.answered if not each.outcomes)


def summary(report: PreflightReport) -> str:
    """`2 problems, 1 unknown, 7 ok`."""
    found = Counter(outcome.status for outcome in report.outcomes)
    parts = (count(found[status], name, _PLURALS.get(name, "")) for status, name in NAMES.items() if found[status])
    return ", ".join(parts) or "nothing to ask"


def notes(report: PreflightReport) -> list[str]:
    """What stands below the checks."""
    found: list[str] = []
    if report.silent:
        found.append(f"Nothing to ask about: {', '.join(report.silent)}.")
    if any(outcome.command for outcome in report.outcomes):
        found.append("Commands are printed, and never run.")
    if report.pinned:
        written = ", ".join(f"{where}: {image_id}" for where, image_id in report.pinned)
        found.append(f"Written into {report.file}: {written}.")
    if report.not_pinned:
        found.append(f"No image was pinned: {report.not_pinned}.")
    elif report.pinned == ():
        found.append("Every image has its id already.")
    return found
