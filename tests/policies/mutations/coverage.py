"""Which rules the clean stacks exercise: those that hold somewhere in one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tests.policies.mutations.mutation import judged
from tests.policies.mutations.stacks import stack_of
from tests.policies.mutations.table import TABLE

from rackguard_policies.outcome import Outcome


@cache
def exercised(stack: str) -> frozenset[str]:
    """The rules that hold somewhere in a stack."""
    clean = stack_of(stack)
    judgements = judged(clean, clean.graph)
    return frozenset(each.rule for each in judgements if each.outcome is Outcome.COMPLIANT)


def exercised_in(stacks: Iterable[str]) -> set[str]:
    """The rules that hold somewhere in one of these stacks."""
    return set[str]().union(*map(exercised, stacks))


def broken_in(*stacks: str) -> set[str]:
    """Rules of the rows of these stacks that held there before: a rule that had nothing to say proves nothing."""
    return {each.rule for each in TABLE if each.stack in stacks and each.rule in exercised(each.stack)}
