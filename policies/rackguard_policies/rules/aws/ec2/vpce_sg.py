"""Interface endpoints have security groups of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.endpoints import no_interface
from rackguard_policies.rule import Rule
from rackguard_policies.types import VPC_ENDPOINT, VPC_ENDPOINT_SECURITY_GROUP
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    if not subject.graph.dependents(subject.resource.urn, VPC_ENDPOINT_SECURITY_GROUP):
        yield from every("securityGroupIds").unless(no_interface).must_be_set()(subject)


RULE = Rule(
    id="vpce-sg",
    title="An interface endpoint is in security groups of its own",
    severity="medium",
    why="Without one it is in the VPC's default group: either open to all of its members or reachable by nobody.",
    fix="Set security_group_ids to a group that lets HTTPS in from the nodes' group.",
    types=(VPC_ENDPOINT,),
    judge=_judge,
    before='VpcEndpoint("kms", service_name=kms, vpc_endpoint_type="Interface")',
    after='VpcEndpoint("kms", service_name=kms, vpc_endpoint_type="Interface", security_group_ids=[group.id])',
)
