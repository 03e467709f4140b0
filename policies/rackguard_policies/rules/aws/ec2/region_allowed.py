"""Everything is in a region that is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.graph.graph import AWS_PROVIDER
from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule, Unproven
from rackguard_policies.values import leaf, seen

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    """Of what names a region itself, and of providers, for all that doesn't."""
    allowed = subject.parameters["regions"]
    if not allowed:
        yield NotApplicable("no regions are listed")
        return
    wanted = f"is one of {', '.join(allowed)}"
    judged = [each for each in subject.graph.resources if each.type.startswith("aws:") or each.type == AWS_PROVIDER]
    for resource in judged:
        place = leaf(resource.inputs, "region")
        if place.unknown:
            yield Unproven(place.path, wanted, urn=resource.urn)
        elif not place.absent and place.value not in allowed:
            yield Finding(place.path, wanted, seen(place.value), urn=resource.urn)
    if any(_is_nowhere(subject.graph, each) for each in judged):
        yield Unproven("aws:region", wanted)


def _is_nowhere(graph: Graph, resource: Resource) -> bool:
    """True where neither a resource nor its provider names a region: the configuration does, which no graph holds."""
    provider = graph.by_urn.get((resource.provider or "").rpartition("::")[0])
    return leaf(resource.inputs, "region").absent and (not provider or leaf(provider.inputs, "region").absent)


RULE = Rule(
    id="region-allowed",
    title="Every resource of AWS is in one of the regions that are allowed",
    severity="high",
    why="Data lands where no agreement covers it, or where the law says that it may not be.",
    fix="Set aws:region, or the resource's region, to one of the parameter regions.",
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
