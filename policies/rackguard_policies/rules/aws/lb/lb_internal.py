"""Load balancers are internal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rackguard_policies.load_balancers import gateway_balancer
from rackguard_policies.rule import NotApplicable, Parameter, Rule
from rackguard_policies.types import LOAD_BALANCERS
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

PARAMETERS: Mapping[str, Parameter] = {
    "public": Parameter(
        default=[],
        schema={"type": "array", "items": {"type": "string", "minLength": 1}},
        words="names in the stack of load balancers that are meant for the internet",
    )
}


def _judge(subject: Subject) -> Iterator[Verdict]:
    if subject.resource.name in subject.parameters["public"]:
        yield NotApplicable("it is meant for the internet")
    else:
        yield from every("internal").unless(gateway_balancer).must_be_on()(subject)


RULE = Rule(
    id="lb-internal",
    title="A load balancer is internal unless it is listed as public",
    severity="high",
    why="Dashboards, notebooks and model servers of a cluster are for its people; a public balancer shows them to all.",
    fix="Set internal to True, or list the balancer in the parameter public.",
    types=LOAD_BALANCERS,
    judge=_judge,
    parameters=PARAMETERS,
    before='LoadBalancer("serving", subnets=public_ids)',
    after='LoadBalancer("serving", subnets=node_ids, internal=True)',
)
