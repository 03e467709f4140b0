"""What a pack reports of a stack: judgements as the engine takes them, each with its level and words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import TYPE_CHECKING

from rackguard.record import record
from rackguard_policies import exceptions, registry
from rackguard_policies.bridge.settings import Level, Settings
from rackguard_policies.exception_checks import CHECKS
from rackguard_policies.framework import words_of
from rackguard_policies.judge import judge
from rackguard_policies.outcome import SILENT, Judgement, Outcome

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.graph.graph import Graph
    from rackguard_policies.cost_facts import CostFacts
    from rackguard_policies.exception_checks import Check
    from rackguard_policies.packs import Pack
    from rackguard_policies.rule import Rule, Severity

    Pricing = Callable[[Graph, Catalog], CostFacts]


@record
class Violation:
    """One line of what the engine shows."""

    policy: str
    """The rule's id, or that of a check of exceptions."""
    level: Level
    severity: Severity
    urn: str
    """Empty for what is of no resource that the engine knows."""
    description: str
    message: str


def violations(
    graph: Graph,
    pack: Pack,
    settings: Settings,
    catalog: Catalog,
    today: date,
    pricing: Pricing | None = None,
    *,
    dry_run: bool,
) -> list[Violation]:
    """Everything that the pack's rules say of a stack and that somebody must read.

    What can't be proven is advice in a preview (`dry_run`), and as grave as a finding once everything is there. A rule
    that failed is mandatory whatever its level, since nothing is known then. What is waived is shown as advice.
    """
    rules = [rule for rule in pack.rules if settings.level(rule.id) != "disabled"]
    parameters = {rule.id: settings.parameters(rule.id) for rule in rules}
    unasked = registry.by_id().keys() - {rule.id for rule in rules}
    declared = [each for each in exceptions.declared(graph) if each.rule not in unasked]
    judged = judge(graph, rules, catalog, parameters, pricing(graph, catalog) if pricing else None)
    found = exceptions.waive(judged, declared, rules, today, exceptions.made(graph))
    about: dict[str, Rule | Check] = {each.id: each for each in (*CHECKS, *rules)}
    return list(_shown(found, about, pack, settings, graph, dry_run=dry_run))


def _shown(
    found: list[Judgement],
    about: dict[str, Rule | Check],
    pack: Pack,
    settings: Settings,
    graph: Graph,
    *,
    dry_run: bool,
) -> Iterator[Violation]:
    for judgement in found:
        level = _level(judgement, settings.level(judgement.rule), dry_run=dry_run)
        if judgement.outcome not in SILENT and level != "disabled":
            subject = about[judgement.rule]
            urn = judgement.urn if judgement.urn in graph.by_urn else ""
            message = message_of(judgement, subject, pack)
            yield Violation(subject.id, level, subject.severity, urn, subject.title, message)


def _level(judgement: Judgement, level: Level, *, dry_run: bool) -> Level:
    if judgement.outcome is Outcome.ERRORED:
        return "mandatory"
    advice = judgement.outcome is Outcome.WAIVED or (judgement.outcome is Outcome.UNPROVEN and dry_run)
    return "advisory" if advice and level == "mandatory" else level


def message_of(judgement: Judgement, about: Rule | Check, pack: Pack) -> str:
    """A judgement in a few lines: the rule and how grave it is, what is wrong, the controls, what to do."""
    lines = [f"[{about.severity}] {about.id}: {about.title}", _what(judgement)]
    if controls := words_of(about.id, pack.frameworks):
        lines.append(f"Controls: {controls}")
    if judgement.outcome in (Outcome.FINDING, Outcome.UNPROVEN):
        lines.append(f"Fix: {about.fix}")
    return "\n".join(lines)


def _what(judgement: Judgement) -> str:
    place = judgement.path or "the resource"
    match judgement.outcome:
        case Outcome.ERRORED:
            return f"The rule failed ({judgement.note}), so nothing is known."
        case Outcome.WAIVED:
            return f"Waived: {judgement.note}. Without the exception: {place} must hold: {judgement.wanted}"
        case Outcome.UNPROVEN:
            why = f"can't be proven: {judgement.note}" if judgement.note else "can't be proven yet"
            return f"{place} {why}; wanted: {judgement.wanted}"
        case _:
            seen = f"is {judgement.seen}; " if judgement.seen else ""
            return f"{place} {seen}wanted: {judgement.wanted}"
