"""Network interfaces of a node: which cards carry EFA, which carry IP.

The layout is AWS's current one (EC2 user guide, "Maximize network bandwidth on instances with multiple network
cards", 2026): an ENA interface first, EFA-only interfaces for RDMA, further ENA interfaces only for IP bandwidth.
EFA-only interfaces have no address, so that a p5.48xlarge needs 1 address instead of 32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rackguard.plan.types import Decision, NetworkInterface

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rackguard.catalog.types import InstanceType, NetworkCard, NetworkCards
    from rackguard.spec.pool import Pool

Layout = Literal["single_address", "max_ip_bandwidth"]

_GUIDE = "AWS EC2 user guide, Elastic Fabric Adapter, 2026"


def efa_wanted(pool_name: str, pool: Pool, types: tuple[InstanceType, ...]) -> tuple[bool, Decision]:
    """Whether the pool's nodes have EFA, and why."""
    wanted, reason = _efa_and_reason(pool, types)
    return wanted, Decision("efa", f"pools.{pool_name}", "on" if wanted else "off", reason, _GUIDE)


def _efa_and_reason(pool: Pool, types: tuple[InstanceType, ...]) -> tuple[bool, str]:
    if pool.efa == "off":
        return False, "You switched it off."
    if len(types) != 1:
        return False, "The pool has several types; one list of interfaces must fit every node, so EFA needs one type."
    if not types[0].network_cards.max_efa:
        return False, f"{types[0].name} has no EFA."
    if pool.efa == "on":
        return True, "You asked for it."
    if len(pool.zones) > 1:
        return False, "The pool spans several zones, and EFA doesn't cross zones."
    if pool.needs.rdma:
        return True, f"The workload needs RDMA, and {types[0].name} has EFA."
    if pool.nodes.max > 1:
        return True, f"{types[0].name} has EFA, and more than one node can run."
    return False, "A single node has no other node to reach."


def pool_interfaces(pool: Pool, types: tuple[InstanceType, ...], *, efa: bool) -> tuple[NetworkInterface, ...]:
    """The interfaces of a pool's nodes; those of several types have only the primary one, which every type takes."""
    return plan_interfaces(types[0], pool.network_layout if len(types) == 1 else "single_address", efa=efa)


def plan_interfaces(instance_type: InstanceType, layout: Layout, *, efa: bool) -> tuple[NetworkInterface, ...]:
    """The interfaces of a node of the type, in the order of the template: cards by number, devices by number."""
    cards = instance_type.network_cards
    efa_cards = frozenset(_efa_cards(cards)) if efa else frozenset[int]()
    ip_cards = frozenset(cards.ip_bandwidth_cards) if layout == "max_ip_bandwidth" else frozenset[int]()
    if not cards.cards:
        return (NetworkInterface(0, 0, "interface"),)
    return tuple(
        interface
        for card in cards.cards
        for interface in _on_card(card, efa=card.index in efa_cards, ip=card.index == 0 or card.index in ip_cards)
    )


def _efa_cards(cards: NetworkCards) -> tuple[int, ...]:
    # Counted by the number of EFA interfaces, not of cards: p6-b300 has 17 cards and 16 EFA.
    return cards.efa_cards[: cards.max_efa]


def _on_card(card: NetworkCard, *, efa: bool, ip: bool) -> Iterator[NetworkInterface]:
    if not efa:
        if ip:
            yield NetworkInterface(card.index, 0, "interface")
        return
    # Only an interface with an address can be primary; and a card may have room for one interface alone.
    together = "efa-only" not in card.interface_types or (ip and card.max_interfaces < 2)
    if together:
        device = 0 if card.index == 0 or card.max_interfaces < 2 else 1
        yield NetworkInterface(card.index, device, "efa")
    elif card.index == 0:
        yield NetworkInterface(0, 0, "interface")
        yield NetworkInterface(0, 1, "efa-only")
    else:
        yield NetworkInterface(card.index, 0, "efa-only")
        if ip:
            yield NetworkInterface(card.index, 1, "interface")


def addresses_per_node(interfaces: Iterable[NetworkInterface]) -> int:
    """Private IPv4 addresses that a node takes of its subnet."""
    return sum(interface.interface_type != "efa-only" for interface in interfaces)


def efa_count(interfaces: Iterable[NetworkInterface]) -> int:
    """EFA interfaces among these."""
    return sum(interface.interface_type != "interface" for interface in interfaces)
