"""Exceptions: what they cover, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN, Resource
from rackguard_policies.exceptions import RuleException, declared, made, waive
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.rule import Rule, Severity, Subject, Verdict

TODAY = date(2026, 12, 1)
REASON = "The vendor's image needs it; the subnet has no way out."
URN = "urn:pulumi:s::p::a$aws:kms/key:Key::llm-key"
FOUND = Judgement("kms-rotation", URN, Outcome.FINDING, "enableKeyRotation", "is true", "nothing")


def rule(name: str, severity: Severity = "high") -> Rule:
    def judge(_: Subject) -> Iterator[Verdict]:
        yield from ()

    return Rule(name, "t", severity, "w", "f", (), judge)


RULES = [rule("kms-rotation"), rule("tags", "low")]


def exception(**changes: Any) -> RuleException:
    given = {
        "rule": "kms-rotation",
        "resource": "llm-key",
        "reason": REASON,
        "owner": "ana",
        "until": date(2027, 3, 31),
    }
    return RuleException(**{**given, **changes})


def wrong(*exceptions: RuleException, judgements: tuple[Judgement, ...] = (FOUND,)) -> list[str]:
    return [each.rule for each in waive(judgements, exceptions, RULES, TODAY, ())[len(judgements) :]]


@pytest.mark.parametrize("resource", ["llm-key", URN, "llm-*", "*::llm-key", "llm-ke?"])
def test_a_finding_is_waived_with_its_reason_owner_and_day(resource: str) -> None:
    (waived,) = waive([FOUND], [exception(resource=resource)], RULES, TODAY, ())
    assert waived.outcome is Outcome.WAIVED
    assert waived.note == f"{REASON} (ana, until 2027-03-31)"
    assert (waived.rule, waived.urn, waived.path) == (FOUND.rule, FOUND.urn, FOUND.path)


@pytest.mark.parametrize(
    "changes", [{"rule": "tags"}, {"resource": "llm-keys"}, {"resource": "LLM-KEY"}, {"resource": "[l]lm-key"}]
)
def test_another_rule_or_resource_is_not_covered(changes: dict[str, str]) -> None:
    found, *_ = waive([FOUND], [exception(**changes)], RULES, TODAY, ())
    assert found == FOUND


def test_it_holds_on_its_last_day_and_not_after() -> None:
    assert waive([FOUND], [exception(until=TODAY)], RULES, TODAY, ())[0].outcome is Outcome.WAIVED
    found, expired = waive([FOUND], [exception(until=date(2026, 11, 30))], RULES, TODAY, ())
    assert found == FOUND
    assert (expired.rule, expired.outcome, expired.seen) == (
        "exception-expired",
        Outcome.FINDING,
        "over since 2026-11-30",
    )


@pytest.mark.parametrize(
    "reason",
    [
        "",
        " ",
        "TODO",
        "n/a",
        "tbd.",
        "temporary",
        "because",
        "short",
        "TODO: write a reason here",
        "TBD - check with the vendor first",
        "n/a n/a n/a n/a",
        "risk accepted",
        "no reason given",
        "xxxxxxxxxxxx",
        "aaaaaaaaaaaaaaa",
        "...............",
    ],
)
def test_a_reason_that_is_none_waives_nothing(reason: str) -> None:
    found, told = waive([FOUND], [exception(reason=reason)], RULES, TODAY, ())
    assert (found, told.rule) == (FOUND, "exception-without-reason")


@pytest.mark.parametrize(
    "reason", [REASON, "Risk accepted: the vendor is replaced in spring", "Testnetz ohne Patientendaten"]
)
def test_a_reason_may_hold_the_words_of_a_placeholder(reason: str) -> None:
    assert waive([FOUND], [exception(reason=reason)], RULES, TODAY, ())[0].outcome is Outcome.WAIVED


@pytest.mark.parametrize("owner", ["", " ", "tbd", "TODO: ask", "nobody", "n/a", "-"])
def test_an_owner_that_is_none_waives_nothing(owner: str) -> None:
    found, told = waive([FOUND], [exception(owner=owner)], RULES, TODAY, ())
    assert (found, told.rule) == (FOUND, "exception-without-owner")


@pytest.mark.parametrize("owner", ["ana", "ML", "ml-platform@example.com", "李"])
def test_an_owner_is_a_name(owner: str) -> None:
    assert waive([FOUND], [exception(owner=owner)], RULES, TODAY, ())[0].outcome is Outcome.WAIVED


def test_one_for_longer_than_a_year_covers_and_is_a_finding() -> None:
    waived, told = waive([FOUND], [exception(until=date(2027, 12, 3))], RULES, TODAY, ())
    assert (waived.outcome, told.rule) == (Outcome.WAIVED, "exception-too-long")
    assert (told.wanted, told.seen) == ("ends by 2027-12-02", "2027-12-03")
    assert wrong(exception(until=date(2027, 12, 2))) == []


def test_an_exception_that_covers_nothing_is_a_finding() -> None:
    assert wrong(exception(resource="gone")) == ["exception-unused"]
    compliant = Judgement("kms-rotation", URN, Outcome.COMPLIANT)
    assert wrong(exception(), judgements=(compliant,)) == ["exception-unused"]


def test_an_unknown_rule_is_a_finding() -> None:
    assert wrong(exception(rule="kms-rotatoin")) == ["exception-unknown-rule"]


@pytest.mark.parametrize("resource", ["*", "**", "*::*", "?*", "urn:pulumi:*", "*-*", "*a*", "???????", "l??????"])
def test_a_pattern_over_everything_is_a_finding_for_a_grave_rule(resource: str) -> None:
    found, told = waive([FOUND], [exception(resource=resource)], RULES, TODAY, ())
    assert (found, told.rule) == (FOUND, "exception-too-wide")
    light = Judgement("tags", URN, Outcome.FINDING)
    assert "exception-too-wide" not in wrong(exception(rule="tags", resource=resource), judgements=(light,))


@pytest.mark.parametrize(
    ("resource", "wide"),
    [("llm-*", True), ("*aws*", True), ("*:s::*", True), ("llm-???*", True), ("*a$aws*", False), ("*-key", False)],
)
def test_a_pattern_that_matches_all_that_a_stack_makes_is_over_everything(resource: str, wide: bool) -> None:
    everything = made(
        Graph(
            "s",
            "p",
            tuple(
                Resource(urn, type_, urn.rpartition("::")[2], None, None, custom=True, inputs={}, external=external)
                for urn, type_, external in (
                    (URN, "aws:kms/key:Key", False),
                    ("urn:pulumi:s::p::aws:s3/bucket:Bucket::llm-data", "aws:s3/bucket:Bucket", False),
                    ("urn:pulumi:s::p::pulumi:providers:gcp::cloud", "pulumi:providers:gcp", False),
                    ("urn:pulumi:s::p::gcp:storage/bucket:Bucket::theirs", "gcp:storage/bucket:Bucket", True),
                )
            ),
        )
    )
    found, *_ = waive([FOUND], [exception(resource=resource)], RULES, TODAY, everything)
    assert found.outcome is (Outcome.FINDING if wide else Outcome.WAIVED)


def test_of_one_resource_a_pattern_may_match_all() -> None:
    (waived,) = waive([FOUND], [exception(resource="llm-*")], RULES, TODAY, (URN,))
    assert waived.outcome is Outcome.WAIVED


def test_an_errored_rule_is_never_waived() -> None:
    errored = Judgement("kms-rotation", URN, Outcome.ERRORED)
    assert waive([errored], [exception()], RULES, TODAY, ())[0] == errored


def test_what_a_cluster_declares() -> None:
    inputs = {
        "exceptions": [
            {"rule": "r", "resource": "x", "reason": REASON, "owner": "ana", "until": "2027-03-31"},
            {"rule": 1},
            UNKNOWN,
        ]
    }
    urn = "urn:pulumi:s::p::rackguard-aws:index:GpuCluster::llm"
    cluster = Resource(urn, "rackguard-aws:index:GpuCluster", "llm", None, None, custom=False, inputs=inputs)
    assert declared(Graph("s", "p", (cluster,))) == [RuleException("r", "x", REASON, "ana", date(2027, 3, 31))]
