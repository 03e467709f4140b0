"""Whatever takes tags says whose it is, what for, and which data it holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Parameter, Rule, Unproven
from rackguard_policies.taggable import is_taggable, missing_tags

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    keys = subject.parameters["keys"]
    wanted = f"has the tags {', '.join(keys)}"
    for resource in subject.graph.resources:
        if resource.external or not is_taggable(resource.type):
            continue
        missing = missing_tags(subject.graph, resource, keys)
        if missing is None:
            yield Unproven("tags", wanted, resource.urn)
        elif missing:
            yield Finding("tags", wanted, f"without {', '.join(missing)}", resource.urn)


RULE = Rule(
    id="stk-required-tags",
    title="Everything that takes tags has an owner, an environment and a class of data",
    severity="medium",
    why="What nobody owns is never deleted, and data whose class nobody knows is guarded by nobody.",
    fix="Give tags to the resource, or to everything by the provider's default_tags.",
    types=(),
    judge=_judge,
    parameters={
        "keys": Parameter(
            ["owner", "environment", "classification"],
            {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1},
            "keys that must be there, in any case and with any separators",
        )
    },
    before='Bucket("checkpoints")',
    after='Bucket("checkpoints", tags={"owner": "ml", "environment": "prod", "classification": "internal"})',
)
