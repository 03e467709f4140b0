"""Nodes fill the capacity that is held for them; none is lost and none is billed twice."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.coverage import billed_quantities
from rackguard.economics.items import BillableItem, ItemKind

COUNTS = st.integers(0, 50)


def held(kind: ItemKind, count: int, most: int | None = None, capacity: str | None = None) -> BillableItem:
    return BillableItem(
        "nodes",
        "pools.a",
        kind,
        count,
        "hour",
        "us-east-2",
        quantity_max=most,
        instance_types=("p5.48xlarge",),
        purchase=PurchaseOption.RESERVATION,
        capacity=capacity,
    )


@settings(deadline=None, max_examples=100)
@given(reserved=COUNTS, pools=st.lists(COUNTS, min_size=1, max_size=5))
def test_what_is_billed_is_the_larger_of_reserved_and_running(reserved, pools):
    items = [held("reservation", reserved), *(held("instance", count) for count in pools)]
    billed = billed_quantities(items)
    assert sum(part.now for part in billed if part.now is not None) == max(reserved, sum(pools))
    assert all(part.now is not None and part.now >= 0 for part in billed)


@settings(deadline=None, max_examples=50)
@given(reserved=COUNTS, now=COUNTS, more=COUNTS)
def test_the_reservation_itself_is_always_billed_whole(reserved, now, more):
    reservation, nodes = billed_quantities([held("reservation", reserved), held("instance", now, now + more)])
    assert (reservation.now, reservation.most) == (reserved, reserved)
    assert nodes.now == max(0, now - reserved)
    assert nodes.most == max(0, now + more - reserved)
    assert nodes.all_covered == (now + more <= reserved)


def test_the_order_of_items_does_not_hide_a_reservation():
    nodes, reservation = billed_quantities([held("instance", 2), held("reservation", 2)])
    assert (nodes.now, reservation.now) == (0, 2)


def test_another_capacity_does_not_cover():
    _, nodes = billed_quantities([held("reservation", 2, capacity="cr-1"), held("instance", 2, capacity="cr-2")])
    assert (nodes.now, nodes.all_covered) == (2, False)


def test_capacity_that_can_grow_covers_nodes_at_its_largest():
    reservation, nodes = billed_quantities([held("reservation", 1, 4), held("instance", 1, 4)])
    assert (reservation.now, reservation.most) == (1, 4)
    assert (nodes.now, nodes.most, nodes.all_covered) == (0, 0, True)
