"""VPC endpoints: what kind they are, and of which service."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from rackguard_policies.values import leaf, leaves

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject

GATEWAY = "Gateway"
INTERFACE = "Interface"
_SERVICE = re.compile(r"^(?:cn\.)?com\.amazonaws\.(?!vpce\.)[a-z0-9-]+\.(.+)$")


def no_interface(subject: Subject) -> str:
    """Why a rule of interface endpoints has nothing to say of another one; empty where it has."""
    kind = leaf(subject.resource.inputs, "vpcEndpointType")
    if kind.unknown or kind.value == INTERFACE:
        return ""
    return "it isn't an interface endpoint"


def of_others(subject: Subject) -> str:
    """Why a rule of AWS's own services has nothing to say of an endpoint; empty where it has."""
    name = leaf(subject.resource.inputs, "serviceName")
    own = name.unknown or service(subject.resource)
    return no_interface(subject) or ("" if own else "it is of a service that isn't AWS's own")


def service(endpoint: Resource) -> str:
    """The short name of AWS's service: `s3`, `ecr.api`; empty where it is another's or isn't known."""
    name = leaf(endpoint.inputs, "serviceName").value
    found = _SERVICE.match(name) if isinstance(name, str) else None
    return found.group(1) if found else ""


def allows_all(policy: Any) -> bool | None:
    """True where some statement of a policy allows everything to everybody; None where it can't be read yet."""
    try:
        document = json.loads(policy) if isinstance(policy, str) else policy
    except ValueError:
        return None
    if not isinstance(document, Mapping):
        return None
    statements = [found.value for found in leaves(dict(cast("Mapping[str, Any]", document)), "Statement[*]")]
    return any(isinstance(each, Mapping) and _is_open(cast("Mapping[str, Any]", each)) for each in statements)


def _is_open(statement: Mapping[str, Any]) -> bool:
    """True for a statement that narrows down neither who, what nor where, nor by a condition."""
    if statement.get("Effect") != "Allow" or statement.get("Condition"):
        return False
    principal = statement.get("Principal")
    who = cast("Mapping[str, Any]", principal).get("AWS") if isinstance(principal, Mapping) else principal
    return all(_has_star(each) for each in (who, statement.get("Action"), statement.get("Resource")))


def _has_star(value: Any) -> bool:
    return "*" in (cast("list[Any]", value) if isinstance(value, list) else (value,))
