"""Everything is in a region that is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule, Unproven
from rackguard_policies.values import leaf, seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


_PROVIDER = "pulumi:providers:aws"


def _judge(subject: Subject) -> Iterator[Verdict]:
    """Of what names a region itself, and of providers, for all that doesn't."""
    allowed = subject.parameters["regions"]
    if not allowed:
        yield NotApplicable("no regions are listed")
        return
    wanted = f"is one of {', '.join(allowed)}"
    for resource in subject.graph.resources:
        if not (resource.type == _PROVIDER or resource.type.startswith("aws:")):
            continue
        place = leaf(resource.inputs, "region")
        if place.unknown:
            yield Unproven(place.path, wanted, urn=resource.urn)
        elif not place.absent and place.value not in allowed:
            yield Finding(place.path, wanted, seen(place.value), urn=resource.urn)


RULE = Rule(
    id="region-allowed",
    title="Every resource of AWS is in one of the regions that are allowed",
    severity="high",
    why="Data lands where no agreement covers it, or where the law says that it may not be.",
    fix="Set aws:region, or the resource's region, to one of the rule's parameter.",
    types=(),
    judge=_judge,
    parameters={
        "regions": Parameter(
            [], {"type": "array", "items": {"type": "string"}}, "regions that are allowed; none: any region"
        )
    },
    before='Instance("i", region="ap-southeast-1")',
    after='Instance("i", region="us-east-2")',
)
