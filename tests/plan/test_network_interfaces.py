"""The interfaces of every type, against tables written by hand from AWS's documentation."""

from __future__ import annotations

import pytest

from rackguard.catalog.types import InterfaceType, NetworkCard, NetworkCards, Source
from rackguard.plan.network_interfaces import (
    Layout,
    addresses_per_node,
    efa_count,
    efa_wanted,
    plan_interfaces,
    pool_interfaces,
)

CARD_0 = "0/0 interface, 0/1 efa-only"

# One card: the ENA interface and one for EFA beside it.
ONE_CARD = [
    "g4dn.8xlarge", "g4dn.12xlarge", "g4dn.16xlarge", "g4dn.metal",
    "g5.8xlarge", "g5.12xlarge", "g5.16xlarge", "g5.24xlarge", "g5.48xlarge",
    "g6.8xlarge", "g6.12xlarge", "g6.16xlarge", "g6.24xlarge", "g6.48xlarge", "gr6.8xlarge",
    "g6e.8xlarge", "g6e.12xlarge", "g6e.16xlarge",
    "g7.8xlarge", "g7.12xlarge", "g7.24xlarge", "g7e.8xlarge", "g7e.12xlarge",
    "p3dn.24xlarge", "p5.4xlarge",
]  # fmt: skip

# Card/device and kind of each interface with EFA, one address a node. The groups are AWS's: EC2 user guide, "Maximize
# network bandwidth on instances with multiple network cards" and "Network cards", 2026.
WITH_EFA = {
    **dict.fromkeys(ONE_CARD, CARD_0),
    **dict.fromkeys(("g6e.24xlarge", "g7.48xlarge", "g7e.24xlarge"), f"{CARD_0}, 1/0 efa-only"),
    **dict.fromkeys(
        ("g6e.48xlarge", "g7e.48xlarge", "p4d.24xlarge", "p4de.24xlarge"),
        f"{CARD_0}, 1/0 efa-only, 2/0 efa-only, 3/0 efa-only",
    ),
    "p6-b200.48xlarge": CARD_0 + "".join(f", {card}/0 efa-only" for card in range(1, 8)),
    "p5en.48xlarge": CARD_0 + "".join(f", {card}/0 efa-only" for card in range(1, 16)),
    "p5.48xlarge": CARD_0 + "".join(f", {card}/0 efa-only" for card in range(1, 32)),
    "p5e.48xlarge": CARD_0 + "".join(f", {card}/0 efa-only" for card in range(1, 32)),
    # Card 0 has no EFA.
    "p6-b300.48xlarge": "0/0 interface" + "".join(f", {card}/0 efa-only" for card in range(1, 17)),
    # Card 0 has no EFA, and one EFA-only card a GPU reaches the node's 1,600 Gbps.
    "p6e-gb200.36xlarge": "0/0 interface, 1/0 efa-only, 5/0 efa-only, 9/0 efa-only, 13/0 efa-only",
}

# Types without EFA: fractions, small sizes, Arm.
WITHOUT_EFA = [
    "g4dn.xlarge", "g4dn.2xlarge", "g4dn.4xlarge", "g5.xlarge", "g5.2xlarge", "g5.4xlarge",
    "g5g.xlarge", "g5g.2xlarge", "g5g.4xlarge", "g5g.8xlarge", "g5g.16xlarge", "g5g.metal",
    "g6.xlarge", "g6.2xlarge", "g6.4xlarge", "gr6.4xlarge",
    "g6f.large", "g6f.xlarge", "g6f.2xlarge", "g6f.4xlarge", "gr6f.4xlarge",
    "g6e.xlarge", "g6e.2xlarge", "g6e.4xlarge", "g7.2xlarge", "g7.4xlarge", "g7e.2xlarge", "g7e.4xlarge",
]  # fmt: skip

EFA_COUNTS = {
    "g6e.24xlarge": 2, "g7.48xlarge": 2, "g7e.24xlarge": 2, "g6e.48xlarge": 4, "g7e.48xlarge": 4,
    "p4d.24xlarge": 4, "p4de.24xlarge": 4, "p6-b200.48xlarge": 8, "p5en.48xlarge": 16, "p6-b300.48xlarge": 16,
    "p5.48xlarge": 32, "p5e.48xlarge": 32, "p6e-gb200.36xlarge": 4,
}  # fmt: skip

