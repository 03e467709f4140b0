"""Only services that agreements cover are used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.packaged import lines
from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    allowed = subject.parameters["services"]
    judged = [each for each in subject.graph.resources if each.type.startswith("aws:") and not each.external]
    if not judged:
        yield NotApplicable("nothing in the stack is of AWS")
    for resource in judged:
        if _service_of(resource.type) not in allowed:
            yield Finding("", "is of a service that the agreement covers", _service_of(resource.type), resource.urn)


def _service_of(token: str) -> str:
    """The provider's module in a token: `ec2` for `aws:ec2/vpc:Vpc`."""
    return token.split(":")[1].partition("/")[0]


RULE = Rule(
    id="stk-service-allow-list",
    title="Only services that the agreement with AWS covers are used",
    severity="high",
    why="Health data may be held by services alone that the business associate agreement names.",
    fix="Use a service that is covered, or add it to the rule's parameter once it is.",
    types=(),
    judge=_judge,
    parameters={
        "services": Parameter(
            sorted(lines("eligible_services.txt")),
            {"type": "array", "items": {"type": "string", "minLength": 2}, "minItems": 1},
            "services, as the provider's modules are called, that may be used",
        )
    },
    before='lightsail.Instance("demo")',
    after='ec2.Instance("demo")',
)
