"""What a check of an account says."""

from __future__ import annotations

from typing import Literal

from rackguard.record import record

Status = Literal["ok", "problem", "warning", "unknown"]
"""Unknown is what could not be asked or is not told: never a pass."""


@record
class Outcome:
    """One thing that was asked, and the account's answer."""

    check: str
    """Id of the check."""
    status: Status
    where: str
    """Pool or part that it is about: `pools.train`, `storage.scratch`; empty for the whole cluster."""
    message: str
    """What is so, with its figures; where it isn't as it should be, what is needed too."""
    hint: str = ""
    """What to do."""
    command: str = ""
    """What does it, ready to run; never run here."""
