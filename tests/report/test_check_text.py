"""Judgements for people: a terminal, a pull request, an auditor."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.report.check_reports import CLEAN, JUDGEMENTS, REPORT, of

from rackguard.report import check_evidence, check_markdown, check_table
from rackguard.report.layout import Style

STATE_PROVES = (
    "the state of the last deployment. It doesn't prove what was changed outside of Pulumi since its last refresh, nor"
    " what runs on the machines."
)
REPORT_IT = "Report it: the fault is the rule's. Until it is mended, an auditor has no answer here."

TABLE = f"""\
critical  data  s3-private  stacks/Pulumi.prod.yaml:22
  acl is "a|b <c>"; wanted: is private
  → Set block_public_acls=True.
    HIPAA 164.312(a)(1), 164.312(a)(2)(iv)
critical  data  s3-private  stacks/Pulumi.prod.yaml:22
  acl is a list; wanted: is not a list
  → Set block_public_acls=True.
    HIPAA 164.312(a)(1), 164.312(a)(2)(iv)
critical  llm-prod  s3-private  stacks/Pulumi.prod.yaml:5
  the rule failed (KeyError in the rule), so nothing is known
  → {REPORT_IT}
    HIPAA 164.312(a)(1), 164.312(a)(2)(iv)
high  exception-expired
  exception from s3-private for gone is over since 2026-11-30; wanted: holds today, 2026-12-01
  → Mend what it covered, or have its owner decide anew, with another day.
medium  old  kms-rotation  infra/infra/my keys.py:7
  enableKeyRotation is nothing; wanted: is true
  → Set enable_key_rotation=True.
    HIPAA 164.312(a)(2)(iv)

UNPROVEN: only known once it is deployed
  s3-private later acl: wanted: is private

WAIVED
  s3-private site acl: It is the public web site. (ana, until 2027-03-31)

NOT JUDGED HERE
  what the provider adds.

2 rules on 7 resources, 7 judgements: HIPAA
Judged: 3 critical, 1 high, 1 medium; 1 waived; 1 unproven.
"""

MARKDOWN = f"""\
## Rackguard check of `prod`

❌ **3 critical, 1 high, 1 medium; 1 waived; 1 unproven**

2 rules on 7 resources, 7 judgements: HIPAA

### Findings

| severity | rule | resource | what | what to do | controls |
| --- | --- | --- | --- | --- | --- |
| critical | s3-private | data | acl is "a\\|b &lt;c&gt;"; wanted: is private | Set block\\_public\\_acls=True. \
| HIPAA 164.312(a)(1), 164.312(a)(2)(iv) |
| critical | s3-private | data | acl is a list; wanted: is not a list | Set block\\_public\\_acls=True. \
| HIPAA 164.312(a)(1), 164.312(a)(2)(iv) |
| critical | s3-private | llm-prod | the rule failed (KeyError in the rule), so nothing is known | {REPORT_IT} \
| HIPAA 164.312(a)(1), 164.312(a)(2)(iv) |
| high | exception-expired |  | exception from s3-private for gone is over since 2026-11-30; wanted: holds today, \
2026-12-01 | Mend what it covered, or have its owner decide anew, with another day. |  |
| medium | kms-rotation | old | enableKeyRotation is nothing; wanted: is true | Set enable\\_key\\_rotation=True. \
| HIPAA 164.312(a)(2)(iv) |

<details><summary>Waived (1)</summary>

| rule | resource | property | why |
| --- | --- | --- | --- |
| s3-private | site | acl | It is the public web site. (ana, until 2027-03-31) |

</details>

<details><summary>Unproven until it is deployed (1)</summary>

| rule | resource | property | wanted |
| --- | --- | --- | --- |
| s3-private | later | acl | is private |

</details>

<details><summary>Not judged here</summary>

- what the provider adds

</details>
"""

DATA = "`s3-private` `urn:pulumi:prod::llm::aws:s3/bucket:Bucket::data`"
FINDINGS_OF_S3 = f"""\
- {DATA}: acl is "a\\|b &lt;c&gt;"; wanted: is private
- {DATA}: acl is a list; wanted: is not a list
- `s3-private` `urn:pulumi:prod::llm::pulumi:pulumi:Stack::llm-prod`: the rule failed (KeyError in the rule), so \
nothing is known
"""

EVIDENCE = f"""\
# Evidence: guardrails of prod

- Judged at: 2026-12-01T00:00:00Z
- Judged from: `stacks/Pulumi.prod.yaml`, the stack's program, run offline: what it declares. It doesn't prove what is \
deployed.
- SHA-256 of that file: {"ab" * 32}
- By: rackguard 0.1.0, 2 rules on 7 resources, 7 judgements: HIPAA
- Result: 3 critical, 1 high, 1 medium; 1 waived; 1 unproven

What this source can't tell:

- what the provider adds

## HIPAA

45 CFR 164; as of 2026.

| control | asks for | kind | outcome | judged |
| --- | --- | --- | --- | --- |
| 164.312(a)(1) | Let only authorised people in | standard | findings | 1 rule, 4 resources |
| 164.312(a)(2)(iv) | Encrypt | addressable | findings | 2 rules, 6 resources |
| 164.308(a)(2) | Name who answers for security | standard | not judged | – |

