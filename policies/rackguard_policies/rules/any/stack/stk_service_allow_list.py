"""Only services that may hold health data are used.

Unlisted is a finding, not unproven: nothing that a deployment would show could cover the service. What may have changed
since is the list, so its date stands beside the finding.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.packaged import lines
from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED = "is of a service of the list in the parameter services (AWS's of 2026-05-22, where it isn't yours) or also"
"""The date is that of `data/eligible_services.txt`."""
_NAMES = {"type": "array", "items": {"type": "string", "minLength": 2}}


def _judge(subject: Subject) -> Iterator[Verdict]:
    allowed = {*subject.parameters["services"], *subject.parameters["also"]}
    judged = [each for each in subject.graph.resources if each.type.startswith("aws:") and not each.external]
    if not judged:
        yield NotApplicable("nothing in the stack is of AWS")
    for resource in judged:
        if _service_of(resource.type) not in allowed:
            yield Finding("", WANTED, _service_of(resource.type), resource.urn)


def _service_of(token: str) -> str:
    """The provider's module in a token: `ec2` for `aws:ec2/vpc:Vpc`."""
    return token.split(":")[1].partition("/")[0]


RULE = Rule(
    id="stk-service-allow-list",
    title="Only services are used that AWS names as eligible for health data, or that you list",
    severity="high",
    why="AWS's business associate addendum covers health data in the services that AWS names as eligible only.",
    fix="Use an eligible service. Where AWS's reference names this one by now, or it never sees health data, add its "
    "module (lightsail for aws:lightsail/instance:Instance) to the parameter also.",
    types=(),
    judge=_judge,
    parameters={
        "services": Parameter(
            sorted(lines("eligible_services.txt")),
            {**_NAMES, "minItems": 1},
            "services, as the provider's modules are called, that may be used; AWS's of 2026-05-22 by default",
        ),
        "also": Parameter([], _NAMES, "services that may be used beside them"),
    },
    before='lightsail.Instance("demo")',
    after='ec2.Instance("demo")',
)
