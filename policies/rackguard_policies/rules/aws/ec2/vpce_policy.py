"""Endpoints have policies that say who may do what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.endpoints import allows_all
from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.types import VPC_ENDPOINT, VPC_ENDPOINT_POLICY
from rackguard_policies.values import leaf

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

WANTED = "allows less than everything to everybody"


def _judge(subject: Subject) -> Iterator[Verdict]:
    stated = [each for each in _stating(subject) if not leaf(each.inputs, "policy").absent]
    if not stated:
        yield Finding("policy", "is set: without one everybody may do everything through it", "nothing")
    for each in stated:
        answer = allows_all(leaf(each.inputs, "policy"))
        if answer:
            yield Finding("policy", WANTED, urn=each.urn)
        elif answer is None:
            yield Unproven("policy", WANTED, each.urn)


def _stating(subject: Subject) -> tuple[Resource, ...]:
    return subject.resource, *subject.graph.dependents(subject.resource.urn, VPC_ENDPOINT_POLICY)


RULE = Rule(
    id="vpce-policy",
    title="A VPC endpoint has a policy, and it is narrower than everything for everybody",
    severity="medium",
    why="Through an endpoint without a policy stolen data goes to anybody's bucket, past what guards the internet.",
    fix="Set policy: allow your own account's principals (aws:PrincipalAccount) to write to your own account's "
    "resources (aws:ResourceAccount), and name what else is read.",
    types=(VPC_ENDPOINT,),
    judge=_judge,
    before='VpcEndpoint("s3", vpc_id=vpc.id, service_name=s3)',
    after='VpcEndpoint("s3", vpc_id=vpc.id, service_name=s3, policy=own_account_only)',
)
