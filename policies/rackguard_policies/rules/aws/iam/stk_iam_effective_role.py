"""All policies of a role together give no way to others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.iam_document import statements
from rackguard_policies.role_permissions import documents_of, is_full_access, is_of_machines, policies_elsewhere
from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule, Unproven
from rackguard_policies.statement_faults import combination
from rackguard_policies.types import ROLE

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

TOGETHER = "passes named roles only, or to a named service, with all policies taken together"
KNOWN = "is a policy of the stack, or one that was reviewed"


def _judge(subject: Subject) -> Iterator[Verdict]:
    graph, role = subject.graph, subject.resource
    if not is_of_machines(graph, role):
        yield NotApplicable("no machine has this role")
        return
    documents = [statements(place) for place in documents_of(graph, role)]
    if any(found is None for found in documents):
        yield Unproven("", TOGETHER)
    known = [found for found in documents if found]
    together = combination(statement for found in known for statement in found)
    if together and not any(map(combination, known)):
        yield Finding("", TOGETHER, together)
    for resource, place in policies_elsewhere(graph, role):
        reviewed = str(place.value).rpartition("/")[2] in subject.parameters["reviewed"]
        if not reviewed and not is_full_access(place.value):
            yield Unproven(place.path, KNOWN, resource.urn)


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
