"""Each rule that a clean stack exercises finds what one change breaks; of all rules that there are, no other does."""

from __future__ import annotations

from functools import cache

import pytest
from tests.policies.mutations.mutation import Mutation, found, judged, mutated
from tests.policies.mutations.stacks import OF_TESTS, OWN, stack_of
from tests.policies.mutations.table import TABLE

from rackguard_policies.outcome import Outcome


@cache
def exercised(stack: str) -> frozenset[str]:
    """The rules that hold somewhere in a stack."""
    clean = stack_of(stack)
    judgements = judged(clean, clean.graph)
    return frozenset(each.rule for each in judgements if each.outcome is Outcome.COMPLIANT)


@pytest.mark.parametrize("stack", [*OWN, *OF_TESTS])
def test_nothing_is_found_before(stack: str) -> None:
    clean = stack_of(stack)
    assert found(judged(clean, clean.graph)) == clean.unproven


@pytest.mark.parametrize("mutation", TABLE, ids=[each.label for each in TABLE])
def test_what_is_broken_is_found_by_its_rule_alone(mutation: Mutation) -> None:
    stack = stack_of(mutation.stack)
    assert found(judged(stack, mutated(stack.graph, mutation))) == mutation.expected | stack.unproven


def test_every_rule_that_our_stacks_exercise_is_broken_where_it_held() -> None:
    assert exercised_in(OWN) - broken_in(OWN) == set()


def test_every_rule_that_a_stack_of_the_tests_exercises_is_broken_where_it_held() -> None:
    assert exercised_in(OF_TESTS) - broken_in((*OWN, *OF_TESTS)) == set()


def exercised_in(stacks: tuple[str, ...]) -> set[str]:
    return set[str]().union(*map(exercised, stacks))


def broken_in(stacks: tuple[str, ...]) -> set[str]:
    """Rules of the rows of these stacks that held there before: a rule that had nothing to say proves nothing."""
    return {each.rule for each in TABLE if each.stack in stacks and each.rule in exercised(each.stack)}
