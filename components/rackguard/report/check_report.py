"""All that judging a stack has to say, before it is rendered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING

from rackguard.record import record
from rackguard_policies.exception_checks import CHECKS
from rackguard_policies.framework import words_of
from rackguard_policies.outcome import Outcome
from rackguard_policies.rule import SEVERITIES

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard_policies.exception_checks import Check
    from rackguard_policies.exceptions import RuleException
    from rackguard_policies.framework import Framework
    from rackguard_policies.outcome import Judgement
    from rackguard_policies.rule import Rule, Severity

COUNTED = (Outcome.FINDING, Outcome.ERRORED)
"""Outcomes that make a stack fail; unproven ones do where it is asked for, and where a state is judged."""


@record
class CheckReport:
    """A stack, judged."""

    stack: str
    file: str
    source: str
    """`plan`, `preview` or `state`: what was judged."""
    as_of: str
    """The moment that it was judged, ISO 8601."""
    graph: Graph
    rules: tuple[Rule, ...]
    """The rules that were asked."""
    frameworks: tuple[Framework, ...]
    exceptions: tuple[RuleException, ...]
    judgements: tuple[Judgement, ...]
    unproven_counts: bool
    """True where an unproven property is as bad as a finding."""
    version: str
    """Of rackguard, whose rules these are."""
    lines: Mapping[str, int] = field(default_factory=dict[str, int])
    """Lines of `file`, a stack file, by the URN of what is declared there."""
    digest: str = ""
    """SHA-256 of `file`; empty where it was no plain file."""
    root: str = ""
    """The project's folder, from where the command runs: places in programs are told from there."""

    @property
    def failing(self) -> tuple[Judgement, ...]:
        """Findings, failed rules, and where they count the unproven; gravest first, then as they were judged."""
        found = [each for each in self.judgements if self.fails(each)]
        return tuple(sorted(found, key=lambda each: SEVERITIES.index(self.severity(each.rule))))

    def fails(self, judgement: Judgement) -> bool:
        """True where a judgement counts against the stack."""
        unproven = judgement.outcome is Outcome.UNPROVEN and self.unproven_counts
        return judgement.outcome in COUNTED or unproven

    def of(self, outcome: Outcome) -> tuple[Judgement, ...]:
        """The judgements that came out so."""
        return tuple(each for each in self.judgements if each.outcome is outcome)

    def about(self, rule: str) -> Rule | Check:
        """What says what a judgement is about: a rule, or a check of an exception."""
        return self._by_id[rule]

    @cached_property
    def _by_id(self) -> dict[str, Rule | Check]:
        return {each.id: each for each in (*CHECKS, *self.rules)}

    @cached_property
    def by_rule(self) -> dict[str, tuple[Judgement, ...]]:
        """The judgements of each rule that has some, in their order."""
        found: dict[str, list[Judgement]] = {}
        for each in self.judgements:
            found.setdefault(each.rule, []).append(each)
        return {rule: tuple(judgements) for rule, judgements in found.items()}

    @cached_property
    def _controls(self) -> dict[str, str]:
        return {}

    def controls(self, rule: str) -> str:
        """The controls that ask for a rule, in words; worked out once a rule."""
        if rule not in self._controls:
            self._controls[rule] = words_of(rule, self.frameworks)
        return self._controls[rule]

    def severity(self, rule: str) -> Severity:
        """How grave a finding of a rule is."""
        return self.about(rule).severity

    def reaches(self, severity: Severity) -> bool:
        """True where something as grave as `severity` counts against the stack."""
        grave = SEVERITIES[: SEVERITIES.index(severity) + 1]
        return any(self.severity(each.rule) in grave for each in self.failing)

    @property
    def counts(self) -> dict[Severity, int]:
        """How much counts against the stack, by severity, the gravest first."""
        found = Counter(self.severity(each.rule) for each in self.failing)
        return {severity: found[severity] for severity in SEVERITIES}
