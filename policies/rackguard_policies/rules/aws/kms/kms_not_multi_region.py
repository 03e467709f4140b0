"""Keys stay in their region unless they are listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Parameter, Rule
from rackguard_policies.types import ALL_KEYS, REPLICA_EXTERNAL_KEY, REPLICA_KEY
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    if subject.resource.name in subject.parameters["keys"]:
        return
    if subject.resource.type in (REPLICA_KEY, REPLICA_EXTERNAL_KEY):
        yield Finding("", "has no replica in another region", "a replica")
    yield from every("multiRegion").must_be_off()(subject)


RULE = Rule(
    id="kms-not-multi-region",
    title="A key is one region's only, unless it is listed",
    severity="low",
    why="A key with replicas elsewhere lets the data be read elsewhere, past what was agreed on where it stays.",
    fix="Leave multi_region out, or list the resource's name in the parameter keys.",
    types=ALL_KEYS,
    judge=_judge,
    parameters={
        "keys": Parameter([], {"type": "array", "items": {"type": "string"}}, "names of keys of several regions")
    },
    before='Key("data", multi_region=True)',
    after='Key("data")',
)
