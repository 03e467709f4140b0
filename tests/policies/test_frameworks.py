"""Frameworks: every rule that they name exists, every rule is in one, every control has rules or says why not."""

from __future__ import annotations

import csv
from importlib.resources import files

import pytest

from rackguard_policies.framework import BASES, Framework, known, load, words_of
from rackguard_policies.registry import by_id

ROWS = {
    row["id"]: row
    for row in csv.DictReader(
        files("rackguard_policies").joinpath("data/guardrails.csv").read_text(encoding="utf-8").splitlines()
    )
}
COLUMNS = {"hipaa": "hipaa", "iso27001": "iso27001"}


@pytest.fixture(params=known())
def framework(request: pytest.FixtureRequest) -> Framework:
    return load(request.param)


def test_these_are_the_frameworks() -> None:
    assert known() == ["cost", "hipaa", "iso27001"]
    with pytest.raises(KeyError):
        load("nist")


def test_every_rule_named_exists(framework: Framework) -> None:
    assert framework.rules - by_id().keys() == set()


def test_a_pair_stands_once(framework: Framework) -> None:
    for control in framework.controls:
        rules = [rule for rule, _ in control.rules]
        assert len(rules) == len(set(rules)), control.id
    assert len({control.id for control in framework.controls}) == len(framework.controls)


def test_a_control_has_rules_or_says_why_not(framework: Framework) -> None:
    for control in framework.controls:
        assert control.title
        assert bool(control.rules) != bool(control.reason), control.id
        assert {basis for _, basis in control.rules} <= BASES.keys()


def test_every_rule_is_in_a_framework() -> None:
    assert by_id().keys() - load("hipaa").rules - load("iso27001").rules - load("cost").rules == set()


@pytest.mark.parametrize("name", COLUMNS)
def test_a_rule_is_in_the_controls_that_its_guardrail_names(name: str) -> None:
    """The basis too: a code with a star is a judgement, any other is published."""
    framework = load(name)
    for rule in by_id():
        if rule not in ROWS:
            continue
        codes = [code.strip() for code in ROWS[rule][COLUMNS[name]].split(";") if code.strip()]
        found = {control.id: dict(control.rules)[rule] for control in framework.controls_of(rule)}
        assert found.keys() == {code.rstrip("*") for code in codes}, rule
        assert {code for code, basis in found.items() if basis == "judgement"} == {
            code.rstrip("*") for code in codes if code.endswith("*")
        }, rule


def test_hipaa_has_every_section_in_scope() -> None:
    """45 CFR 164, Subpart C, Appendix A: the standards and specifications of sections 308 to 316."""
    controls = {control.id: control.kind for control in load("hipaa").controls}
    assert controls["164.312(a)(2)(iv)"] == "addressable"  # encryption at rest
    assert controls["164.312(b)"] == "required"  # audit controls
    assert controls["164.312(a)(2)(i)"] == "required"  # unique user identification
    assert controls["164.308(a)(7)(ii)(A)"] == "required"  # data backup plan
    sections = {section: sum(each.startswith(section) for each in controls) for section in SECTIONS}
    assert sections == SECTIONS


SECTIONS = {"164.308": 30, "164.310": 12, "164.312": 12, "164.314": 3, "164.316": 5}


def test_iso_has_every_control_of_annex_a() -> None:
    """Annex A of the 2022 edition: 37 organisational, 8 people, 14 physical and 34 technological controls."""
    controls = [control.id for control in load("iso27001").controls]
    themes = {theme: sum(each.startswith(f"A.{theme}.") for each in controls) for theme in (5, 6, 7, 8)}
    assert themes == {5: 37, 6: 8, 7: 14, 8: 34}


def test_controls_in_words() -> None:
    frameworks = [load("hipaa"), load("iso27001")]
    assert words_of("kms-rotation", frameworks) == "HIPAA 164.312(a)(2)(iv); ISO27001 A.8.5, A.8.24"
    assert words_of("cost-budget", frameworks) == ""
