"""Instance metadata: whether it is on, and how far its answers may go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.nodes import hosts_containers
from rackguard_policies.values import leaf
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

_HOPS = 1
_HOPS_TO_CONTAINERS = 2
"""A container behind a bridge is one hop further away."""


def switched_off(subject: Subject) -> str:
    """Why nothing more need be asked; empty where there is metadata."""
    endpoint = leaf(subject.resource.inputs, "metadataOptions.httpEndpoint").value
    return "instance metadata is switched off" if endpoint == "disabled" else ""


def near_hops(subject: Subject) -> Iterator[Verdict]:
    """No more hops than the machine itself needs, or its containers do. Left out, the image decides."""
    most = _HOPS_TO_CONTAINERS if hosts_containers(subject) else _HOPS
    limit = every("metadataOptions.httpPutResponseHopLimit").unless(switched_off)
    yield from limit.must_be_at_most(most)(subject)
