"""No elastic address belongs to a machine, but a login node's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rackguard_policies.login_nodes import LOGIN, is_login_node
from rackguard_policies.rule import Finding, NotApplicable, Rule
from rackguard_policies.types import EIP, INSTANCES, NETWORK_INTERFACE
from rackguard_policies.values import leaf, seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    """An id that isn't known yet binds as much as one that is."""
    address = subject.resource
    for key in ("instance", "networkInterface"):
        place = leaf(address.inputs, key)
        if place.absent or place.value == "":
            continue
        machines = subject.graph.sources(address, key, *INSTANCES, NETWORK_INTERFACE)
        if machines and all(is_login_node(replace(subject, resource=machine)) for machine in machines):
            yield NotApplicable(LOGIN)
        else:
            yield Finding(place.path, "is left out", seen(place.value))


RULE = Rule(
    id="eip-not-on-compute",
    title="No elastic address is bound to a machine, but to a login node that takes SSH from named ranges only",
    severity="high",
    why="It makes the machine reachable from everywhere, whatever its subnet says.",
    fix="Leave instance and network_interface out, and reach nodes through a login node or a connect endpoint.",
    types=(EIP,),
    judge=_judge,
    before='Eip("a", instance=node.id)',
    after='Eip("a", domain="vpc")',
)
