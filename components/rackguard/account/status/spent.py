"""What a pool's nodes, or the capacity that holds them, have cost since the month began, at the plan's prices."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from rackguard.account.preflight.capacity_reservation import described
from rackguard.account.status.node_time import month_start
from rackguard.account.status.price import NodePrice, node_price
from rackguard.catalog.types import PurchaseOption
from rackguard.record import record
from rackguard.spec.problem import InvalidInput

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.subject import Subject
    from rackguard.account.status.node_time import NodeTime
    from rackguard.plan.types import PoolPlan

_NEVER_STARTED = frozenset(
    {"pending", "scheduled", "assessing", "delayed", "unsupported", "failed", "payment-pending", "payment-failed"}
)
"""States of what has not been there yet (CapacityReservation in the EC2 API reference)."""

_OVER = frozenset({"cancelled", "expired"})


@record
class Part:
    """Hours of one kind, at one price."""

    what: str
    """`p5.48xlarge`, `8 × p5.48xlarge in cr-…`."""
    hours: float
    """Node-hours that are billed."""
    price: NodePrice

    @property
    def usd(self) -> float | None:
        """None where there is no price."""
        return None if self.price.usd is None else self.hours * self.price.usd


@record
class Spent:
    """What was spent on one pool."""

    parts: tuple[Part, ...]
    notes: tuple[str, ...] = ()
    at_least: bool = False
    """True where something that was billed isn't told."""


def spent(subject: Subject, pool: PoolPlan, time: NodeTime, questions: Questions, counted: dict[str, str]) -> Spent:
    """The cost of one pool; `counted` are ids of capacity, and the pool in which each is counted already."""
    if pool.purchase is PurchaseOption.CAPACITY_BLOCK:
        return _block(subject, pool, counted)
    if pool.purchase is PurchaseOption.RESERVATION:
        return _reservation(subject, pool, time, questions, counted)
    return _nodes(subject, pool, time)


def _nodes(subject: Subject, pool: PoolPlan, time: NodeTime, *notes: str) -> Spent:
    """Nodes by themselves: those that have ended, and whose type is forgotten, at the dearest of the pool's."""
    hours: dict[tuple[str, ...], float] = {}
    for span in time.spans:
        types = (span.type,) if span.type else pool.instance_types
        hours[types] = hours.get(types, 0.0) + span.hours
    parts = [
        Part(" or ".join(types), sum_, node_price(subject.stack, pool, subject.catalog, types))
        for types, sum_ in sorted(hours.items())
    ]
    told = [*notes]
    if len(pool.instance_types) > 1 and pool.instance_types in hours:
        told.append("AWS no longer tells the types of nodes that have ended: the dearest is taken")
    if time.uncounted:
        told.append(f"when these ended isn't told, and they aren't counted: {', '.join(time.uncounted)}")
    return Spent(tuple(parts), tuple(told), bool(time.uncounted))


def _block(subject: Subject, pool: PoolPlan, counted: dict[str, str]) -> Spent:
    id_ = pool.launch.reservation_id or ""
    if other := counted.get(id_):
        return Spent((), (f"paid with the capacity block of {other}",))
    counted[id_] = pool.name
    declared = subject.stack.cluster.pools[pool.name].purchase.capacity_block
    assert declared
    start, end = (datetime.fromisoformat(text).astimezone(UTC) for text in (declared.start, declared.end))
    count = declared.count or pool.nodes_max
    price = node_price(subject.stack, pool, subject.catalog, pool.instance_types, held=True)
    part = Part(f"{count} × {pool.instance_types[0]} in {id_}", count * _hours(start, end, subject.now), price)
    note = "the block was paid up front: this is the share of its hours that have passed this month"
    return Spent((part,) if part.hours else (), (note,) if part.hours else ())


def _reservation(
    subject: Subject, pool: PoolPlan, time: NodeTime, questions: Questions, counted: dict[str, str]
) -> Spent:
    """A reservation costs from its start, used or not; nodes in it cost nothing more."""
    name = pool.launch.reservation.name if pool.launch.reservation else pool.launch.reservation_id or ""
    if other := counted.get(name):
        return Spent((), (f"paid with the reservation of {other}",))
    try:
        answers = list(_reservations(pool, questions))
    except InvalidInput as refused:
        why = refused.problems[0].message
        bare = _nodes(subject, pool, time, f"its nodes alone are counted, not what stands empty: {why}")
        return Spent(bare.parts, bare.notes, at_least=True)
    if not answers:
        return _nodes(subject, pool, time, "its reservation isn't there: its nodes are counted by themselves")
    counted[name] = pool.name
    owner = str(answers[0].get("OwnerId", subject.plan.account_id))
    if owner != subject.plan.account_id:
        note = f"the reservation is the account {owner}'s, which pays for what stands empty"
        return _nodes(subject, pool, time, note)
    price = node_price(subject.stack, pool, subject.catalog, pool.instance_types, held=True)
    found = [_part(answer, price, subject.now) for answer in answers]
    notes = ["a reservation is billed whole, used or not"]
    lost = [str(answer.get("CapacityReservationId", "")) for answer in answers if _end_is_lost(answer, subject.now)]
    if lost:
        notes.append(f"when these ended isn't told, and they aren't counted: {', '.join(lost)}")
    return Spent(tuple(part for part in found if part.hours), tuple(notes), at_least=bool(lost))


def _reservations(pool: PoolPlan, questions: Questions) -> Iterator[dict[str, Any]]:
    """The one that is named, or what the stack has made."""
    if pool.launch.reservation_id:
        answer = described(questions, pool.launch.reservation_id)
        yield from [answer] if answer else []
    elif pool.launch.reservation:
        filters = [{"Name": "tag:Name", "Values": [pool.launch.reservation.name]}]
        yield from questions.each("ec2", "describe_capacity_reservations", "CapacityReservations", Filters=filters)


def _part(answer: dict[str, Any], price: NodePrice, now: datetime) -> Part:
    total, type_ = int(answer.get("TotalInstanceCount", 0)), answer.get("InstanceType", "")
    start: datetime | None = answer.get("StartDate") or answer.get("CreateDate")
    end: datetime | None = answer.get("EndDate")
    billed = start and answer.get("State") not in _NEVER_STARTED and not _end_is_lost(answer, now)
    hours = _hours(start, end or now, now) if start and billed else 0.0
    return Part(f"{total} × {type_} in {answer.get('CapacityReservationId', '')}", total * hours, price)


def _end_is_lost(answer: dict[str, Any], now: datetime) -> bool:
    """True where it is over, and EC2 doesn't say since when: one that was cancelled keeps the end it was to have."""
    end: datetime | None = answer.get("EndDate")
    return answer.get("State") in _OVER and (end is None or end > now)


def _hours(start: datetime, end: datetime, now: datetime) -> float:
    """Hours of a time within the month so far."""
    seconds = (min(end, now) - max(start, month_start(now))).total_seconds()
    return max(seconds, 0.0) / 3600
