"""Every type is offered to the account in the very zone of its pool."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.account.preflight.check import Check
from rackguard.account.preflight.machines import machines
from rackguard.account.preflight.outcome import Outcome

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.machines import Machine
    from rackguard.account.preflight.subject import Subject

_ID = "offering"


def _run(subject: Subject, questions: Questions) -> Iterator[Outcome]:
    found = machines(subject)
    # All zones of the types: where one isn't offered, those that have it are told.
    names = sorted({name for machine in found for name in machine.instance_types})
    listed = questions.each(
        "ec2",
        "describe_instance_type_offerings",
        "InstanceTypeOfferings",
        LocationType="availability-zone-id",
        Filters=[{"Name": "instance-type", "Values": names}],
    )
    zones: dict[str, set[str]] = {name: set() for name in names}
    for offering in listed:
        zones.setdefault(str(offering["InstanceType"]), set()).add(str(offering["Location"]))
    for machine in found:
        yield from _of(machine, zones, subject.plan.region)


def _of(machine: Machine, zones: dict[str, set[str]], region: str) -> Iterator[Outcome]:
    pairs = [(name, zone_id) for name in machine.instance_types for zone_id in machine.zone_ids]
    lacking = [(name, zone_id) for name, zone_id in pairs if zone_id not in zones[name]]
    for name, zone_id in lacking:
        offered = " or ".join(sorted(zones[name]))
        message = f"{name} is not offered to this account in {zone_id}"
        hint = f"It is in {offered}." if offered else f"It is in no zone of {region}: choose another type or region."
        yield Outcome(_ID, "problem", machine.where, message, hint)
    if not lacking:
        types, places = " and ".join(machine.instance_types), " and ".join(machine.zone_ids)
        yield Outcome(_ID, "ok", machine.where, f"{types} offered in {places}")


CHECK = Check(
    id=_ID,
    title="every type is offered in its zone",
    permissions=("ec2:DescribeInstanceTypeOfferings",),
    run=_run,
)
