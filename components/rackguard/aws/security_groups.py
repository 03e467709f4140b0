"""Security groups as planned, each rule a resource of its own: inline rules would undo the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pulumi import InvokeOutputOptions, ResourceOptions
from pulumi_aws import ec2, vpc

from rackguard.aws.lookups import prefix_list_id
from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pulumi import Input, Output, Resource

    from rackguard.plan.types import SecurityGroup, SecurityGroupRule


@record
class MadeGroups:
    """The groups by their keys, and the rules of all of them."""

    groups: Mapping[str, ec2.SecurityGroup]
    rules: tuple[Resource, ...]


def make_security_groups(
    name: str, plans: Iterable[SecurityGroup], vpc_id: Input[str], tags: Mapping[str, str], parent: Resource
) -> MadeGroups:
    """The groups, named `name-<key>-group` in the stack, and their rules, `name-<key>-<rule>`."""
    plans = tuple(plans)
    groups = {
        plan.key: ec2.SecurityGroup(
            f"{name}-{plan.key}-group",
            name=plan.name,
            description=plan.description,
            vpc_id=vpc_id,
            tags={**tags, "Name": plan.name},
            opts=ResourceOptions(parent=parent),
        )
        for plan in plans
    }
    services = dict.fromkeys(rule.prefix_list for plan in plans for rule in plan.rules if rule.prefix_list)
    lists = {service: prefix_list_id(service, InvokeOutputOptions(parent=parent)) for service in services}
    rules = tuple(
        _rule(f"{name}-{plan.key}", rule, groups[plan.key].id, _peer(rule, groups, lists), tags, parent)
        for plan in plans
        for rule in plan.rules
    )
    return MadeGroups(groups, rules)


@record
class _Peer:
    """Whom a rule lets in or where it lets out to; exactly one is given."""

    cidr: str | None = None
    group_id: Output[str] | None = None
    prefix_list_id: Output[str] | None = None


def _peer(rule: SecurityGroupRule, groups: Mapping[str, ec2.SecurityGroup], lists: Mapping[str, Output[str]]) -> _Peer:
    if rule.group:
        return _Peer(group_id=groups[rule.group].id)
    return _Peer(prefix_list_id=lists[rule.prefix_list]) if rule.prefix_list else _Peer(rule.cidr)


def _rule(
    name: str,
    rule: SecurityGroupRule,
    group_id: Output[str],
    peer: _Peer,
    tags: Mapping[str, str],
    parent: Resource,
) -> Resource:
    kind = vpc.SecurityGroupIngressRule if rule.direction == "ingress" else vpc.SecurityGroupEgressRule
    return kind(
        f"{name}-{rule.name}",
        security_group_id=group_id,
        ip_protocol=rule.protocol,
        from_port=rule.from_port,
        to_port=rule.to_port,
        cidr_ipv4=peer.cidr,
        referenced_security_group_id=peer.group_id,
        prefix_list_id=peer.prefix_list_id,
        description=rule.description,
        tags={**tags, "Name": rule.name},
        opts=ResourceOptions(parent=parent),
    )
