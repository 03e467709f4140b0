"""Ways out are listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Rule
from rackguard_policies.traffic import all_of, among, every_port, no_traffic, the_world
from rackguard_policies.types import SECURITY_GROUP, STATES_EGRESS
from rackguard_policies.undeclared_traffic import undeclared, unproven

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED = "lists the ports that may be reached"
_declared = no_traffic("egress", the_world, every_port, WANTED)


def _judge(subject: Subject) -> Iterator[Verdict]:
    yield from _declared(subject)
    if subject.resource.type == SECURITY_GROUP:
        for rule, peer in undeclared(subject, "egress"):
            if all_of(among(subject, rule, peer, the_world), every_port(subject, rule)) is not False:
                yield unproven(rule, peer, WANTED)


RULE = Rule(
    id="sg-egress-limited",
    title="Ways out are listed by port, not all of them to everywhere",
    severity="medium",
    why="A machine that may send anything anywhere sends stolen data anywhere, over any protocol.",
    fix="List what leaves: HTTPS (443) and what else the nodes need. EFA's self rule is another rule and stays.",
    types=STATES_EGRESS,
    judge=_judge,
    before='SecurityGroupEgressRule("out", ip_protocol="-1", cidr_ipv4="0.0.0.0/0")',
    after='SecurityGroupEgressRule("out", ip_protocol="tcp", from_port=443, to_port=443, cidr_ipv4="0.0.0.0/0")',
)
