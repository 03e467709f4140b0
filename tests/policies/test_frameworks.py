"""Frameworks: every rule that they name exists, every rule is in one, every control has rules or says why not."""

from __future__ import annotations

import csv
import re
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
    """45 CFR 164, Subpart C, as amended in 2013: the standards and specifications of sections 308 to 316."""
    controls = {control.id: control.kind for control in load("hipaa").controls}
    assert controls["164.312(a)(2)(iv)"] == "addressable"  # encryption at rest
    assert controls["164.312(b)"] == "required"  # audit controls
    assert controls["164.312(a)(2)(i)"] == "required"  # unique user identification
    assert controls["164.308(a)(7)(ii)(A)"] == "required"  # data backup plan
    assert {name for name, kind in controls.items() if kind == "addressable"} == ADDRESSABLE
    assert {name for name, kind in controls.items() if kind == "standard"} == STANDARDS
    sections = {section: sum(each.startswith(section) for each in controls) for section in SECTIONS}
    assert sections == SECTIONS


SECTIONS = {"164.308": 31, "164.310": 12, "164.312": 12, "164.314": 9, "164.316": 5}
ADDRESSABLE = {
    "164.308(a)(3)(ii)(A)",  # authorisation and supervision
    "164.308(a)(3)(ii)(B)",  # workforce clearance
    "164.308(a)(3)(ii)(C)",  # termination
    "164.308(a)(4)(ii)(B)",  # access authorisation
    "164.308(a)(4)(ii)(C)",  # access establishment and modification
    "164.308(a)(5)(ii)(A)",  # reminders
    "164.308(a)(5)(ii)(B)",  # malicious software
    "164.308(a)(5)(ii)(C)",  # log-in monitoring
    "164.308(a)(5)(ii)(D)",  # passwords
    "164.308(a)(7)(ii)(D)",  # testing and revision
    "164.308(a)(7)(ii)(E)",  # criticality of applications and data
    "164.310(a)(2)(i)",  # contingency operations
    "164.310(a)(2)(ii)",  # facility security plan
    "164.310(a)(2)(iii)",  # access control and validation
    "164.310(a)(2)(iv)",  # maintenance records
    "164.310(d)(2)(iii)",  # accountability
    "164.310(d)(2)(iv)",  # data backup and storage
    "164.312(a)(2)(iii)",  # automatic logoff
    "164.312(a)(2)(iv)",  # encryption and decryption
    "164.312(c)(2)",  # authenticating health information
    "164.312(e)(2)(i)",  # integrity controls
    "164.312(e)(2)(ii)",  # encryption in transit
}
"""The (A) marks of Appendix A to Subpart C."""
STANDARDS = {
    "164.308(a)(1)(i)",
    "164.308(a)(3)(i)",
    "164.308(a)(4)(i)",
    "164.308(a)(5)(i)",
    "164.308(a)(6)(i)",
    "164.308(a)(7)(i)",
    "164.308(b)(1)",
    "164.308(b)(2)",
    "164.310(a)(1)",
    "164.310(d)(1)",
    "164.312(a)(1)",
    "164.312(c)(1)",
    "164.312(e)(1)",
    "164.314(a)(1)",
    "164.314(b)(1)",
    "164.316(b)(1)",
}
"""Standards with specifications of their own; a standard without any is required as it stands."""
IN_TRANSIT = ("164.312(e)(1)", "164.312(e)(2)(i)", "164.312(e)(2)(ii)")
AT_REST = re.compile(r"^(ebs|ec2-(ebs|root)|lt-(ebs|root)|efs-(encrypted|cmk)|fsx-.*cmk|s3-sse|kms|lg-kms|trail-kms)")


def test_encryption_at_rest_is_no_judgement_of_ours_on_transit() -> None:
    """Published mappings name the pair; nothing about a disk says what crosses a network."""
    for control in load("hipaa").controls:
        if control.id in IN_TRANSIT:
            ours = {rule for rule, basis in control.rules if basis != "weak" and AT_REST.match(rule)}
            assert ours - {"ebs-snapshot-bpa", "ebs-snapshot-share"} == set(), control.id


def test_iso_has_every_control_of_annex_a() -> None:
    """Annex A of the 2022 edition: 37 organisational, 8 people, 14 physical and 34 technological controls."""
    controls = [control.id for control in load("iso27001").controls]
    themes = {theme: sum(each.startswith(f"A.{theme}.") for each in controls) for theme in (5, 6, 7, 8)}
    assert themes == {5: 37, 6: 8, 7: 14, 8: 34}


def test_controls_in_words() -> None:
    frameworks = [load("hipaa"), load("iso27001")]
    assert words_of("kms-rotation", frameworks) == "HIPAA 164.312(a)(2)(iv); ISO27001 A.8.5, A.8.24"
    assert words_of("cost-budget", frameworks) == ""
