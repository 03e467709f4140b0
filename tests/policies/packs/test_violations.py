"""What a pack reports, and how grave."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from rackguard.catalog.catalog import load
from rackguard.graph.graph import Graph
from rackguard.graph.resource import Resource
from rackguard_policies.bridge.settings import Given, Settings
from rackguard_policies.bridge.violations import Violation, violations
from rackguard_policies.framework import Framework
from rackguard_policies.packs import Pack
from rackguard_policies.rule import Finding, NotApplicable, Rule, Subject, Unproven, Verdict

KEY = "aws:kms/key:Key"
CONTROLS = Framework("tests", "Tests", "nobody", "2026", ())
URN = f"urn:pulumi:s::p::{KEY}::k"
GRAPH = Graph("s", "p", (Resource(URN, KEY, "k", None, None, custom=True, inputs={"password": "hunter2"}),))


def judged(rule: Rule, level: Any = None) -> list[Violation]:
    settings = Settings({rule.id: Given(level)} if level else {})
    return violations(GRAPH, Pack("tests", (rule,), (CONTROLS,)), settings, load(), date(2026, 12, 1), dry_run=True)


def rule(judge: Any, **changes: Any) -> Rule:
    given: dict[str, Any] = {
        "id": "r",
        "title": "It holds",
        "severity": "low",
        "why": "w",
        "fix": "Mend it.",
        **changes,
    }
    return Rule(judge=judge, **{"types": (KEY,), **given})


def broken(subject: Subject) -> Iterator[Verdict]:
    yield Finding("a", "b")
    raise ValueError(subject.resource.inputs["password"])


@pytest.mark.parametrize("level", ["advisory", "mandatory", None])
def test_a_rule_that_fails_is_mandatory_whatever_its_level(level: Any) -> None:
    message = "[low] r: It holds\nThe rule failed (ValueError in the rule), so nothing is known."
    assert judged(rule(broken), level) == [Violation("r", "mandatory", "low", URN, "It holds", message)]


def test_a_rule_that_is_disabled_is_not_asked() -> None:
    assert judged(rule(broken), "disabled") == []


def test_what_holds_or_does_not_apply_is_not_told() -> None:
    def quiet(_: Subject) -> Iterator[Verdict]:
        yield NotApplicable("spare")

    assert judged(rule(quiet)) == []
    assert judged(rule(lambda _: iter(()))) == []


def test_a_finding_of_the_whole_stack_is_of_no_resource_where_the_engine_has_none() -> None:
    def found(_: Subject) -> Iterator[Verdict]:
        yield Finding("", "is there")

    message = "[low] r: It holds\nthe resource wanted: is there\nFix: Mend it."
    assert judged(rule(found, types=())) == [Violation("r", "mandatory", "low", "", "It holds", message)]


def test_why_it_cannot_be_proven_is_said_where_it_is_known() -> None:
    def unsure(_: Subject) -> Iterator[Verdict]:
        yield Unproven("a", "is b")
        yield Unproven("a", "is b", because="somebody else sets it")

    assert [each.message.split("\n")[1] for each in judged(rule(unsure))] == [
        "a can't be proven yet; wanted: is b",
        "a can't be proven: somebody else sets it; wanted: is b",
    ]
