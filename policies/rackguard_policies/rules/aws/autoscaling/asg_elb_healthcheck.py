"""Groups behind a load balancer ask it whether nodes are well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.rule import Rule
from rackguard_policies.types import GROUP
from rackguard_policies.values import leaf
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject


_INPUTS = ("targetGroupArns", "loadBalancers", "trafficSources")
_ATTACHMENTS = (
    "aws:autoscaling/attachment:Attachment",
    "aws:autoscaling/trafficSourceAttachment:TrafficSourceAttachment",
)


def _alone(subject: Subject) -> str:
    given = (leaf(subject.resource.inputs, key) for key in _INPUTS)
    behind = any(not each.absent and each.value != [] for each in given)
    attached = subject.graph.dependents(subject.resource.urn, *_ATTACHMENTS)
    return "" if behind or attached else "no load balancer is in front of it"


RULE = Rule(
    id="asg-elb-healthcheck",
    title="An Auto Scaling group behind a load balancer goes by its health checks",
    severity="low",
    why="A node whose program is dead stays in the group, as long as the machine runs.",
    fix='Set health_check_type to "ELB".',
    types=(GROUP,),
    judge=every("healthCheckType").unless(_alone).must_be("ELB"),
    before='Group("g", target_group_arns=[t.arn])',
    after='Group("g", target_group_arns=[t.arn], health_check_type="ELB")',
)