### 164.312(a)(1): Let only authorised people in

| rule | rests on | compliant | findings | waived | unproven | not applicable |
| --- | --- | --- | --- | --- | --- | --- |
| s3-private | several published mappings name the pair | 0 | 3 | 1 | 1 | 1 |

{FINDINGS_OF_S3}
### 164.312(a)(2)(iv): Encrypt

| rule | rests on | compliant | findings | waived | unproven | not applicable |
| --- | --- | --- | --- | --- | --- | --- |
| kms-rotation | one published mapping names the pair, or several that read the control otherwise than we do \
| 1 | 1 | 0 | 0 | 0 |
| s3-private | our own judgement | 0 | 3 | 1 | 1 | 1 |

- `kms-rotation` `urn:pulumi:prod::llm::aws:kms/key:Key::old`: enableKeyRotation is nothing; wanted: is true
{FINDINGS_OF_S3}
### 164.308(a)(2): Name who answers for security

It is about people.

## Exceptions

| rule | resource | reason | owner | until |
| --- | --- | --- | --- | --- |
| s3-private | site | It is the public web site. | ana | 2027-03-31 |
"""


def test_a_table() -> None:
    assert check_table.render(REPORT, Style()) == TABLE


def test_a_table_where_nothing_is_found() -> None:
    assert check_table.render(CLEAN, Style()) == "2 rules on 7 resources, 1 judgement: HIPAA\nJudged: no findings.\n"


def test_a_comment() -> None:
    assert check_markdown.render(REPORT) == MARKDOWN


def test_a_comment_where_nothing_is_found() -> None:
    assert check_markdown.render(CLEAN) == (
        "## Rackguard check of `prod`\n\n✅ **no findings**\n\n2 rules on 7 resources, 1 judgement: HIPAA\n"
    )


def test_evidence() -> None:
    assert check_evidence.render(REPORT) == EVIDENCE


def test_evidence_of_a_pipe_names_no_file_to_compare_with() -> None:
    assert "SHA-256" not in check_evidence.render(replace(REPORT, digest=""))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("plan", "the stack's program, run offline: what it declares. It doesn't prove what is deployed."),
        ("preview", "what `pulumi preview` printed: what a deployment would make. It doesn't prove what is deployed."),
        (
            "state",
            STATE_PROVES,
        ),
    ],
)
def test_evidence_says_what_it_was_made_from_and_what_that_does_not_prove(source: str, words: str) -> None:
    assert f"- Judged from: `stacks/Pulumi.prod.yaml`, {words}\n" in check_evidence.render(
        replace(REPORT, source=source)
    )


COMPLIANT, FINDING, _, _, WAIVED, NOT_APPLICABLE, UNPROVEN, ERRORED, _ = JUDGEMENTS


@pytest.mark.parametrize(
    ("judgements", "outcome"),
    [
        ((), "nothing to judge | –"),
        ((NOT_APPLICABLE,), "nothing to judge | –"),
        ((WAIVED, NOT_APPLICABLE), "holds, with waivers | 1 rule, 1 resource"),
        ((COMPLIANT,), "compliant | 1 rule, 1 resource"),
        ((COMPLIANT, WAIVED), "holds, with waivers | 2 rules, 2 resources"),
        ((COMPLIANT, WAIVED, UNPROVEN), "unproven | 2 rules, 3 resources"),
        ((COMPLIANT, FINDING), "findings | 1 rule, 2 resources"),
        ((COMPLIANT, ERRORED), "findings | 2 rules, 2 resources"),
    ],
)
def test_a_control_came_out_as_the_worst_of_its_judgements(judgements: tuple[object, ...], outcome: str) -> None:
    text = check_evidence.render(replace(REPORT, judgements=judgements))
    assert f"| 164.312(a)(2)(iv) | Encrypt | addressable | {outcome} |\n" in text


def test_what_is_unproven_counts_where_it_is_asked_for() -> None:
    report = of(UNPROVEN, unproven_counts=True)
    what = "acl can't be proven yet; wanted: is private"
    table = check_table.render(report, Style())
    assert table.startswith(f"critical  later  s3-private\n  {what}\n")
    assert table.endswith("Judged: 1 critical.\n")
    assert "UNPROVEN" not in table
    assert "❌ **1 critical**" in check_markdown.render(report)
    assert "<summary>Unproven" not in check_markdown.render(report)
    assert "| Encrypt | addressable | findings | 1 rule, 1 resource |" in check_evidence.render(report)


def test_why_it_cannot_be_proven_is_said_where_it_is_known() -> None:
    because = "as last read, it is open, which nothing declares"
    unproven = UNPROVEN._replace(note=because)
    what = f"acl can't be proven: {because}; wanted: is private"
    assert f"\n  {what}\n" in check_table.render(of(unproven, unproven_counts=True), Style(width=200))
    assert f": {what}\n" in check_evidence.render(of(unproven, unproven_counts=True))
    assert f"s3-private later acl: {because}\n" in check_table.render(of(unproven), Style(width=200))
    assert f"| s3-private | later | acl | {because} |" in check_markdown.render(of(unproven))
