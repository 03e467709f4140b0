"""A key serves data of one class and environment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.data_class import data_class, environment
from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.stored_under_key import stores_under
from rackguard_policies.types import KEY

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    graph = subject.graph
    stores = stores_under(graph, subject.resource)
    for words, answers in (
        ("class of data", [data_class(graph, store) for store in stores]),
        ("environment", [environment(graph, store) for store in stores]),
    ):
        wanted = f"encrypts what is of one {words}"
        found = sorted({answer for answer in answers if isinstance(answer, str)})
        if len(found) > 1:
            yield Finding("", wanted, ", ".join(found))
        elif UNKNOWN in answers:
            yield Unproven("", wanted)


RULE = Rule(
    id="stk-kms-key-sharing",
    title="All that a key encrypts has one class of data and one environment, as far as tags tell",
    severity="medium",
    why="Whoever may decrypt test data may then decrypt patients' data: the key is the same.",
    fix="Make a key for each class of data and each environment.",
    types=(KEY,),
    judge=_judge,
    before="encrypt(phi_bucket, key); encrypt(public_bucket, key)",
    after="encrypt(phi_bucket, phi_key); encrypt(public_bucket, public_key)",
)
