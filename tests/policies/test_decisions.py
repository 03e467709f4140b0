"""Each guardrail of AWS and of stacks is decided once, and the rules that there are follow the decisions."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

import rackguard_policies
from rackguard_policies.registry import all_rules, by_id
from rackguard_policies.rule import SEVERITIES

FOLDER = Path(rackguard_policies.__file__).parent


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


GUARDRAILS = table(FOLDER / "data" / "guardrails.csv")
DECISIONS = table(FOLDER / "decisions.csv")
DECIDED = {row["id_hint"]: row for row in DECISIONS}
ASKED = [row["id"] for row in GUARDRAILS if row["cloud"] in ("aws", "any") or row["type"] == "(stack)"]
BY_KIND = {
    kind: [row["id_hint"] for row in DECISIONS if row["decision"] == kind] for kind in ("build", "change", "drop")
}
COST = {"cost-budget", "cost-idle-reservation", "cost-spot-share", "cost-types-allowed", "cost-unpriced-share"}


def test_all_guardrails_are_there() -> None:
    assert Counter(row["cloud"] for row in GUARDRAILS) == {"aws": 238, "gcp": 146, "any": 9}
    assert len(ASKED) == 254
    assert {row["severity"] for row in GUARDRAILS} == set(SEVERITIES)


def test_each_guardrail_is_decided_once() -> None:
    assert [name for name, count in Counter(row["id_hint"] for row in DECISIONS).items() if count > 1] == []
    assert sorted(set(ASKED) - set(DECIDED)) == []
    assert sorted(set(DECIDED) - set(ASKED)) == []


def test_decisions_are_of_three_kinds_and_sorted() -> None:
    assert {row["decision"] for row in DECISIONS} == {"build", "change", "drop"}
    assert [row["id_hint"] for row in DECISIONS] == sorted(DECIDED)


@pytest.mark.parametrize("name", [*BY_KIND["build"], *BY_KIND["change"]])
def test_what_is_built_has_a_rule(name: str) -> None:
    assert name in by_id()


@pytest.mark.parametrize("name", BY_KIND["drop"])
def test_what_is_dropped_has_a_reason_and_no_rule(name: str) -> None:
    assert name not in by_id()
    assert len(DECIDED[name]["why"]) >= 20
    assert DECIDED[name]["how"] == ""


@pytest.mark.parametrize("name", BY_KIND["change"])
def test_what_is_changed_says_how_and_why(name: str) -> None:
    assert len(DECIDED[name]["how"]) >= 10
    assert len(DECIDED[name]["why"]) >= 10


def test_there_are_no_rules_but_the_decided_ones_and_those_of_cost() -> None:
    built = {*BY_KIND["build"], *BY_KIND["change"]}
    assert {rule.id for rule in all_rules()} - built == COST
    assert len(all_rules()) == len(by_id())
