"""Each rule that a clean stack exercises finds what one change breaks; of all rules that there are, no other does."""

from __future__ import annotations

import pytest
from tests.policies.mutations.coverage import broken_in, exercised_in
from tests.policies.mutations.mutation import Mutation, found, judged, mutated
from tests.policies.mutations.stacks import OF_TESTS, OWN, stack_of
from tests.policies.mutations.table import TABLE


@pytest.mark.parametrize("stack", [*OWN, *OF_TESTS])
def test_nothing_is_found_before(stack: str) -> None:
    clean = stack_of(stack)
    assert found(judged(clean, clean.graph)) == clean.unproven


@pytest.mark.parametrize("mutation", TABLE, ids=[each.label for each in TABLE])
def test_what_is_broken_is_found_by_its_rule_alone(mutation: Mutation) -> None:
    stack = stack_of(mutation.stack)
    assert found(judged(stack, mutated(stack.graph, mutation))) == mutation.expected | stack.unproven


def test_every_rule_that_our_stacks_exercise_is_broken_where_it_held() -> None:
    assert exercised_in(OWN) - broken_in(*OWN) == set()


def test_every_rule_that_a_stack_of_the_tests_exercises_is_broken_where_it_held() -> None:
    assert exercised_in(OF_TESTS) - broken_in(*OWN, *OF_TESTS) == set()
