"""Ranges of a new VPC's subnets, laid out by zone so that what is there stays where it is.

A subnet is replaced, with everything in it, when its range changes. So ranges depend on the VPC's range and on zone
ids alone, never on how much is needed, and the VPC is cut into equal slots:

    slot 0      the public subnets: cut like the VPC itself, one piece for a zone
    slot 1 …    one node subnet each: slot 1 is `az1`'s, slot 2 `az2`'s, …

    VPC            slots   a node subnet   a public subnet
    /16 to /22       8      /19 to /25        /22 to /28
    /23, /24         4      /25, /26          /27, /28
    /25 to /27       2      /26 to /28        the whole of slot 0
    /28              1      the VPC           none

`10.0.0.0/16` has 8,187 addresses for nodes in each of up to seven zones. A new zone takes its own slot, and more
nodes change nothing until a slot is full. A zone whose number has no slot (a Local Zone, `az5` of a /24) takes the last
one that is free; only there can a new zone move another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.plan.private_range import bounds
from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Iterable

AWS_KEPT = 5
"""Addresses that AWS keeps of each subnet: the first four and the last."""
SMALLEST = 28
"""The longest prefix of a VPC and of a subnet."""
LARGEST = 16
"""The shortest prefix of a VPC."""


@record
class ZoneRanges:
    """The ranges of one zone."""

    nodes: str
    public: str | None
    """None where the VPC is too small for a public subnet."""


def size(cidr: str) -> int:
    """Addresses of a range, AWS's five included."""
    return 1 << (32 - prefix(cidr))


def prefix(cidr: str) -> int:
    """The prefix length of a range: 16 of `10.0.0.0/16`."""
    return int(cidr.partition("/")[2])


def slot_count(vpc_prefix: int) -> int:
    """Slots that a VPC of that prefix length is cut into."""
    if vpc_prefix <= 22:
        return 8
    if vpc_prefix <= 24:
        return 4
    return 2 if vpc_prefix < SMALLEST else 1


def lay_out(vpc_cidr: str, zone_ids: Iterable[str]) -> dict[str, ZoneRanges] | None:
    """The ranges of each zone, or None where the VPC has no slot for one of them or isn't a VPC's size."""
    vpc_prefix = prefix(vpc_cidr)
    if not LARGEST <= vpc_prefix <= SMALLEST:
        return None
    count = slot_count(vpc_prefix)
    slots = _slots(sorted(set(zone_ids)), count)
    if slots is None:
        return None
    base, slot_prefix = bounds(vpc_cidr)[0], vpc_prefix + count.bit_length() - 1
    return {zone: _ranges(base, slot_prefix, slot, count) for zone, slot in slots.items()}


def _ranges(base: int, slot_prefix: int, slot: int, count: int) -> ZoneRanges:
    if count == 1:
        return ZoneRanges(_text(base, slot_prefix), None)
    # With two slots there is one zone, whose public subnet is the whole of slot 0.
    public_prefix = slot_prefix + count.bit_length() - 1 if count > 2 else slot_prefix
    public = base + slot * (1 << (32 - public_prefix)) if count > 2 else base
    nodes = base + slot * (1 << (32 - slot_prefix))
    return ZoneRanges(_text(nodes, slot_prefix), _text(public, public_prefix))


def _slots(zone_ids: list[str], count: int) -> dict[str, int] | None:
    """The slot of each zone; slot 0 belongs to no zone unless there is no other."""
    free = list(range(1, count)) or [0]
    slots: dict[str, int] = {}
    others: list[str] = []
    for zone_id in zone_ids:
        number = _own_slot(zone_id)
        if number in free:
            free.remove(number)
            slots[zone_id] = number
        else:
            others.append(zone_id)
    if len(others) > len(free):
        return None
    for zone_id in others:
        slots[zone_id] = free.pop()
    return slots


def _own_slot(zone_id: str) -> int | None:
    """1 of `use2-az1`; None for a Local Zone (`usw2-lax1-az1`), whose number another zone has too."""
    parts = zone_id.split("-az")
    return int(parts[1]) if len(parts) == 2 and "-" not in parts[0] else None


def _text(number: int, prefix_length: int) -> str:
    return ".".join(str(number >> shift & 255) for shift in (24, 16, 8, 0)) + f"/{prefix_length}"
