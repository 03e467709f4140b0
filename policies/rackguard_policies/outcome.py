"""What came of judging a resource by a rule."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Outcome(StrEnum):
    """How a rule and a resource came out."""

    COMPLIANT = "compliant"
    FINDING = "finding"
    NOT_APPLICABLE = "not applicable"
    WAIVED = "waived"
    """A finding that an exception covers."""
    UNPROVEN = "unproven"
    """Not known yet, and proved by nothing else; never compliant."""
    ERRORED = "errored"
    """The rule itself failed: it counts as a finding."""


SILENT = (Outcome.COMPLIANT, Outcome.NOT_APPLICABLE)
"""With these there is nothing to tell."""


class Judgement(NamedTuple):
    """One rule on one resource; for a finding, on one of its properties. A tuple, as a stack has thousands of them."""

    rule: str
    urn: str
    """Of the resource whose property it is; of the stack for a rule of the whole stack."""
    outcome: Outcome
    path: str = ""
    wanted: str = ""
    seen: str = ""
    note: str = ""
    """Why a rule doesn't apply, failed or proves nothing; the reason of an exception."""

    @property
    def message(self) -> str:
        """What is wrong, in a line."""
        place = self.path or "it"
        return f"{place} must hold: {self.wanted}" + (f"; it is {self.seen}" if self.seen else "")
