"""Interfaces name their security groups and take no traffic but their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.named_network import named
from rackguard_policies.nodes import ROUTED, is_router
from rackguard_policies.rule import Rule
from rackguard_policies.types import DEFAULT_SECURITY_GROUP, NETWORK_INTERFACE
from rackguard_policies.vocabulary import both, every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


_ATTACHMENT = "aws:ec2/networkInterfaceSecurityGroupAttachment:NetworkInterfaceSecurityGroupAttachment"


def _grouped(subject: Subject) -> Iterator[Verdict]:
    """By its own list, or by attachments, which are resources."""
    if not subject.graph.dependents(subject.resource.urn, _ATTACHMENT):
        yield from named("securityGroups", DEFAULT_SECURITY_GROUP, ())(subject)


def _router(subject: Subject) -> str:
    return ROUTED if is_router(subject) else ""


RULE = Rule(
    id="eni-explicit-sg",
    title=(
        "A network interface names its security groups, none of them a VPC's default one, and checks source"
        " and destination, but for routers"
    ),
    severity="high",
    why=(
        "An interface that names none joins the VPC's default group; one without the check can pass on other"
        " machines' traffic."
    ),
    fix="Set security_groups, and leave source_dest_check out.",
    types=(NETWORK_INTERFACE,),
    judge=both(_grouped, every("sourceDestCheck").fine_if_absent().unless(_router).must_be_on()),
    before='NetworkInterface("n", subnet_id=private.id)',
    after='NetworkInterface("n", subnet_id=private.id, security_groups=[nodes.id])',
)
