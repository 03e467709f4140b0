"""The network cards of an instance type, and which of them carry EFA and IP traffic.

Layouts follow the EC2 user guide, "Maximize network bandwidth on instances with multiple network cards".
"""

from __future__ import annotations

from rackguard.catalog.tables import Row, flag, number
from rackguard.catalog.types import InterfaceType, NetworkCard, NetworkCards, Source

_ENA: frozenset[InterfaceType] = frozenset({"interface"})
_ENA_EFA: frozenset[InterfaceType] = frozenset({"interface", "efa"})
_ALL: frozenset[InterfaceType] = frozenset({"interface", "efa", "efa-only"})
_EFA_ONLY: frozenset[InterfaceType] = frozenset({"efa-only"})

# On p5 and p5e every fourth card reaches the 800 Gbps that IP traffic may use; more cards add addresses, not
# bandwidth. The guide names all cards for p6-b200 and p6-b300 and says nothing of the others, where all cards that
# can carry ENA are taken (our judgement).
_IP_CARDS = {"p5.48xlarge": tuple(range(0, 32, 4)), "p5e.48xlarge": tuple(range(0, 32, 4))}


def network_cards(row: Row, headline_gbps: float | None, source: Source) -> NetworkCards:
    """The cards of a type in the main file, whose cards all have the same number of interfaces."""
    count, max_efa = int(row["network_cards"]), int(row["max_efa_interfaces"])
    per_card = int(row["max_enis"]) // count
    with_efa = _ALL if flag(row["efa_only_supported"]) else _ENA_EFA
    # Card 0 carries EFA only where there are as many EFA interfaces as cards (not on p6-b300: 16 of 17).
    efa_cards = tuple(range(count - max_efa, count)) if max_efa else ()
    baseline = number(row["network_baseline_gbps"]) if count == 1 else None
    cards = tuple(NetworkCard(i, per_card, with_efa if i in efa_cards else _ENA, baseline) for i in range(count))
    return NetworkCards(
        cards=cards,
        max_efa=max_efa,
        efa_cards=efa_cards,
        ip_bandwidth_cards=_IP_CARDS.get(row["instance_type"], tuple(range(count))),
        # EFA and IP share the cards; the headline is what EFA reaches alone.
        efa_gbps=headline_gbps if max_efa else None,
        source=source,
    )


def no_cards(source: Source) -> NetworkCards:
    """For legacy types, whose cards no source lists: they are not planned."""
    return NetworkCards(cards=(), max_efa=0, efa_cards=(), ip_bandwidth_cards=(), efa_gbps=None, source=source)


def gb200_cards(source: Source) -> NetworkCards:
    """The 17 cards of p6e-gb200.36xlarge: card 0 ENA alone, odd cards EFA alone, even cards either.

    Cards (1, 2), (3, 4), … share 400 Gbps, and each GPU drives two of the odd cards at 400 Gbps together; so one
    EFA-only interface a GPU, on cards 1, 5, 9 and 13, already reaches the node's 1,600 Gbps.
    """
    cards = [NetworkCard(0, 1, _ENA, 100.0)]
    for index in range(1, 17):
        odd = index % 2 == 1
        cards.append(NetworkCard(index, 1, _EFA_ONLY, 400.0) if odd else NetworkCard(index, 2, _ALL, 200.0))
    return NetworkCards(
        cards=tuple(cards),
        max_efa=16,
        efa_cards=(1, 5, 9, 13),
        ip_bandwidth_cards=(0, *range(2, 17, 2)),
        efa_gbps=1600.0,
        source=source,
    )
