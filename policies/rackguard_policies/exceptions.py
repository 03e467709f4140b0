"""Exceptions: findings that somebody answers for until a day, and what is wrong with an exception itself."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from fnmatch import fnmatchcase
from typing import Any, cast

from rackguard.graph.graph import Graph
from rackguard.record import record
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.rule import Rule, Severity

CLUSTERS = "rackguard-aws:index:GpuCluster"
WAIVABLE = (Outcome.FINDING, Outcome.UNPROVEN)
PLACEHOLDERS = re.compile(
    r"^\W*(todo|tbd|fixme|n/?a|none|test|temporary|temp|x+|later|because|reason|see above)?\W*$", re.IGNORECASE
)
NAME_AFTER = 3
"""Double colons of a URN before its name."""
SHORTEST_NAME = 3
"""Letters of a pattern that are few enough to match anything."""
SHORTEST_REASON = 10
"""Characters; less says nothing to an auditor."""


@record
class RuleException:
    """A rule that a resource isn't held to."""

    rule: str
    resource: str
    """URN or logical name, `*` and `?` standing for others."""
    reason: str
    owner: str
    until: date
    """The last day that it holds."""


@record
class Check:
    """What can be wrong with an exception."""

    id: str
    title: str
    severity: Severity
    why: str
    fix: str


EXPIRED = Check(
    "exception-expired",
    "An exception ends no later than it is needed",
    "high",
    "It no longer covers anything: what it covered is a finding again.",
    "Mend what it covered, or have its owner decide anew, with another day.",
)
UNUSED = Check(
    "exception-unused",
    "An exception covers something",
    "low",
    "What it covered is mended or gone; left in place it would cover what comes later, unseen.",
    "Take it out.",
)
TOO_WIDE = Check(
    "exception-too-wide",
    "An exception from a critical or high rule names its resource",
    "high",
    "A pattern over everything switches the rule off for resources that nobody has thought of.",
    "Name the resource, or so much of its name that nothing else can match.",
)
NO_REASON = Check(
    "exception-without-reason",
    "An exception says why",
    "medium",
    "An auditor can't tell a considered risk from a forgotten one.",
    "Say what stands against the rule here, and what is done instead.",
)
UNKNOWN_RULE = Check(
    "exception-unknown-rule",
    "An exception names a rule that exists",
    "medium",
    "It covers nothing, and whoever wrote it believes that it does.",
    "Write the rule's id as `rackguard list rules` has it.",
)
CHECKS = (EXPIRED, UNUSED, TOO_WIDE, NO_REASON, UNKNOWN_RULE)


def declared(graph: Graph) -> list[RuleException]:
    """Exceptions that the clusters of a graph declare; what isn't whole was refused before it became a cluster."""
    found: list[RuleException] = []
    for cluster in graph.of_type(CLUSTERS):
        values = cluster.inputs.get("exceptions")
        for value in cast("list[Any]", values) if isinstance(values, list) else []:
            found += _of(value)
    return found


def _of(value: Any) -> Iterator[RuleException]:
    try:
        given = cast("dict[str, str]", value)
        texts = [str(given[key]) for key in ("rule", "resource", "reason", "owner")]
        yield RuleException(*texts, until=date.fromisoformat(given["until"]))
    except (KeyError, TypeError, ValueError):
        return


def waive(
    judgements: Iterable[Judgement], exceptions: Sequence[RuleException], rules: Collection[Rule], today: date
) -> list[Judgement]:
    """The judgements, those that an exception covers as waived; after them what is wrong with the exceptions."""
    holding = [exception for exception in exceptions if exception.until >= today and _says_why(exception)]
    used: set[RuleException] = set()
    judged: list[Judgement] = []
    for judgement in judgements:
        cover = next((each for each in holding if _covers(each, judgement)), None)
        if cover:
            used.add(cover)
            note = f"{cover.reason} ({cover.owner}, until {cover.until})"
            judgement = replace(judgement, outcome=Outcome.WAIVED, note=note)  # noqa: PLW2901
        judged.append(judgement)
    severities: dict[str, Severity] = {rule.id: rule.severity for rule in rules}
    return [*judged, *(found for each in exceptions for found in _wrong(each, severities, used, today))]


def _covers(exception: RuleException, judgement: Judgement) -> bool:
    if exception.rule != judgement.rule or judgement.outcome not in WAIVABLE:
        return False
    name = judgement.urn.split("::", 3)[-1]
    return exception.resource in (judgement.urn, name) or any(
        fnmatchcase(text, _as_pattern(exception.resource)) for text in (judgement.urn, name)
    )


def _as_pattern(resource: str) -> str:
    """Only `*` and `?` stand for others: brackets are letters of a name."""
    return resource.replace("[", "[[]")


def _says_why(exception: RuleException) -> bool:
    reason = exception.reason.strip()
    return len(reason) >= SHORTEST_REASON and not PLACEHOLDERS.match(reason)


def _wrong(
    exception: RuleException, severities: dict[str, Severity], used: Collection[RuleException], today: date
) -> Iterator[Judgement]:
    """Everything wrong with an exception, each a finding of its own."""
    if exception.rule not in severities:
        yield _finding(UNKNOWN_RULE, exception, "names a rule that exists", f'"{exception.rule}"')
    elif _is_wide(exception.resource) and severities[exception.rule] in ("critical", "high"):
        yield _finding(TOO_WIDE, exception, "names its resource", f'"{exception.resource}"')
    if not _says_why(exception):
        yield _finding(NO_REASON, exception, "says why, in a sentence", f'"{exception.reason}"')
    elif exception.until < today:
        yield _finding(EXPIRED, exception, f"holds today, {today}", f"over since {exception.until}")
    elif exception.rule in severities and exception not in used:
        yield _finding(UNUSED, exception, "covers a finding", "covering none")


def _is_wide(resource: str) -> bool:
    """True where hardly a letter of a resource's name is left beside the patterns."""
    name = "*" if resource.startswith("urn:") and resource.count("::") < NAME_AFTER else resource.rpartition("::")[2]
    return "*" in name and len(re.sub(r"\W", "", name)) < SHORTEST_NAME


def _finding(check: Check, exception: RuleException, wanted: str, seen: str) -> Judgement:
    place = f"exception from {exception.rule} for {exception.resource}"
    return Judgement(check.id, "", Outcome.FINDING, place, wanted, seen)
