"""VPC endpoints: what kind they are, and of which service."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rackguard_policies.granted import is_every_resource, is_everything, is_narrowed, is_whole_service
from rackguard_policies.iam_document import Statement, statements
from rackguard_policies.open_principals import is_everybody
from rackguard_policies.values import Leaf, leaf

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


def allows_all(policy: Leaf) -> bool | None:
    """True where some statement of a policy allows everything to everybody; None where it can't be read yet."""
    found = statements(policy)
    return None if found is None else any(map(_is_open, found))


def _is_open(statement: Statement) -> bool:
    """True for a statement that narrows down neither who, what nor where, nor by a condition.

    All that an endpoint lets through is of one service: the whole of it is everything.
    """
    what = any(is_everything(action) or is_whole_service(action) for action in statement.actions)
    where = any(map(is_every_resource, statement.resources))
    return statement.allows and is_everybody(statement) and what and where and not is_narrowed(statement)
