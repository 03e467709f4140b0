"""Reservations and capacity blocks as EC2 describes them, and what both must agree with in a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal

from rackguard.plan.launch import PLATFORM
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.subject import Subject
    from rackguard.catalog.types import PurchaseOption
    from rackguard.plan.types import PoolPlan

PENDING = frozenset({"pending", "scheduled", "assessing", "delayed", "payment-pending"})
"""States of what isn't there yet, and may come (CapacityReservation in the EC2 API reference)."""
ACTIVE = "active"


@record
class Held:
    """One reservation or block, and the pools that run in it."""

    noun: Literal["reservation", "capacity block"]
    id: str
    pools: tuple[PoolPlan, ...]
    answer: dict[str, Any]
    """As EC2 describes it; empty where it isn't there."""

    @property
    def where(self) -> str:
        """The first of the pools."""
        return f"pools.{self.pools[0].name}"

    @property
    def words(self) -> str:
        """`the reservation cr-…`."""
        return f"the {self.noun} {self.id}"

    @property
    def state(self) -> str:
        """`active`."""
        return str(self.answer.get("State", ""))

    @property
    def total(self) -> int:
        """Nodes that it holds."""
        return int(self.answer.get("TotalInstanceCount", 0))

    @property
    def available(self) -> int:
        """Nodes that can be started in it now."""
        return int(self.answer.get("AvailableInstanceCount", 0))

    @property
    def most(self) -> int:
        """The most nodes that the pools may have together."""
        return sum(pool.nodes_max for pool in self.pools)


def held_by(subject: Subject, purchase: PurchaseOption, questions: Questions) -> Iterator[Held]:
    """Each existing reservation or block that pools name, asked once."""
    noun = "capacity block" if purchase == "capacity_block" else "reservation"
    by_id: dict[str, list[PoolPlan]] = {}
    for pool in subject.plan.pools:
        if pool.purchase == purchase and pool.launch.reservation_id:
            by_id.setdefault(pool.launch.reservation_id, []).append(pool)
    for id_, pools in by_id.items():
        yield Held(noun, id_, tuple(pools), described(questions, id_))


def described(questions: Questions, id_: str) -> dict[str, Any]:
    """A reservation or block by its id; empty where it isn't there."""
    asked = {"CapacityReservationIds": [id_]}
    found = questions.each("ec2", "describe_capacity_reservations", "CapacityReservations", **asked)
    return next(found, None) or {}


def own_nodes(questions: Questions, subject: Subject, id_: str) -> int:
    """How many nodes of the cluster run in it already."""
    wanted = {
        "capacity-reservation-id": [id_],
        "tag:rackguard:cluster": [subject.plan.name],
        "instance-state-name": ["pending", "running"],
    }
    filters = [{"Name": name, "Values": values} for name, values in wanted.items()]
    return sum(1 for _ in questions.each("ec2", "describe_instances", "Reservations.Instances", Filters=filters))


def mismatches(held: Held) -> Iterator[tuple[str, str]]:
    """Place and words for whatever keeps a pool's nodes out of it: type, zone, platform, tenancy."""
    type_, zone = held.answer.get("InstanceType", ""), held.answer.get("AvailabilityZoneId", "")
    for pool in held.pools:
        where = f"pools.{pool.name}"
        if (*pool.instance_types,) != (type_,):
            yield where, f"{held.words} holds {type_}; the pool is of {', '.join(pool.instance_types)}"
        if (*pool.zone_ids,) != (zone,):
            yield where, f"{held.words} is in {zone}; the pool is in {', '.join(pool.zone_ids)}"
    platform, tenancy = held.answer.get("InstancePlatform", PLATFORM), held.answer.get("Tenancy", "default")
    if platform != PLATFORM:
        yield held.where, f"{held.words} is for {platform}; the nodes' images are billed as {PLATFORM}"
    if tenancy != "default":
        yield held.where, f"{held.words} has the tenancy {tenancy}; nodes are started with the tenancy default"


def free_places(held: Held, own: Callable[[], int], wanted: Sequence[int]) -> str:
    """Words where fewer places are free than the least that the pools hold; empty where there are enough."""
    least = sum(wanted)
    if held.state != ACTIVE or held.available >= least:
        return ""
    mine = own()
    if held.available + mine >= least:
        return ""
    used = f", and {mine} of the cluster's nodes run in it" if mine else ""
    return f"{held.available} of the {held.total} places of {held.words} are free{used}; {least} are wanted"


def time_words(moment: datetime) -> str:
    """`2027-01-11 11:30 UTC`."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
