"""What a role may do: its policies, inline, attached and listed, and whether machines have it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rackguard.graph.resource import Resource
from rackguard_policies.iam_document import statements
from rackguard_policies.once import once, once_in_graph
from rackguard_policies.types import (
    INSTANCE_PROFILE,
    POLICY,
    POLICY_ATTACHMENT,
    ROLE,
    ROLE_POLICY,
    ROLE_POLICY_ATTACHMENT,
)
from rackguard_policies.values import Leaf, leaf, leaves

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph

_ATTACH = {
    ROLE_POLICY_ATTACHMENT: ("role", "policyArn"),
    POLICY_ATTACHMENT: ("roles", "policyArn"),
    "aws:iam/rolePolicyAttachmentsExclusive:RolePolicyAttachmentsExclusive": ("roleName", "policyArns[*]"),
}
"""What attaches policies to a role: the property with the role, the one with the policy."""
_FULL = re.compile(
    r"arn:[a-z-]+:iam::aws:policy/(?:.+/)?"
    r"(?:AdministratorAccess.*|PowerUserAccess|.*FullAccess(?:_?[vV]\d+)?|SystemAdministrator|DatabaseAdministrator"
    r"|NetworkAdministrator|DataScientist)"
)
_MACHINES = ("ec2.amazonaws.com", "ec2.amazonaws.com.cn")


def is_of_machines(graph: Graph, role: Resource) -> bool:
    """True for a role that an instance profile holds, or that EC2 may assume, or whoever isn't known yet."""
    trusted = statements(leaf(role.inputs, "assumeRolePolicy"))
    if trusted is None or any(is_held(graph, half) for half in halves(graph, role)):
        return True
    return any(name in _MACHINES for each in trusted if each.allows for _, name in each.principals)


@once_in_graph
def halves(graph: Graph, role: Resource) -> tuple[Resource, Resource]:
    """A role without its name, and a role that is nothing but that name: one for all roles of that name.

    What is worked out of the latter is worked out once, however many roles have the name.
    """
    name = role.inputs.get("name")
    return replace(role, inputs={**role.inputs, "name": None}), _nobody(graph, name if isinstance(name, str) else "")


@once
def _nobodies(_: Graph) -> dict[str, Resource]:
    return {}


def _nobody(graph: Graph, name: str) -> Resource:
    known = _nobodies(graph)
    if name not in known:
        inputs = {"name": name} if name else {}
        known[name] = Resource("", ROLE, "", parent=None, provider=None, custom=True, inputs=inputs)
    return known[name]


@once_in_graph
def is_held(graph: Graph, role: Resource) -> bool:
    """True where an instance profile holds it."""
    return bool(profiles_of(graph, role))


def is_full_access(arn: Any) -> bool:
    """True for one of AWS's own policies that allow everything, or all of a service."""
    return _FULL.fullmatch(str(arn)) is not None


def profiles_of(graph: Graph, role: Resource) -> tuple[Resource, ...]:
    """The instance profiles that hold a role."""
    return _naming(graph, role, INSTANCE_PROFILE, "role")


def documents_of(graph: Graph, role: Resource) -> Iterator[Leaf]:
    """Every policy document of a role that is in the stack."""
    yield from (place for place in leaves(role.inputs, "inlinePolicies[*].policy") if not place.absent)
    for each in _naming(graph, role, ROLE_POLICY, "role"):
        yield leaf(each.inputs, "policy")
    for each, path in _attaching(graph, role):
        for policy in graph.sources(each, path.partition("[")[0], POLICY):
            if not policy.external:
                yield leaf(policy.inputs, "policy")


def policies_elsewhere(graph: Graph, role: Resource) -> Iterator[tuple[Resource, Leaf]]:
    """The ARNs of policies of a role that aren't in the stack, and the resource that names each."""
    for each, path in _attaching(graph, role):
        sources = graph.sources(each, path.partition("[")[0], POLICY)
        in_stack = [policy for policy in sources if not policy.external]
        for place in leaves(each.inputs, path):
            # A state knows the ARN of its own policy: it is the policy's id.
            own = bool(in_stack) if place.unknown else any(policy.id == place.value for policy in in_stack)
            if not place.absent and not own:
                yield each, place


def _attaching(graph: Graph, role: Resource) -> Iterator[tuple[Resource, str]]:
    yield role, "managedPolicyArns[*]"
    for type_, (key, path) in _ATTACH.items():
        for each in _naming(graph, role, type_, key):
            yield each, path


def _naming(graph: Graph, role: Resource, type_: str, key: str) -> tuple[Resource, ...]:
    """Resources of a type that name the role, by dependency or by its name."""
    found = [each for each in graph.dependents(role.urn, type_) if role.urn in each.property_dependencies.get(key, ())]
    if isinstance(name := role.inputs.get("name"), str):
        found += graph.with_text(type_, key, name)
    return tuple({each.urn: each for each in found}.values())
