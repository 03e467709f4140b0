"""Exceptions: findings that somebody answers for until a day, and what is wrong with an exception itself."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta
from fnmatch import fnmatchcase
from typing import Any, cast

from rackguard.graph.graph import PROVIDER_PREFIX, Graph
from rackguard.record import record
from rackguard_policies.exception_checks import (
    EXPIRED,
    NO_OWNER,
    NO_REASON,
    TOO_LONG,
    TOO_WIDE,
    UNKNOWN_RULE,
    UNUSED,
    Check,
)
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.placeholder import is_placeholder, says_nothing
from rackguard_policies.rule import Rule, Severity

CLUSTERS = "rackguard-aws:index:GpuCluster"
WAIVABLE = (Outcome.FINDING, Outcome.UNPROVEN)
NAME_AFTER = 3
"""Double colons of a URN before its name."""
SHORTEST_NAME = 3
"""Letters of a pattern that are few enough to match anything."""
_STANDS_FOR_OTHERS = re.compile(r"[*?]")
LONGEST = timedelta(days=366)
"""From today to the last day."""


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


def made(graph: Graph) -> tuple[str, ...]:
    """The URNs of what a stack makes itself, but for providers: everything that a pattern could be meant for."""
    return tuple(
        each.urn
        for each in graph.resources
        if each.custom and not each.external and not each.type.startswith(PROVIDER_PREFIX)
    )


def waive(
    judgements: Iterable[Judgement],
    exceptions: Sequence[RuleException],
    rules: Collection[Rule],
    today: date,
    everything: Sequence[str],
) -> list[Judgement]:
    """The judgements, those that an exception covers as waived; after them what is wrong with the exceptions.

    An exception that is over, lacks a reason or an owner, or is too wide for its rule covers nothing. `everything` is
    what the stack makes: a pattern that matches all of it is too wide, whatever its letters.
    """
    severities: dict[str, Severity] = {rule.id: rule.severity for rule in rules}
    flaws = {each: list(_flaws(each, severities, everything)) for each in exceptions}
    holding = [each for each in exceptions if each.until >= today and not flaws[each]]
    used: set[RuleException] = set()
    judged: list[Judgement] = []
    for judgement in judgements:
        cover = next((each for each in holding if _covers(each, judgement)), None)
        if cover:
            used.add(cover)
            note = f"{cover.reason} ({cover.owner}, until {cover.until})"
            judgement = judgement._replace(outcome=Outcome.WAIVED, note=note)  # noqa: PLW2901
        judged.append(judgement)
    return [*judged, *(found for each in exceptions for found in _wrong(each, flaws[each], used, today))]


def _covers(exception: RuleException, judgement: Judgement) -> bool:
    if exception.rule != judgement.rule or judgement.outcome not in WAIVABLE:
        return False
    return _matches(exception.resource, judgement.urn)


def _matches(resource: str, urn: str) -> bool:
    name = urn.split("::", NAME_AFTER)[-1]
    return resource in (urn, name) or any(fnmatchcase(text, _as_pattern(resource)) for text in (urn, name))


def _as_pattern(resource: str) -> str:
    """Only `*` and `?` stand for others: brackets are letters of a name."""
    return resource.replace("[", "[[]")


def _flaws(exception: RuleException, severities: dict[str, Severity], everything: Sequence[str]) -> Iterator[Judgement]:
    """What takes an exception all effect, today or ever."""
    if exception.rule not in severities:
        yield _finding(UNKNOWN_RULE, exception, "names a rule that exists", f'"{exception.rule}"')
    elif severities[exception.rule] in ("critical", "high") and _is_wide(exception.resource, everything):
        yield _finding(TOO_WIDE, exception, "names its resource", f'"{exception.resource}"')
    if says_nothing(exception.reason):
        yield _finding(NO_REASON, exception, "says why, in a sentence", f'"{exception.reason}"')
    if is_placeholder(exception.owner):
        yield _finding(NO_OWNER, exception, "names who answers for it", f'"{exception.owner}"')


def _wrong(
    exception: RuleException, flaws: list[Judgement], used: Collection[RuleException], today: date
) -> Iterator[Judgement]:
    """Everything wrong with an exception, each a finding of its own."""
    yield from flaws
    if exception.until < today:
        yield _finding(EXPIRED, exception, f"holds today, {today}", f"over since {exception.until}")
    elif exception.until > today + LONGEST:
        yield _finding(TOO_LONG, exception, f"ends by {today + LONGEST}", str(exception.until))
    if not flaws and exception.until >= today and exception not in used:
        yield _finding(UNUSED, exception, "covers a finding", "covering none")


def _is_wide(resource: str, everything: Sequence[str]) -> bool:
    """True where hardly a letter of a resource's name is left beside the patterns, or where all resources match."""
    name = "*" if resource.startswith("urn:") and resource.count("::") < NAME_AFTER else resource.rpartition("::")[2]
    if _STANDS_FOR_OTHERS.search(name) and len(re.sub(r"\W", "", name)) < SHORTEST_NAME:
        return True
    pattern = _STANDS_FOR_OTHERS.search(resource) is not None and len(everything) > 1
    return pattern and all(_matches(resource, urn) for urn in everything)


def _finding(check: Check, exception: RuleException, wanted: str, seen: str) -> Judgement:
    place = f"exception from {exception.rule} for {exception.resource}"
    return Judgement(check.id, "", Outcome.FINDING, place, wanted, seen)
