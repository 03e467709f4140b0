"""Which card carries what, in the layouts of the EC2 user guide."""

from __future__ import annotations

import pytest

from rackguard.catalog.catalog import load

CATALOG = load()
CARDS = {item.name: item.network_cards for item in CATALOG.instance_types()}


def test_p6_b300_has_17_cards_and_16_efa() -> None:
    cards = CARDS["p6-b300.48xlarge"]
    assert len(cards.cards) == 17
    assert cards.max_efa == 16
    assert cards.cards[0].interface_types == {"interface"}
    assert cards.efa_cards == tuple(range(1, 17))
    assert cards.efa_gbps == 6400


def test_p6_b300_ip_layout_uses_all_17_cards() -> None:
    assert CARDS["p6-b300.48xlarge"].ip_bandwidth_cards == tuple(range(17))


@pytest.mark.parametrize("name", ["p5.48xlarge", "p5e.48xlarge"])
def test_p5_has_32_cards_and_8_for_ip(name: str) -> None:
    cards = CARDS[name]
    assert cards.efa_cards == tuple(range(32))
    assert cards.ip_bandwidth_cards == (0, 4, 8, 12, 16, 20, 24, 28)
    assert {card.max_interfaces for card in cards.cards} == {2}
    assert cards.efa_gbps == 3200


def test_p6_b200_ip_layout_uses_all_8_cards() -> None:
    cards = CARDS["p6-b200.48xlarge"]
    assert cards.ip_bandwidth_cards == cards.efa_cards == tuple(range(8))
    assert cards.efa_gbps == 3200


def test_p6e_gb200_cards() -> None:
    cards = CARDS["p6e-gb200.36xlarge"]
    first, *rest = cards.cards
    assert [card.index for card in cards.cards] == list(range(17))
    assert (first.max_interfaces, first.interface_types, first.bandwidth_gbps) == (1, {"interface"}, 100)
    odd, even = rest[0::2], rest[1::2]
    assert {(c.max_interfaces, c.interface_types, c.bandwidth_gbps) for c in odd} == {(1, frozenset({"efa-only"}), 400)}
    assert {(c.max_interfaces, c.bandwidth_gbps) for c in even} == {(2, 200)}
    assert all({"interface", "efa-only"} <= c.interface_types for c in even)


def test_p6e_gb200_recommended_layout_is_one_efa_a_gpu() -> None:
    cards = CARDS["p6e-gb200.36xlarge"]
    assert cards.efa_cards == (1, 5, 9, 13)
    assert cards.efa_gbps == 1600 == sum(cards.cards[index].bandwidth_gbps or 0 for index in cards.efa_cards)
    assert CATALOG.instance_type("p6e-gb200.36xlarge").max_interfaces == 1 + 8 * 1 + 8 * 2


@pytest.mark.parametrize(
    ("name", "cards", "efa"),
    [
        ("g4dn.metal", 1, 1),
        ("g5.48xlarge", 1, 1),
        ("g6e.24xlarge", 2, 2),
        ("g6e.48xlarge", 4, 4),
        ("g7.48xlarge", 2, 2),
        ("g7e.48xlarge", 4, 4),
        ("p3dn.24xlarge", 1, 1),
        ("p4d.24xlarge", 4, 4),
        ("p4de.24xlarge", 4, 4),
        ("p5.4xlarge", 1, 1),
        ("p5en.48xlarge", 16, 16),
        ("g5.xlarge", 1, 0),
    ],
)
def test_cards_and_efa_counts(name: str, cards: int, efa: int) -> None:
    assert (len(CARDS[name].cards), CARDS[name].max_efa, len(CARDS[name].efa_cards)) == (cards, efa, efa)


@pytest.mark.parametrize("name", CARDS)
def test_layouts_use_only_what_a_card_can_carry(name: str) -> None:
    cards = CARDS[name]
    for index in cards.efa_cards:
        assert "efa-only" in cards.cards[index].interface_types
    for index in cards.ip_bandwidth_cards:
        assert "interface" in cards.cards[index].interface_types
    assert cards.ip_bandwidth_cards[:1] == ((0,) if cards.cards else ())


@pytest.mark.parametrize("name", CARDS)
def test_the_primary_card_is_always_ena(name: str) -> None:
    assert all("interface" in card.interface_types for card in CARDS[name].cards[:1])


@pytest.mark.parametrize("name", CARDS)
def test_efa_bandwidth_is_known_exactly_where_efa_is(name: str) -> None:
    assert (CARDS[name].efa_gbps is not None) == CATALOG.instance_type(name).efa_supported