# The layout for the most IP bandwidth, where it differs from the one above.
MOST_IP_WITH_EFA = {
    "p4d.24xlarge": f"{CARD_0}, 1/0 efa-only, 1/1 interface, 2/0 efa-only, 2/1 interface, 3/0 efa-only, 3/1 interface",
    "g6e.24xlarge": f"{CARD_0}, 1/0 efa-only, 1/1 interface",
    # 800 Gbps of IP at most: every fourth card.
    "p5.48xlarge": CARD_0
    + "".join(f", {card}/0 efa-only" + (f", {card}/1 interface" if card % 4 == 0 else "") for card in range(1, 32)),
    "p6-b200.48xlarge": CARD_0 + "".join(f", {card}/0 efa-only, {card}/1 interface" for card in range(1, 8)),
    "p6-b300.48xlarge": "0/0 interface" + "".join(f", {card}/0 efa-only, {card}/1 interface" for card in range(1, 17)),
    "p6e-gb200.36xlarge": "0/0 interface, 1/0 efa-only, 2/0 interface, 4/0 interface, 5/0 efa-only, 6/0 interface,"
    " 8/0 interface, 9/0 efa-only, 10/0 interface, 12/0 interface, 13/0 efa-only, 14/0 interface, 16/0 interface",
    "g5.48xlarge": CARD_0,
}
MOST_IP_WITHOUT_EFA = {
    "p4d.24xlarge": "0/0 interface, 1/0 interface, 2/0 interface, 3/0 interface",
    "p5.48xlarge": ", ".join(f"{card}/0 interface" for card in range(0, 32, 4)),
    "p6-b300.48xlarge": ", ".join(f"{card}/0 interface" for card in range(17)),
    "p6e-gb200.36xlarge": ", ".join(f"{card}/0 interface" for card in range(0, 17, 2)),
    "g6.xlarge": "0/0 interface",
}


def text(interfaces):
    return ", ".join(f"{i.network_card_index}/{i.device_index} {i.interface_type}" for i in interfaces)


def planned_types(catalog):
    return [kind for kind in catalog.instance_types() if not kind.legacy]


def test_tables_name_every_type_that_can_be_planned(catalog):
    assert {kind.name for kind in planned_types(catalog)} == {*WITH_EFA, *WITHOUT_EFA}
    assert len(WITH_EFA) + len(WITHOUT_EFA) == 66


@pytest.mark.parametrize("name", WITH_EFA)
def test_interfaces_with_efa_are_exactly_aws_layout(catalog, name):
    interfaces = plan_interfaces(catalog.instance_type(name), "single_address", efa=True)
    assert text(interfaces) == WITH_EFA[name]
    assert efa_count(interfaces) == EFA_COUNTS.get(name, 1)
    assert addresses_per_node(interfaces) == 1


@pytest.mark.parametrize("name", WITHOUT_EFA)
def test_types_without_efa_have_the_primary_interface_alone(catalog, name):
    kind = catalog.instance_type(name)
    assert text(plan_interfaces(kind, "single_address", efa=True)) == "0/0 interface"
    assert text(plan_interfaces(kind, "max_ip_bandwidth", efa=True)) == "0/0 interface"


@pytest.mark.parametrize("name", [*WITH_EFA, *WITHOUT_EFA])
def test_without_efa_a_node_has_the_primary_interface_alone(catalog, name):
    assert text(plan_interfaces(catalog.instance_type(name), "single_address", efa=False)) == "0/0 interface"


@pytest.mark.parametrize("name", MOST_IP_WITH_EFA)
def test_most_ip_bandwidth_beside_efa(catalog, name):
    assert text(plan_interfaces(catalog.instance_type(name), "max_ip_bandwidth", efa=True)) == MOST_IP_WITH_EFA[name]


@pytest.mark.parametrize("name", MOST_IP_WITHOUT_EFA)
def test_most_ip_bandwidth_without_efa(catalog, name):
    interfaces = plan_interfaces(catalog.instance_type(name), "max_ip_bandwidth", efa=False)
    assert text(interfaces) == MOST_IP_WITHOUT_EFA[name]


@pytest.mark.parametrize(
    ("name", "addresses"),
    [("p5.48xlarge", 8), ("p5en.48xlarge", 16), ("p6-b200.48xlarge", 8), ("p6-b300.48xlarge", 17), ("p4d.24xlarge", 4)],
)
def test_every_ena_interface_takes_an_address(catalog, name, addresses):
    for efa in (True, False):
        interfaces = plan_interfaces(catalog.instance_type(name), "max_ip_bandwidth", efa=efa)
        assert addresses_per_node(interfaces) == addresses


@pytest.mark.parametrize("layout", ["single_address", "max_ip_bandwidth"])
@pytest.mark.parametrize("efa", [True, False])
def test_every_layout_of_every_type_is_legal(catalog, layout: Layout, efa):
    for kind in planned_types(catalog):
        interfaces = plan_interfaces(kind, layout, efa=efa)
        cards = {card.index: card for card in kind.network_cards.cards}
        places = [(i.network_card_index, i.device_index) for i in interfaces]
        assert interfaces[0].interface_type != "efa-only", kind.name
        assert places == sorted(set(places)), kind.name
        assert places[0] == (0, 0), kind.name
        efa_cards = [i.network_card_index for i in interfaces if i.interface_type != "interface"]
        assert len(efa_cards) == len(set(efa_cards)) <= kind.network_cards.max_efa, kind.name
        assert len(interfaces) <= (kind.max_interfaces or 0), kind.name
        for interface in interfaces:
            card = cards[interface.network_card_index]
            assert interface.device_index <= card.max_interfaces - 1, kind.name
            assert interface.interface_type in card.interface_types, kind.name


