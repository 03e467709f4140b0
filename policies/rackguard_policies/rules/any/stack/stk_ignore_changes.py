"""No change of what keeps a stack safe is overlooked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.ignored_changes import guards
from rackguard_policies.not_told import not_told
from rackguard_policies.rule import Finding, NotApplicable, Rule
from rackguard_policies.types import EIP, EIP_ASSOCIATION, INSTANCES

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict


_GOES_BY = ("ignore_changes",)


def _judge(subject: Subject) -> Iterator[Verdict]:
    found = list(_overlooked(subject.graph))
    yield from found
    if not found and (reason := not_told(subject, _GOES_BY)):
        yield NotApplicable(reason)


def _overlooked(graph: Graph) -> Iterator[Verdict]:
    for resource in graph.resources:
        if not resource.custom or resource.external or resource.type.startswith("pulumi:"):
            continue
        for path in resource.options.ignore_changes:
            if guards(path, resource.type) and not _by_address(graph, resource, path):
                yield Finding(path, "is not among the resource's ignore_changes", urn=resource.urn)


def _by_address(graph: Graph, resource: Resource, path: str) -> bool:
    """True for the public address of a machine with an elastic one: AWS reads it as one of the machine's own."""
    addressed = resource.type in INSTANCES and graph.dependents(resource.urn, EIP, EIP_ASSOCIATION)
    return bool(addressed) and path == "associatePublicIpAddress"


RULE = Rule(
    id="stk-ignore-changes",
    title="No resource ignores changes of properties that keep it safe",
    severity="high",
    why="The program says one thing and the cloud has another, and no preview ever tells.",
    fix="Take the property out of ignore_changes; what must change outside of the program is better not declared.",
    types=(),
    judge=_judge,
    goes_by=_GOES_BY,
    before='Role("node", ..., opts=ResourceOptions(ignore_changes=["assumeRolePolicy"]))',
    after='Role("node", ...)',
)
