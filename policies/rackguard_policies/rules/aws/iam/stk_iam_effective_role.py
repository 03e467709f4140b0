"""All policies of a role together give no way to others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.graph.resource import Resource
from rackguard.record import record
from rackguard_policies.iam_document import statements
from rackguard_policies.once import once_in_graph
from rackguard_policies.role_permissions import (
    documents_of,
    halves,
    is_full_access,
    is_of_machines,
    policies_elsewhere,
)
from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule, Unproven
from rackguard_policies.statement_faults import combination, passes_and_launches, way_out
from rackguard_policies.types import ROLE
from rackguard_policies.values import Leaf

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard_policies.rule import Subject, Verdict

TOGETHER = "passes named roles only, or to a named service, with all policies taken together"
KNOWN = "is a policy of the stack, or one that was reviewed"


def _judge(subject: Subject) -> Iterator[Verdict]:
    graph, role = subject.graph, subject.resource
    if not is_of_machines(graph, role):
        yield NotApplicable("no machine has this role")
        return
    own, named = (_allowed(graph, half) for half in halves(graph, role))
    if own.unread or named.unread:
        yield Unproven("", TOGETHER)
    together = way_out(own.passes or named.passes, tuple(dict.fromkeys((*own.launches, *named.launches))))
    if together and not (own.alone or named.alone):
        yield Finding("", TOGETHER, together)
    elsewhere = {(resource.urn, place.path): (resource, place) for resource, place in own.elsewhere + named.elsewhere}
    for resource, place in elsewhere.values():
        reviewed = str(place.value).rpartition("/")[2] in subject.parameters["reviewed"]
        if not reviewed and not is_full_access(place.value):
            yield Unproven(place.path, KNOWN, resource.urn)


@record
class _Allowed:
    """What is said of a role by its own declaration and dependents, or by its name."""

    unread: bool
    """True where some document can't be read yet."""
    passes: bool
    launches: tuple[str, ...]
    alone: bool
    """True where one document has both, which iam-no-escalation finds."""
    elsewhere: tuple[tuple[Resource, Leaf], ...]


@once_in_graph
def _allowed(graph: Graph, role: Resource) -> _Allowed:
    documents = [statements(place) for place in documents_of(graph, role)]
    known = [found for found in documents if found]
    passes, launches = passes_and_launches(statement for found in known for statement in found)
    alone = passes and any(map(combination, known))
    return _Allowed(None in documents, passes, launches, alone, tuple(policies_elsewhere(graph, role)))


RULE = Rule(
    id="stk-iam-effective-role",
    title="What all policies of a machine's role allow together gives no way to other permissions",
    severity="high",
    why="Two policies that are harmless alone, one that passes roles and one that starts machines, give every role.",
    fix="Pass named roles only, with a condition on iam:PassedToService; attach policies of the stack.",
    types=(ROLE,),
    judge=_judge,
    parameters={
        "reviewed": Parameter(
            ["AmazonSSMManagedInstanceCore"],
            {"type": "array", "items": {"type": "string"}},
            "names of policies outside of the stack that a machine's role may have",
        )
    },
    before="attach(role, pass_roles); attach(role, run_instances)",
    after="attach(role, read_parameters)",
)
