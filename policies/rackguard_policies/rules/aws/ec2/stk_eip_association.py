"""No Elastic IP is bound to a machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rackguard_policies.login_nodes import LOGIN, is_login_node
from rackguard_policies.rule import Finding, NotApplicable, Rule
from rackguard_policies.types import EIP_ASSOCIATION, INSTANCES
from rackguard_policies.values import leaf

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    """Associations are with machines only: NAT gateways and load balancers name their addresses themselves."""
    machines = subject.graph.sources(subject.resource, "instanceId", *INSTANCES)
    if machines and all(is_login_node(replace(subject, resource=machine)) for machine in machines):
        yield NotApplicable(LOGIN)
        return
    for key in ("instanceId", "networkInterfaceId"):
        if not leaf(subject.resource.inputs, key).absent:
            yield Finding(key, "is no machine, but a login node that takes SSH from named ranges only")


RULE = Rule(
    id="stk-eip-association",
    title="No association binds an Elastic IP to an instance or its interface",
    severity="high",
    why="An address bound later puts a machine on the internet that was declared without one.",
    fix="Take out the association; reach the machine through a login node or an Instance Connect Endpoint.",
    types=(EIP_ASSOCIATION,),
    judge=_judge,
    before='EipAssociation("node", allocation_id=address.id, instance_id=node.id)',
    after='InstanceConnectEndpoint("connect", subnet_id=nodes.id, security_group_ids=[connect.id])',
)
