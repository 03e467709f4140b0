"""What capacity blocks AWS offers for a wish, the cheapest first, each with the command that buys it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

from rackguard.account.preflight.capacity_reservation import time_words
from rackguard.account.preflight.check import Check
from rackguard.account.preflight.outcome import Outcome
from rackguard.catalog.types import PurchaseOption
from rackguard.catalog.zones import is_local
from rackguard.plan.launch import PLATFORM

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.subject import BlockWish, Subject
    from rackguard.catalog.catalog import Catalog

_ID = "block_offerings"
_SHOWN = 10
_BUYS = "The command buys it at once, and nothing takes it back; then name its id, start and end in the pool."
_DAYS, _WEEKLY_DAYS, _NODES = 14, 182, 64
"""AWS sells whole days up to the first, whole weeks up to the second, and no more nodes than the third at once
(DescribeCapacityBlockOfferings in the EC2 API reference)."""
_GPUS_OF_A_NODE = 4
"""Of p6e-gb200: an UltraServer of 9 nodes is `u-p6e-gb200x36` (EC2 user guide, UltraServers)."""


def _run(subject: Subject, questions: Questions) -> Iterator[Outcome]:
    wish = subject.wish
    if wish is None:
        return
    where = f"pools.{wish.pool}"
    if wrong := _not_sold(wish, subject.catalog):
        yield Outcome(_ID, "problem", where, wrong, "Nothing was asked.")
        return
    own = next((pool.zone_ids for pool in subject.plan.pools if pool.name == wish.pool), ())
    local = {"AllAvailabilityZones": True} if any(map(is_local, own)) else {}
    offers = sorted(_offers(questions, wish, subject.now, **local), key=_order)
    if not offers:
        message = f"AWS offers no capacity block of {wish.nodes} × {wish.instance_type} for {wish.hours:,} hours"
        hint = "Ask for other dates, fewer nodes, another length or another region."
        yield Outcome(_ID, "problem", where, f"{message}{_between(wish)}", hint)
        return
    ids = _zone_ids(questions)
    for offer in offers[:_SHOWN]:
        zone = ids.get(str(offer.get("AvailabilityZone", "")), str(offer.get("AvailabilityZone", "")))
        elsewhere = "" if zone in own else f" The pool would have to move to {zone}."
        command = _command(offer, subject.plan.region)
        yield Outcome(_ID, "ok", where, _words(offer, wish, zone), f"{_BUYS}{elsewhere}", command)
    if len(offers) > _SHOWN:
        yield Outcome(_ID, "ok", where, f"{len(offers) - _SHOWN} dearer offers are left out")


def _not_sold(wish: BlockWish, catalog: Catalog) -> str:
    """Why AWS sells no such block at all; empty where it may."""
    kind = catalog.find_instance_type(wish.instance_type)
    if kind and PurchaseOption.CAPACITY_BLOCK not in kind.purchase_options:
        return f"a block of {wish.instance_type} is not sold, as far as the catalogue knows"
    days, rest = divmod(wish.hours, 24)
    weekly = days % 7 == 0 and days <= _WEEKLY_DAYS
    if rest or days < 1 or not (days <= _DAYS or weekly):
        sold = f"{_DAYS} days by the day, and {_WEEKLY_DAYS} by the week"
        return f"a block of {wish.hours:,} hours is not sold: they last whole days, up to {sold}"
    if wish.nodes > _NODES:
        return f"a block of {wish.nodes} nodes is not sold: one has up to {_NODES}"
    return ""


def _offers(questions: Questions, wish: BlockWish, now: datetime, **zones: bool) -> Iterator[dict[str, Any]]:
    given: dict[str, Any] = {"InstanceType": wish.instance_type, "InstanceCount": wish.nodes}
    if wish.instance_type.startswith("p6e-"):
        family = wish.instance_type.partition(".")[0]
        given = {"UltraserverType": f"u-{family}x{wish.nodes * _GPUS_OF_A_NODE}", "UltraserverCount": 1}
    given["StartDateRange"] = wish.earliest or now
    if wish.latest:
        given["EndDateRange"] = wish.latest
    return questions.each(
        "ec2",
        "describe_capacity_block_offerings",
        "CapacityBlockOfferings",
        CapacityDurationHours=wish.hours,
        **given,
        **zones,
    )


def _order(offer: dict[str, Any]) -> tuple[float, datetime]:
    return float(offer["UpfrontFee"]), offer["StartDate"]


def _zone_ids(questions: Questions) -> dict[str, str]:
    """Offers name zones; a stack names their ids."""
    listed = questions.each("ec2", "describe_availability_zones", "AvailabilityZones", AllAvailabilityZones=True)
    return {str(zone.get("ZoneName", "")): str(zone.get("ZoneId", "")) for zone in listed}


def _words(offer: dict[str, Any], wish: BlockWish, zone: str) -> str:
    fee = float(offer["UpfrontFee"])
    start, end = offer["StartDate"], offer["EndDate"]
    hours = (end - start).total_seconds() / 3600
    nodes = int(offer.get("InstanceCount") or wish.nodes)
    each = f", {fee / hours / nodes:,.2f} a node and hour" if hours and nodes else ""
    return (
        f"{nodes} × {offer.get('InstanceType') or wish.instance_type} in {zone}"
        f" from {time_words(start)} to {time_words(end)}:"
        f" {fee:,.2f} {offer.get('CurrencyCode', 'USD')} up front{each}"
    )


def _command(offer: dict[str, Any], region: str) -> str:
    return (
        f"aws ec2 purchase-capacity-block --capacity-block-offering-id {offer['CapacityBlockOfferingId']}"
        f" --instance-platform {PLATFORM} --region {region}"
    )


def _between(wish: BlockWish) -> str:
    start = f" from {time_words(wish.earliest)}" if wish.earliest else ""
    return start + (f" to {time_words(wish.latest)}" if wish.latest else "")


CHECK = Check(
    id=_ID,
    title="capacity blocks that AWS offers for a wish",
    permissions=("ec2:DescribeAvailabilityZones", "ec2:DescribeCapacityBlockOfferings"),
    run=_run,
)
