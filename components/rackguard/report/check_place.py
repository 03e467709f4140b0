"""Where a judgement is shown in a repository, and what tells it from others from one run to the next."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rackguard.report.check_report import CheckReport
    from rackguard_policies.outcome import Judgement


def place(judgement: Judgement, report: CheckReport) -> tuple[str, int]:
    """File and line: where the program declares the resource, else the file that was judged."""
    resource = report.graph.by_urn.get(judgement.urn)
    position = resource.position if resource else None
    return (position.file, max(1, position.line)) if position else (report.file, 1)


def fingerprint(judgement: Judgement) -> str:
    """The same for the same rule, resource and property, whatever else changes."""
    return sha256(f"{judgement.rule}\n{judgement.urn}\n{judgement.path}".encode()).hexdigest()
