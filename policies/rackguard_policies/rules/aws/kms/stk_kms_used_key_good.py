"""Stores are under keys that somebody looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Parameter, Rule, Unproven
from rackguard_policies.stored_under_key import KEY_PATHS, is_of_stack, keys_named
from rackguard_policies.values import seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED_OF = "is a key of the stack, or listed in the parameter keys"


def _judge(subject: Subject) -> Iterator[Verdict]:
    graph, store = subject.graph, subject.resource
    for place in keys_named(store):
        if is_of_stack(graph, store, place):
            continue
        if place.unknown:
            yield Unproven(place.path, WANTED_OF)
        elif place.value not in subject.parameters["keys"]:
            yield Finding(place.path, WANTED_OF, seen(place.value))


RULE = Rule(
    id="stk-kms-used-key-good",
    title="A key that a store names is made in the stack, where its rules hold, or is listed",
    severity="high",
    why="Of a key of elsewhere nobody knows here whether it rotates, whom it lets in, and when it is deleted.",
    fix="Use a key of the stack, or list the key's ARN in the parameter keys once you have seen that it is closed.",
    types=tuple(KEY_PATHS),
    judge=_judge,
    parameters={
        "keys": Parameter(
            [], {"type": "array", "items": {"type": "string"}}, "ARNs, ids and aliases of keys of elsewhere"
        )
    },
    before='Volume("v", kms_key_id="arn:aws:kms:us-east-2:111122223333:key/…")',
    after='Volume("v", kms_key_id=key.arn)',
)
