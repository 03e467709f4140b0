"""Where a judgement is shown, and what tells it from others."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from tests.report.check_reports import BUCKET, KEY, REPORT, of, resource, urn

from rackguard.graph.graph import Graph
from rackguard.graph.resource import Position
from rackguard.report.check_place import declared, fingerprints, place
from rackguard_policies.outcome import Judgement, Outcome


def finding(name: str, path: str = "acl", rule: str = "r") -> Judgement:
    return Judgement(rule, urn(BUCKET, name), Outcome.FINDING, path)


def test_the_line_of_the_stack_file_before_the_programs_own() -> None:
    both = replace(REPORT, lines={urn(KEY, "main"): 31})
    assert declared(urn(KEY, "main"), both) == ("stacks/Pulumi.prod.yaml", 31)
    assert declared(urn(KEY, "main"), REPORT) == ("infra/__main__.py", 12)


def test_a_program_is_told_from_the_working_directory() -> None:
    here = resource(KEY, "k", Position("__main__.py", 3))
    graph = Graph("prod", "llm", (here,))
    for root, file in (("", "__main__.py"), (".", "__main__.py"), ("a/b", "a/b/__main__.py"), ("..", "../__main__.py")):
        assert declared(here.urn, of(graph=graph, root=root)) == (file, 3)


def test_without_a_line_of_its_own_that_of_the_component_around() -> None:
    around = resource("my:index:Store", "store", Position("__main__.py", 8), custom=False)
    inside = resource(BUCKET, "b", parent=around.urn)
    report = of(graph=Graph("prod", "llm", (around, inside)), root="", lines={})
    assert declared(inside.urn, report) == ("__main__.py", 8)


def test_what_has_no_place_is_shown_at_the_start_of_what_was_judged() -> None:
    assert declared(urn(BUCKET, "logs"), REPORT) is None
    assert place(finding("logs"), REPORT) == ("stacks/Pulumi.prod.yaml", 1)
    assert place(Judgement("exception-unused", "", Outcome.FINDING), REPORT) == ("stacks/Pulumi.prod.yaml", 1)


def test_a_line_that_is_not_told_is_the_first() -> None:
    here = resource(KEY, "k", Position("__main__.py", 0))
    assert declared(here.urn, of(graph=Graph("prod", "llm", (here,)), root="")) == ("__main__.py", 1)


def test_a_fingerprint_is_that_of_rule_resource_and_property() -> None:
    plain = sha256(b"r\nurn:pulumi:prod::llm::aws:s3/bucket:Bucket::a\nacl").hexdigest()
    assert fingerprints([finding("a")]) == [plain]
    told_otherwise = finding("a")._replace(seen="x", wanted="y", note="z", outcome=Outcome.WAIVED)
    assert fingerprints([finding("b"), told_otherwise]) == [fingerprints([finding("b")])[0], plain]


def test_no_two_have_the_same_fingerprint() -> None:
    found = [finding("a"), finding("a"), finding("a", "tags"), finding("b"), finding("a", rule="s"), finding("a")]
    prints = fingerprints(found)
    assert len(set(prints)) == 6
    assert prints[:2] == fingerprints(found[:2])
