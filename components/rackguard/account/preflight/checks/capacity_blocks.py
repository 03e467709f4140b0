"""The capacity blocks that pools name are bought, of the pools' type, zone and size, and run when the stack says."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from rackguard.account.preflight.capacity_reservation import (
    ACTIVE,
    Held,
    free_places,
    held_by,
    mismatches,
    own_nodes,
    time_words,
)
from rackguard.account.preflight.check import Check
from rackguard.account.preflight.outcome import Outcome, Status
from rackguard.catalog.types import PurchaseOption

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.subject import Subject

_ID = "capacity_blocks"
_SCHEDULED = "scheduled"
_UNPAID = frozenset({"payment-pending", "pending"})
_FIXED = "Type, zone, platform and tenancy of a block can't be changed: correct the pool, or name another block."


def _run(subject: Subject, questions: Questions) -> Iterator[Outcome]:
    for held in held_by(subject, PurchaseOption.CAPACITY_BLOCK, questions):
        found = [*_found(held, subject, questions)]
        yield from found
        if not any(outcome.status in ("problem", "unknown") for outcome in found) and held.state in (
            ACTIVE,
            _SCHEDULED,
        ):
            yield _said("ok", held, _summary(held))


def _found(held: Held, subject: Subject, questions: Questions) -> Iterator[Outcome]:
    if not held.answer:
        message = f"there is no capacity block {held.id} in {subject.plan.region} that the account may use"
        hint = "Correct `purchase.capacity_block.id`: it is the block's reservation id, `cr-…`."
        yield _said("problem", held, message, hint)
        return
    if held.answer.get("ReservationType", "capacity-block") != "capacity-block":
        message = f"{held.id} is a reservation, and declared as a capacity block"
        yield _said("problem", held, message, "Declare it as `purchase.reservation`.")
        return
    yield from _state(held)
    for where, message in mismatches(held):
        yield Outcome(_ID, "problem", where, message, _FIXED)
    yield from _times(held, subject)
    yield from _size(held, subject, questions)
    yield from _interconnect(held, questions)


def _state(held: Held) -> Iterator[Outcome]:
    if held.state in (ACTIVE, _SCHEDULED):
        return
    if held.state in _UNPAID:
        hint = "It is yours once AWS has taken the payment; ask again then."
        yield _said("warning", held, f"{held.words} is {held.state}", hint)
    else:
        yield _said("problem", held, f"{held.words} is {held.state}", "Name one that is scheduled or active.")


def _times(held: Held, subject: Subject) -> Iterator[Outcome]:
    for pool in held.pools:
        declared = subject.stack.cluster.pools[pool.name].purchase.capacity_block
        for key, answered, verb in (("start", "StartDate", "starts"), ("end", "EndDate", "ends")):
            moment: datetime | None = held.answer.get(answered)
            said = datetime.fromisoformat(str(getattr(declared, key)))
            if moment and time_words(moment) != time_words(said):
                message = f"{held.words} {verb} at {time_words(moment)}; the stack says {time_words(said)}"
                hint = f"Set `purchase.capacity_block.{key}` to the block's: the schedule of the nodes follows it."
                yield Outcome(_ID, "problem", f"pools.{pool.name}", message, hint)


def _size(held: Held, subject: Subject, questions: Questions) -> Iterator[Outcome]:
    declared = [subject.stack.cluster.pools[pool.name].purchase.capacity_block for pool in held.pools]
    counted = max((one.count or 0 for one in declared if one), default=0) or held.most
    if held.total < counted:
        message = f"{held.words} holds {held.total} nodes; the plan counts on {counted}"
        yield _said("problem", held, message, "Lower `nodes.max` and `purchase.capacity_block.count`.")
    elif held.total > counted:
        message = f"{held.words} holds {held.total} nodes; the plan, and its cost, count on {counted}"
        yield _said("warning", held, message, f"Set `purchase.capacity_block.count: {held.total}`.")
    least = [pool.nodes_max if pool.nodes_desired is None else pool.nodes_desired for pool in held.pools]
    if words := free_places(held, lambda: own_nodes(questions, subject, held.id), least):
        hint = "End what else runs in it; a node that was ended gives its place back after some minutes."
        yield _said("problem", held, words, hint)


def _interconnect(held: Held, questions: Questions) -> Iterator[Outcome]:
    """UltraServers have NVLink between nodes, of which EC2 tells the state."""
    block = held.answer.get("CapacityBlockId", "")
    if not block or held.state != ACTIVE or not any(pool.instance_types[0].startswith("p6e-") for pool in held.pools):
        return
    asked = {"CapacityBlockIds": [block]}
    for status in questions.each("ec2", "describe_capacity_block_status", "CapacityBlockStatuses", **asked):
        state, lost = status.get("InterconnectStatus", ""), status.get("TotalUnavailableCapacity", 0)
        if state != "ok":
            message = f"the interconnect of {held.words} is {state or 'not told'}"
            yield _said("warning", held, message, "Jobs over all nodes may fail or be slow; ask AWS support.")
        if lost:
            message = f"{lost} of the {status.get('TotalCapacity', held.total)} nodes of {held.words} are unavailable"
            yield _said("problem", held, message, "AWS mends or replaces them; ask AWS support how long it takes.")


def _summary(held: Held) -> str:
    start, end = held.answer.get("StartDate"), held.answer.get("EndDate")
    window = f" from {time_words(start)} to {time_words(end)}" if start and end else ""
    type_, zone = held.answer.get("InstanceType", ""), held.answer.get("AvailabilityZoneId", "")
    return f"{held.words} is {held.state}: {held.total} × {type_} in {zone}{window}"


def _said(status: Status, held: Held, message: str, hint: str = "") -> Outcome:
    return Outcome(_ID, status, held.where, message, hint)


CHECK = Check(
    id=_ID,
    title="capacity blocks are bought, fit their pools and run when the stack says",
    permissions=("ec2:DescribeCapacityBlockStatus", "ec2:DescribeCapacityReservations", "ec2:DescribeInstances"),
    run=_run,
)
