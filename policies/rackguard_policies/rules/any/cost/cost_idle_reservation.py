"""Capacity that is paid for can be used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED = "the stack may run as many nodes as it holds"


def _judge(subject: Subject) -> Iterator[Verdict]:
    if subject.cost is None:
        yield Unproven("", WANTED)
    elif not subject.cost.capacities:
        yield NotApplicable("the stack holds no capacity")
    else:
        for each in subject.cost.capacities:
            if each.usable < each.held:
                yield Finding("", WANTED, f"{each.usable:g} of {each.held:g} nodes ({each.label})")


RULE = Rule(
    id="cost-idle-reservation",
    title="No reservation or capacity block holds more nodes than the stack may ever run in it",
    severity="high",
    why="Held capacity is billed at the full rate, used or not: an empty p5 node is forty thousand dollars a month.",
    fix="Raise the pool's nodes.max to what the reservation or block holds, or give back what is too much.",
    types=(),
    judge=_judge,
    before='{"purchase": {"reservation": {"id": "cr-0123456789abcdef0", "count": 8}}, "nodes": {"max": 4}}',
    after='{"purchase": {"reservation": {"id": "cr-0123456789abcdef0", "count": 8}}, "nodes": {"max": 8}}',
)
