"""Network ACLs keep the world from ports of administration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.network_acls import ACLS, Entry, entries, of_world, refused_before, stated_by
from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.traffic import all_of, any_of
from rackguard_policies.types import NETWORK_ACL_RULE
from rackguard_policies.values import Leaf, seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

PORTS = (22, 3389)
WANTED = "lets neither SSH nor Remote Desktop in from the whole internet"


def _judge(subject: Subject) -> Iterator[Verdict]:
    among = entries(subject.graph, subject.resource)
    for entry in stated_by(subject.resource):
        for place in entry.ranges:
            lets_in = _lets_in(entry, place, among)
            if lets_in:
                yield Finding(place.path, WANTED, seen(place.value))
            elif lets_in is None:
                yield Unproven(place.path, WANTED)


def _lets_in(entry: Entry, place: Leaf, among: tuple[Entry, ...]) -> bool | None:
    open_ports = (entry.covers(port) for port in PORTS if not refused_before(entry, port, among))
    return all_of(entry.allows, of_world(place), any_of(open_ports))


RULE = Rule(
    id="nacl-no-world",
    title="Network ACLs don't let the whole internet reach SSH or Remote Desktop",
    severity="medium",
    why="The ACL is what still holds when a security group is opened by mistake; open to all, it holds nothing.",
    fix="Refuse ports 22 and 3389 to 0.0.0.0/0 (and ::/0) before what allows more, or allow the ports that are needed.",
    types=(NETWORK_ACL_RULE, *ACLS),
    judge=_judge,
    before='NetworkAclRule("in", rule_number=100, rule_action="allow", protocol="-1", cidr_block="0.0.0.0/0")',
    after='NetworkAclRule("in", rule_number=100, rule_action="allow", protocol="-1", cidr_block="10.0.0.0/8")',
)
