"""Judging: every outcome, parameters, and a rule that fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rackguard.catalog.catalog import load
from rackguard.graph.graph import STACK, Graph
from rackguard.graph.resource import UNKNOWN, Resource
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.rule import Judge, NotApplicable, Parameter, Rule, Subject, Verdict
from rackguard_policies.values import Leaf
from rackguard_policies.vocabulary import both, every, every_of

KEY = "aws:kms/key:Key"


def key(name: str, *, external: bool = False, **inputs: Any) -> Resource:
    urn = f"urn:pulumi:s::p::{KEY}::{name}"
    return Resource(urn, KEY, name, parent=None, provider=None, custom=True, inputs=inputs, external=external)


def rule(judges: Judge, **changes: Any) -> Rule:
    given: dict[str, Any] = {"id": "r", "title": "t", "severity": "low", "why": "w", "fix": "f", "types": (KEY,)}
    return Rule(**{**given, "judge": judges, **changes})


def outcomes(judges: Judge, *resources: Resource, **changes: Any) -> list[tuple[str, str, str]]:
    found = judge(Graph("s", "p", resources), [rule(judges, **changes)], load())
    return [(each.urn.rpartition("::")[2], each.outcome.value, each.path) for each in found]


def test_each_place_is_judged() -> None:
    judges = every("rules[*].on").must_be_on()
    assert outcomes(
        judges,
        key("good", rules=[{"on": True}, {"on": "true"}]),
        key("bad", rules=[{"on": True}, {"on": False}, {}]),
        key("unknown", rules=[{"on": UNKNOWN}]),
        key("nothing"),
        key("empty", rules=[]),
        key("theirs", external=True),
    ) == [
        ("good", "compliant", ""),
        ("bad", "finding", "rules[1].on"),
        ("bad", "finding", "rules[2].on"),
        ("unknown", "unproven", "rules[0].on"),
        ("nothing", "finding", "rules"),
        ("empty", "compliant", ""),
    ]


def test_words_for_plain_rules() -> None:
    assert outcomes(every("x").must_be("a"), key("k", x="b"))[0][1] == "finding"
    assert outcomes(every("x").must_be(30), key("k", x="30"), key("l", x=30.0)) == [
        ("k", "compliant", ""),
        ("l", "compliant", ""),
    ]
    assert outcomes(every("x").must_be_off(), key("k"), key("l", x="false"), key("m", x=True))[2][1] == "finding"
    assert outcomes(every("x").must_be_at_least(7), key("k", x=7), key("l", x=6), key("m", x="six"))[1:] == [
        ("l", "finding", "x"),
        ("m", "finding", "x"),
    ]
    assert outcomes(every("x").must_be_at_most(7), key("k", x=7), key("l", x=8))[1][1] == "finding"
    assert outcomes(every("x").must_be_set(), key("k", x=UNKNOWN), key("l", x=""), key("m")) == [
        ("k", "unproven", "x"),
        ("l", "finding", "x"),
        ("m", "finding", "x"),
    ]
    assert outcomes(every("x").must_be_left_out(), key("k"), key("l", x=[]), key("m", x="a"), key("n", x=UNKNOWN)) == [
        ("k", "compliant", ""),
        ("l", "compliant", ""),
        ("m", "finding", "x"),
        ("n", "unproven", "x"),
    ]
    assert outcomes(every("x").must_be_one_of("a", "b"), key("k", x="b"), key("l", x="c"))[1][1] == "finding"
    assert outcomes(every("x").fine_if_absent().must_be("a"), key("k"))[0][1] == "compliant"


def test_a_finding_says_what_is_wanted_and_seen() -> None:
    (found,) = judge(Graph("s", "p", (key("k", x="b"),)), [rule(every("x").must_be("a"))], load())
    assert found == Judgement("r", key("k").urn, Outcome.FINDING, "x", 'is "a"', '"b"')
    assert found.message == 'x must hold: is "a"; it is "b"'


def test_a_rule_may_have_nothing_to_say() -> None:
    judges = every("x").unless(lambda subject: "spare" if subject.resource.name == "k" else "").must_be("a")
    assert outcomes(judges, key("k"), key("l", x="a")) == [("k", "not applicable", ""), ("l", "compliant", "")]


def test_both_must_hold() -> None:
    judges = both(every("x").must_be("a"), every("y").must_be("b"))
    assert outcomes(judges, key("k", x="a", y="a"), key("l", x="a", y="b")) == [
        ("k", "finding", "y"),
        ("l", "compliant", ""),
    ]


def test_what_one_of_both_has_nothing_to_say_of_is_left_to_the_other() -> None:
    def silent(path: str) -> Judge:
        return every(path).unless(lambda subject: subject.resource.inputs.get("silent", "")).must_be("a")

    half = both(every("x").must_be("a"), silent("y"))
    assert outcomes(half, key("k", x="a", silent="why")) == [("k", "compliant", "")]
    assert outcomes(half, key("k", x="b", silent="why")) == [("k", "finding", "x")]
    assert outcomes(half, key("k", x=UNKNOWN, silent="why")) == [("k", "unproven", "x")]
    assert outcomes(both(silent("x"), silent("y")), key("k", silent="why")) == [("k", "not applicable", "")]


def test_what_another_resource_proves_or_makes_the_default() -> None:
    made = key("made")
    by_key = {"disks": (made.urn,)}
    plain = {"type": "disk", "parent": None, "provider": None, "custom": True}
    disks = {"disks": [{"key": UNKNOWN}, {"key": "mine"}, {"key": ""}]}
    proven = Resource("urn::proven", name="proven", inputs=disks, property_dependencies=by_key, **plain)
    unproven = Resource("urn::unproven", name="unproven", inputs=disks, **plain)
    judges = every("disks[*].key").proven_by(KEY).must(bool, "is a key")
    assert outcomes(judges, made, proven, unproven, types=("disk",)) == [
        ("proven", "finding", "disks[2].key"),
        ("unproven", "unproven", "disks[0].key"),
        ("unproven", "finding", "disks[2].key"),
    ]
    on = every("on").fine_if_absent_when(lambda subject: subject.resource.name == "k").must_be_on()
    assert outcomes(on, key("k"), key("l"), key("k", on=False)) == [
        ("k", "compliant", ""),
        ("l", "finding", "on"),
        ("k", "finding", "on"),
    ]


def test_an_unknown_value_of_a_resource_is_set_and_a_whole_unknown_block_proves_nothing() -> None:
    made = key("made")
    plain = {"type": "disk", "parent": None, "provider": None, "custom": True, "name": "disk"}
    of_made = {"property_dependencies": {"disk": (made.urn,)}}
    named = Resource("urn::named", inputs={"disk": {"key": UNKNOWN}}, **of_made, **plain)
    whole = Resource("urn::whole", inputs={"disk": UNKNOWN}, **of_made, **plain)
    assert outcomes(every("disk.key").must_be_set(), made, named, types=("disk",)) == [("named", "compliant", "")]
    by_key = every("disk.key").proven_by(KEY).must(bool, "is a key")
    assert outcomes(by_key, made, named, whole, types=("disk",)) == [
        ("named", "compliant", ""),
        ("whole", "unproven", "disk"),
    ]


def test_a_list_that_may_be_left_out() -> None:
    judges = every("disks[*].on").if_any().must_be_on()
    assert outcomes(judges, key("none"), key("empty", disks=[]), key("one", disks={}), key("u", disks=UNKNOWN)) == [
        ("none", "compliant", ""),
        ("empty", "compliant", ""),
        ("one", "finding", "disks.on"),
        ("u", "unproven", "disks"),
    ]


def test_places_that_no_path_names() -> None:
    judges = every_of(lambda inputs: [Leaf(name, value) for name, value in inputs.items()]).must_be_on()
    assert outcomes(judges, key("k", a=True, b=False)) == [("k", "finding", "b")]


def test_a_rule_that_fails_is_reported_and_ends_no_other() -> None:
    def broken(subject: Subject) -> Iterator[Verdict]:
        yield NotApplicable("at first")
        raise ValueError(subject.resource.inputs["secret"])

    graph = Graph("s", "p", (key("k", secret="hunter2"), key("l", secret="hunter2")))
    found = judge(graph, [rule(broken, id="broken"), rule(every("x").must_be_left_out())], load())
    assert [(each.rule, each.outcome.value) for each in found] == [
        ("broken", "errored"),
        ("broken", "errored"),
        ("r", "compliant"),
        ("r", "compliant"),
    ]
    assert "hunter2" not in repr(found)


def test_parameters_have_defaults_and_are_the_users() -> None:
    def at_most(subject: Subject) -> Iterator[Verdict]:
        yield from every("x").must_be_at_most(subject.parameters["most"])(subject)

    limited = rule(at_most, parameters={"most": Parameter(10, {"type": "number"}, "the most")})
    graph = Graph("s", "p", (key("k", x=20),))
    assert judge(graph, [limited], load())[0].outcome is Outcome.FINDING
    assert judge(graph, [limited], load(), {"r": {"most": 20}})[0].outcome is Outcome.COMPLIANT


def test_a_rule_of_the_whole_stack_is_asked_once() -> None:
    def counts(subject: Subject) -> Iterator[Verdict]:
        yield NotApplicable(f"{len(subject.graph.resources)} resources")

    (found,) = judge(Graph("s", "p", (key("k"), key("l"))), [rule(counts, types=())], load())
    assert (found.urn, found.note) == ("urn:pulumi:s::p::pulumi:pulumi:Stack::p-s", "2 resources")


def test_judgements_come_rule_by_rule_type_by_type_and_in_the_order_of_the_graph() -> None:
    plain = {"parent": None, "provider": None, "custom": True, "inputs": {}}
    named = [Resource(f"urn::{name}", name[0], name, **plain) for name in ("b1", "a1", "b2", "a2")]
    fine = every("x").fine_if_absent().must_be(1)
    rules = [
        rule(fine, id="both", types=("a", "b")),
        rule(fine, id="stack", types=()),
        rule(fine, id="b", types=("b",)),
    ]
    found = judge(Graph("s", "p", tuple(named)), rules, load())
    assert [(each.rule, each.urn.rpartition("::")[2]) for each in found] == [
        *(("both", name) for name in ("a1", "a2", "b1", "b2")),
        ("stack", "p-s"),
        *(("b", name) for name in ("b1", "b2")),
    ]


def test_a_rule_of_the_stacks_own_resource_is_not_asked_where_there_is_none() -> None:
    of_stack = rule(every("x").must_be(1), types=(STACK,))
    assert judge(Graph("s", "p", (key("k"),)), [of_stack], load()) == []
