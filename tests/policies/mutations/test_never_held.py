"""Rules that no stack exercises: those that hold nowhere, and these find whatever they judge."""

from __future__ import annotations

import pytest
from tests.policies.mutations.coverage import exercised_in
from tests.policies.mutations.mutation import Mutation, found, judged, mutated
from tests.policies.mutations.never_held import ROWS, WHY
from tests.policies.mutations.stacks import OF_TESTS, OWN, stack_of

from rackguard_policies.registry import by_id


def test_every_other_rule_is_exercised_by_a_stack() -> None:
    assert set(by_id()) - exercised_in((*OWN, *OF_TESTS)) == set(WHY)


def test_each_of_them_has_a_row() -> None:
    assert {each.rule for each in ROWS} == set(WHY)


@pytest.mark.parametrize("mutation", ROWS, ids=[each.label for each in ROWS])
def test_what_is_added_is_found_by_its_rule_alone(mutation: Mutation) -> None:
    stack = stack_of(mutation.stack)
    assert found(judged(stack, mutated(stack.graph, mutation))) == mutation.expected