def test_a_legacy_type_has_one_interface(catalog):
    assert text(plan_interfaces(catalog.instance_type("p3.16xlarge"), "max_ip_bandwidth", efa=True)) == "0/0 interface"


ENA_EFA: frozenset[InterfaceType] = frozenset({"interface", "efa"})


@pytest.mark.parametrize(
    ("most", "expected"),
    [(4, "0/0 efa, 1/1 efa"), (1, "0/0 efa, 1/0 efa")],
)
def test_where_efa_only_is_unknown_one_interface_carries_both(catalog, most, expected):
    cards = tuple(NetworkCard(index, most, ENA_EFA) for index in range(2))
    kind = changed(catalog, NetworkCards(cards, 2, (0, 1), (0, 1), None, Source("test", "2026")))
    interfaces = plan_interfaces(kind, "single_address", efa=True)
    assert text(interfaces) == expected
    assert addresses_per_node(interfaces) == 2


def test_a_card_with_room_for_one_interface_carries_both_where_ip_is_wanted_too(catalog):
    both: frozenset[InterfaceType] = frozenset({"interface", "efa", "efa-only"})
    cards = tuple(NetworkCard(index, 1, both) for index in range(2))
    kind = changed(catalog, NetworkCards(cards, 2, (0, 1), (0, 1), None, Source("test", "2026")))
    assert text(plan_interfaces(kind, "max_ip_bandwidth", efa=True)) == "0/0 efa, 1/0 efa"
    assert text(plan_interfaces(kind, "single_address", efa=True)) == "0/0 efa, 1/0 efa-only"


def changed(catalog, cards):
    from dataclasses import replace

    return replace(catalog.instance_type("p4d.24xlarge"), network_cards=cards)


@pytest.mark.parametrize(
    ("pool", "wanted", "reason"),
    [
        ({"instance_type": "p5.48xlarge", "nodes": {"max": 2}}, True, "more than one node can run"),
        ({"instance_type": "p5.48xlarge", "nodes": {"max": 1}}, False, "A single node"),
        ({"instance_type": "p5.48xlarge", "nodes": {"max": 1}, "needs": {"rdma": True}}, True, "needs RDMA"),
        ({"instance_type": "p5.48xlarge", "nodes": {"max": 1}, "efa": "on"}, True, "You asked for it."),
        ({"instance_type": "p5.48xlarge", "nodes": {"max": 8}, "efa": "off"}, False, "You switched it off."),
        ({"instance_type": "g6.xlarge", "nodes": {"max": 8}}, False, "g6.xlarge has no EFA."),
        ({"instance_type": "g6.xlarge", "nodes": {"max": 8}, "efa": "on"}, False, "g6.xlarge has no EFA."),
        (
            {
                "instance_type": "p5.48xlarge",
                "nodes": {"max": 8},
                "zone_id": None,
                "zone_ids": ["use2-az1", "use2-az2"],
            },
            False,
            "EFA doesn't cross zones",
        ),
        (
            {"instance_type": None, "instance_types": ["p5.48xlarge", "p5en.48xlarge"], "nodes": {"max": 8}},
            False,
            "several types",
        ),
        (
            {"instance_type": None, "instance_types": ["p5.48xlarge", "p5en.48xlarge"], "efa": "on"},
            False,
            "several types",
        ),
    ],
)
def test_efa_is_decided_with_its_reason(declare, catalog, pool, wanted, reason):
    declared = declare(pools={"train": pool}).cluster.pools["train"]
    types = tuple(catalog.instance_type(name) for name in declared.types)
    efa, decision = efa_wanted("train", declared, types)
    assert efa is wanted
    assert (decision.id, decision.subject, decision.value) == ("efa", "pools.train", "on" if wanted else "off")
    assert reason in decision.reason


def test_nodes_of_several_types_have_only_what_each_of_them_takes(declare, catalog):
    pool = {
        "instance_type": None,
        "instance_types": ["g6e.48xlarge", "g6e.xlarge"],
        "network_layout": "max_ip_bandwidth",
    }
    declared = declare(pools={"train": pool}).cluster.pools["train"]
    types = tuple(catalog.instance_type(name) for name in declared.types)
    assert text(pool_interfaces(declared, types, efa=False)) == "0/0 interface"
    assert (
        text(pool_interfaces(declared, types[:1], efa=False))
        == "0/0 interface, 1/0 interface, 2/0 interface, 3/0 interface"
    )
