"""The table of what isn't judged by a source, both ways: what is in it isn't judged there, and all else is."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.policies.sources.graphs import OFFLINE, PACK_IN_PREVIEW, PACK_IN_UPDATE, PREVIEW, STATE, graph_of, recorded
from tests.policies.sources.judgements import judged, judgements

from rackguard.graph.graph import Graph
from rackguard.graph.read import state_text
from rackguard.graph.untold import IN_OLD_STATES, TO_PACKS, UNTOLD, Untold
from rackguard_policies.not_told import NOT_JUDGED
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.registry import all_rules

NOT_JUDGED_BY = {
    TO_PACKS: {"kms-protected", "lg-protected", "stk-protect-stateful"},
    IN_OLD_STATES: {"stk-ignore-changes"},
}


def old_state(stack: str, version: str = "v3.119.0") -> Graph:
    """The recorded state as an older Pulumi would have written it, which kept no ignoreChanges."""
    state = json.loads(recorded(f"{stack}.state"))
    state["deployment"]["manifest"]["version"] = version
    for resource in state["deployment"]["resources"]:
        resource.pop("ignoreChanges", None)
    return state_text(json.dumps(state).encode(), "state.json")


def bad_of(source: str) -> tuple[Judgement, ...]:
    return judged(old_state("bad")) if source == IN_OLD_STATES.source else judgements("bad", source)


def not_judged(found: tuple[Judgement, ...]) -> set[str]:
    return {each.rule for each in found if each.note.startswith(NOT_JUDGED)}


def test_the_table_is_what_rules_say_of_themselves() -> None:
    said = {each: {rule.id for rule in all_rules() if each.option in rule.goes_by} for each in UNTOLD}
    assert said == NOT_JUDGED_BY
    assert {option for rule in all_rules() for option in rule.goes_by} == {each.option for each in UNTOLD}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (OFFLINE, set[str]()),
        (PREVIEW, set[str]()),
        (STATE, set[str]()),
        (PACK_IN_PREVIEW, NOT_JUDGED_BY[TO_PACKS]),
        (PACK_IN_UPDATE, NOT_JUDGED_BY[TO_PACKS]),
        (IN_OLD_STATES.source, NOT_JUDGED_BY[IN_OLD_STATES]),
    ],
)
def test_what_is_in_the_table_isnt_judged_and_all_else_is(source: str, expected: set[str]) -> None:
    assert not_judged(bad_of(source)) == expected


@pytest.mark.parametrize(("source", "untold"), [(PACK_IN_PREVIEW, TO_PACKS), (IN_OLD_STATES.source, IN_OLD_STATES)])
def test_what_isnt_judged_would_be_found_by_a_source_that_tells(source: str, untold: Untold) -> None:
    """So that no rule is in the table that has nothing to say; and in its place nothing is called compliant."""
    rules = NOT_JUDGED_BY[untold]
    found = {each.rule for each in judgements("bad", PREVIEW) if each.outcome is Outcome.FINDING}
    assert rules <= found
    there = [each for each in bad_of(source) if each.rule in rules and each.outcome is not Outcome.NOT_APPLICABLE]
    assert {(each.outcome, each.urn.rpartition("::")[2]) for each in there} <= {(Outcome.COMPLIANT, "open")}


@pytest.mark.parametrize(
    ("version", "told"),
    [("v3.119.0", False), ("2.25.1", False), ("v3.120.0", True), ("v3.274.1", True), ("v4.0.0", True), ("", True)],
)
def test_a_state_says_what_its_pulumi_kept(version: str, told: bool) -> None:
    graph = old_state("bad", version)
    assert graph.untold == (frozenset() if told else {"ignore_changes"})
    assert any("ignoreChanges" in words for words in graph.lacks) is not told


def test_what_an_old_state_has_all_the_same_is_found() -> None:
    graph = replace(graph_of("bad", STATE), untold=frozenset({"ignore_changes"}))
    found = [each for each in judged(graph) if each.rule == "stk-ignore-changes"]
    assert {(each.outcome, each.path) for each in found} == {
        (Outcome.FINDING, "assumeRolePolicy"),
        (Outcome.FINDING, "metadataOptions"),
        (Outcome.FINDING, "userData"),
    }
