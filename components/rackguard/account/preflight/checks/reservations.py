"""The reservations that pools name are there, active, of the pools' type and zone, and large enough."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from rackguard.account.preflight.capacity_reservation import (
    ACTIVE,
    PENDING,
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
from rackguard.plan.duration_words import days

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.subject import Subject
    from rackguard.plan.types import PoolPlan

_ID = "reservations"
_FIXED = "Type, zone, platform and tenancy of a reservation can't be changed: correct the pool, or name another one."


def _run(subject: Subject, questions: Questions) -> Iterator[Outcome]:
    for held in held_by(subject, PurchaseOption.RESERVATION, questions):
        found = [*_found(held, subject, questions)]
        yield from found
        if held.state == ACTIVE and not any(outcome.status == "problem" for outcome in found):
            yield _said("ok", held, _summary(held, subject))


def _found(held: Held, subject: Subject, questions: Questions) -> Iterator[Outcome]:
    if not held.answer:
        message = f"there is no reservation {held.id} in {subject.plan.region} that the account may use"
        hint = "Correct `purchase.reservation.id`; a reservation of another account must be shared with this one."
        yield _said("problem", held, message, hint)
        return
    if held.answer.get("ReservationType") == "capacity-block":
        message = f"{held.id} is a capacity block, and declared as a reservation"
        yield _said("problem", held, message, "Declare it as `purchase.capacity_block`, with its start and its end.")
        return
    yield from _state(held)
    for where, message in mismatches(held):
        yield Outcome(_ID, "problem", where, message, _FIXED)
    yield from _size(held, subject, questions)
    yield from _groups(held)
    yield from _end(held, subject.now)
    yield from _others(held, subject)


def _state(held: Held) -> Iterator[Outcome]:
    if held.state == ACTIVE:
        return
    start: datetime | None = held.answer.get("StartDate")
    if held.state in PENDING:
        begins = f"; it starts at {time_words(start)}" if start else ""
        message = f"{held.words} is {held.state}, and not yet active{begins}"
        yield _said("warning", held, message, "No node starts before that; the group keeps trying.")
    else:
        yield _said("problem", held, f"{held.words} is {held.state}", "Name one that is active, or make one.")


def _size(held: Held, subject: Subject, questions: Questions) -> Iterator[Outcome]:
    counted = _counted(held, subject)
    if held.total < counted:
        message = f"{held.words} holds {held.total} nodes; the plan counts on {counted}"
        hint = "Enlarge it, or lower `nodes.max` and `purchase.reservation.count`."
        yield _said("problem", held, message, hint, _modify(held, subject, f"--instance-count {counted}"))
    elif held.total > counted:
        message = f"{held.words} holds {held.total} nodes; the plan, and its cost, count on {counted}"
        yield _said("warning", held, message, f"Set `purchase.reservation.count: {held.total}`.")
    least = [_least(pool) for pool in held.pools]
    if words := free_places(held, lambda: own_nodes(questions, subject, held.id), least):
        yield _said("problem", held, words, "End what else runs in it, or enlarge it.")


def _groups(held: Held) -> Iterator[Outcome]:
    """The placement group in which a reservation was made is the only one from which it is reached."""
    made_in = held.answer.get("PlacementGroupArn", "")
    for pool in held.pools:
        named = pool.placement.existing_arn or ""
        if named == made_in:
            continue
        there = f"was made in the placement group {made_in}" if made_in else "was made in no placement group"
        asked = f"the pool names {named}" if named else "the pool names none"
        hint = (
            f"Set `purchase.reservation.placement_group_arn: {made_in}`."
            if made_in
            else "Leave out `purchase.reservation.placement_group_arn`."
        )
        yield Outcome(_ID, "problem", f"pools.{pool.name}", f"{held.words} {there}; {asked}", hint)


def _end(held: Held, now: datetime) -> Iterator[Outcome]:
    end: datetime | None = held.answer.get("EndDate")
    if held.state == ACTIVE and end and held.answer.get("EndDateType") == "limited":
        left = "in less than a day" if (whole := (end - now).days) < 1 else f"in {days(whole)}"
        message = f"{held.words} ends at {time_words(end)}, {left}"
        hint = "Nodes that run then go on at the on-demand price; new ones don't start any more."
        yield _said("warning", held, message, hint)


def _others(held: Held, subject: Subject) -> Iterator[Outcome]:
    if held.answer.get("InstanceMatchCriteria") == "open":
        message = f"{held.words} is open: any instance of its type and zone in the account takes its places"
        hint = "Make it targeted, so that only what names it runs in it; AWS does that only while nothing runs in it."
        yield _said("warning", held, message, hint, _modify(held, subject, "--instance-match-criteria targeted"))


def _summary(held: Held, subject: Subject) -> str:
    owner = held.answer.get("OwnerId", "")
    shared = f", shared by the account {owner}" if owner and owner != subject.plan.account_id else ""
    type_, zone = held.answer.get("InstanceType", ""), held.answer.get("AvailabilityZoneId", "")
    return f"{held.words} is active: {held.total} × {type_} in {zone}, {held.available} free{shared}"


def _counted(held: Held, subject: Subject) -> int:
    """Nodes that the plan takes it to hold."""
    declared = [subject.stack.cluster.pools[pool.name].purchase.reservation for pool in held.pools]
    return max((one.count or 0 for one in declared if one), default=0) or held.most


def _least(pool: PoolPlan) -> int:
    return pool.nodes_min if pool.nodes_desired is None else pool.nodes_desired


def _modify(held: Held, subject: Subject, change: str) -> str:
    """Only its owner may change it."""
    if held.answer.get("OwnerId", subject.plan.account_id) != subject.plan.account_id:
        return ""
    command = f"aws ec2 modify-capacity-reservation --capacity-reservation-id {held.id} {change}"
    return f"{command} --region {subject.plan.region}"


def _said(status: Status, held: Held, message: str, hint: str = "", command: str = "") -> Outcome:
    return Outcome(_ID, status, held.where, message, hint, command)


CHECK = Check(
    id=_ID,
    title="reservations are active, fit their pools and have room",
    permissions=("ec2:DescribeCapacityReservations", "ec2:DescribeInstances"),
    run=_run,
)
