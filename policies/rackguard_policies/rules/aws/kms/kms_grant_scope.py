"""Grants name who may do what with a key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.types import KEY_GRANT, ROLE, SERVICE_LINKED_ROLE, USER
from rackguard_policies.values import leaf, leaves, seen
from rackguard_policies.vocabulary import both, every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

_NAMED = (ROLE, SERVICE_LINKED_ROLE, USER)
WIDE = ("CreateGrant", "RetireGrant")
NARROW = "lets nobody but a service-linked role hand the key on"


def _is_named(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"\*|\d{12}|arn:[a-z-]+:iam::\d+:root", value) is None


def _narrow(subject: Subject) -> Iterator[Verdict]:
    grantee = leaf(subject.resource.inputs, "granteePrincipal").value
    linked = subject.graph.sources(subject.resource, "granteePrincipal", SERVICE_LINKED_ROLE)
    if linked or (isinstance(grantee, str) and ":role/aws-service-role/" in grantee):
        return
    for place in leaves(subject.resource.inputs, "operations[*]"):
        if place.unknown:
            yield Unproven(place.path, NARROW)
        elif place.value in WIDE:
            yield Finding(place.path, NARROW, seen(place.value))


RULE = Rule(
    id="kms-grant-scope",
    title="A grant of a key names its grantee, and lets none but a service-linked role grant further",
    severity="medium",
    why="A grant works past the key's policy; one that may make grants of its own can't be followed any more.",
    fix="Name a role as grantee_principal, and leave CreateGrant out of operations but for service-linked roles.",
    types=(KEY_GRANT,),
    judge=both(
        every("granteePrincipal").proven_by(*_NAMED).must(_is_named, "is a role or user, not a whole account"),
        _narrow,
    ),
    before='Grant("nodes", key_id=key.id, grantee_principal=root, operations=["Decrypt", "CreateGrant"])',
    after='Grant("nodes", key_id=key.id, grantee_principal=role.arn, operations=["Decrypt"])',
)
