"""The stacks under tests are such as the provider takes, with names by which a row finds one resource."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.aws.provider_schema import check
from tests.policies.mutations.stacks import OF_TESTS, stack_of


@pytest.mark.parametrize("stack", OF_TESTS)
def test_the_provider_knows_every_input(stack: str) -> None:
    assert [problem for resource in stack_of(stack).graph.resources for problem in check(resource)] == []


@pytest.mark.parametrize("stack", OF_TESTS)
def test_no_two_resources_have_one_name(stack: str) -> None:
    names = Counter(resource.name for resource in stack_of(stack).graph.resources)
    assert [name for name, count in names.items() if count > 1] == []
