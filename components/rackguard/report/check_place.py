"""Where a judgement is shown in a repository, and what tells it from others from one run to the next."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from posixpath import normpath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rackguard.report.check_report import CheckReport
    from rackguard_policies.outcome import Judgement

Place = tuple[str, int]
"""File and line."""


def place(judgement: Judgement, report: CheckReport) -> Place:
    """Where the resource is declared, else the first line of what was judged."""
    return declared(judgement.urn, report) or (report.file, 1)


def declared(urn: str, report: CheckReport) -> Place | None:
    """Where a person declared a resource; None where the source doesn't tell.

    That is the stack file's line for what a cluster's components make: nobody mends their code. Else it is the
    program's own line, or that of the nearest component around the resource that has one.
    """
    if urn in report.lines:
        return report.file, report.lines[urn]
    resource = report.graph.by_urn.get(urn)
    around = [resource, *report.graph.ancestors(resource)] if resource else []
    position = next((each.position for each in around if each.position), None)
    return (normpath(f"{report.root or '.'}/{position.file}"), max(1, position.line)) if position else None


def fingerprints(judgements: Iterable[Judgement]) -> list[str]:
    """One for each: the same for the same rule, resource and property, whatever else changes.

    Several judgements of one property are numbered, so that no two are taken for one.
    """
    seen = Counter[str]()
    found: list[str] = []
    for each in judgements:
        text = f"{each.rule}\n{each.urn}\n{each.path}"
        number = seen[text]
        seen[text] += 1
        found.append(sha256(f"{text}\n{number}".encode() if number else text.encode()).hexdigest())
    return found
