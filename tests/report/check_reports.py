"""A report made by hand: every outcome, three sorts of places, and text that means something to each format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

from rackguard.graph.graph import STACK, Graph
from rackguard.graph.resource import Position, Resource
from rackguard.report.check_report import CheckReport
from rackguard_policies.exceptions import RuleException
from rackguard_policies.framework import Control, Framework
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.rule import Rule, Subject, Verdict

KEY, BUCKET = "aws:kms/key:Key", "aws:s3/bucket:Bucket"


def _judge(_: Subject) -> Iterator[Verdict]:
    yield from ()


ROTATION = Rule(
    "kms-rotation",
    "A key is replaced every year",
    "medium",
    "An old key protects more and more data.",
    "Set enable_key_rotation=True.",
    (KEY,),
    _judge,
    before='Key("k")\n',
    after='Key("k", enable_key_rotation=True)\n',
)
PRIVATE = Rule(
    "s3-private",
    "A bucket is <private> & stays so",
    "critical",
    "Anybody could read it.",
    "Set block_public_acls=True.",
    (BUCKET,),
    _judge,
)
HIPAA = Framework(
    "hipaa",
    "HIPAA",
    "45 CFR 164",
    "2026",
    (
        Control("164.312(a)(1)", "Let only authorised people in", "standard", (("s3-private", "published"),), ""),
        Control(
            "164.312(a)(2)(iv)",
            "Encrypt",
            "addressable",
            (("kms-rotation", "weak"), ("s3-private", "judgement")),
            "",
        ),
        Control("164.308(a)(2)", "Name who answers for security", "standard", (), "It is about people."),
    ),
)
EXCEPTION = RuleException("s3-private", "site", "It is the public web site.", "ana", date(2027, 3, 31))


def urn(type_: str, name: str) -> str:
    return f"urn:pulumi:prod::llm::{type_}::{name}"


def resource(type_: str, name: str, position: Position | None = None, **given: Any) -> Resource:
    options = {"parent": None, "provider": None, "custom": True, "inputs": {}} | given
    return Resource(urn(type_, name), type_, name, position=position, **options)


RESOURCES = (
    resource(STACK, "llm-prod", custom=False),
    resource(KEY, "main", Position("__main__.py", 12, 5)),
    resource(KEY, "old", Position("infra/my keys.py", 7)),
    resource(BUCKET, "data"),
    resource(BUCKET, "site"),
    resource(BUCKET, "logs"),
    resource(BUCKET, "later"),
)
JUDGEMENTS = (
    Judgement("kms-rotation", urn(KEY, "main"), Outcome.COMPLIANT),
    Judgement("kms-rotation", urn(KEY, "old"), Outcome.FINDING, "enableKeyRotation", "is true", "nothing"),
    Judgement("s3-private", urn(BUCKET, "data"), Outcome.FINDING, "acl", "is private", '"a|b <c>"'),
    Judgement("s3-private", urn(BUCKET, "data"), Outcome.FINDING, "acl", "is not a list", "a list"),
    Judgement(
        "s3-private",
        urn(BUCKET, "site"),
        Outcome.WAIVED,
        "acl",
        "is private",
        '"public-read"',
        "It is the public web site. (ana, until 2027-03-31)",
    ),
    Judgement("s3-private", urn(BUCKET, "logs"), Outcome.NOT_APPLICABLE, note="nobody reads it"),
    Judgement("s3-private", urn(BUCKET, "later"), Outcome.UNPROVEN, "acl", "is private"),
    Judgement("s3-private", urn(STACK, "llm-prod"), Outcome.ERRORED, note="KeyError in the rule"),
    Judgement(
        "exception-expired",
        "",
        Outcome.FINDING,
        "exception from s3-private for gone",
        "holds today, 2026-12-01",
        "over since 2026-11-30",
    ),
)
REPORT = CheckReport(
    stack="prod",
    file="stacks/Pulumi.prod.yaml",
    source="plan",
    as_of="2026-12-01T00:00:00Z",
    graph=Graph("prod", "llm", RESOURCES, lacks=("what the provider adds",)),
    rules=(ROTATION, PRIVATE),
    frameworks=(HIPAA,),
    exceptions=(EXCEPTION,),
    judgements=JUDGEMENTS,
    unproven_counts=False,
    version="0.1.0",
    lines={urn(BUCKET, "data"): 22, urn(STACK, "llm-prod"): 5},
    digest="ab" * 32,
    root="infra",
)
CLEAN = replace(REPORT, judgements=JUDGEMENTS[:1], exceptions=(), graph=Graph("prod", "llm", RESOURCES))
"""Nothing found; a source that lacks nothing."""


def of(*judgements: Judgement, **changes: Any) -> CheckReport:
    """The report with other judgements."""
    return replace(REPORT, judgements=judgements, **changes)
