"""Which offers have what is wanted, and how those that haven't are counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rackguard.catalog.types import Commitment, PurchaseOption
from rackguard.economics.offers.find import Found, find_offers
from rackguard.economics.offers.wanted import Wanted, wanted_for
from rackguard.economics.own_prices import OwnPrice
from rackguard.sizing.sizing import Needs

GIB = 2**30
OHIO = frozenset({"us-east-2"})


def told(found: Found) -> list[str]:
    return [each.text for each in found.exclusions]


def types(found: Found) -> list[str]:
    return list(dict.fromkeys(offer.instance_type for offer in found.offers))


def test_an_offer_is_a_type_in_a_zone_bought_in_a_way_at_a_price(catalog) -> None:
    wanted = Wanted(gpu="a100-40", regions=frozenset({"us-east-1"}), zone_ids=frozenset({"use1-az4"}))
    found = find_offers(wanted, catalog)
    zone_price = catalog.spot_price("p4d.24xlarge", "us-east-1", "use1-az4").amount_usd
    assert [
        (offer.instance_type, offer.zone_id, offer.purchase.value, offer.rate.usd, offer.usd_per_gpu_hour)
        for offer in found.offers
    ] == [
        ("p4d.24xlarge", "use1-az4", "on_demand", 21.957642, 21.957642 / 8),
        ("p4d.24xlarge", "use1-az4", "spot", zone_price, zone_price / 8),
        ("p4d.24xlarge", "use1-az4", "reservation", 21.957642, 21.957642 / 8),
        ("p4d.24xlarge", "use1-az4", "capacity_block", 11.8, 11.8 / 8),
    ]
    spot = found.offers[1]
    assert spot.taken_back is not None
    assert spot.taken_back.basis.startswith("10-15% of nodes")
    assert found.offers[0].taken_back is None


def test_every_type_is_offered_or_counted_once(catalog) -> None:
    for wanted in (Wanted(), Wanted(interconnect="rdma"), Wanted(precision="fp8", regions=OHIO), Wanted(gpu="L4")):
        found = find_offers(wanted, catalog)
        left_out = sum(each.count for each in found.exclusions if each.what == "type")
        assert len(types(found)) + left_out == len(catalog.instance_types())


def test_exclusions_say_what_lacks(catalog) -> None:
    """Counted by hand from the catalogue's columns."""
    kinds = [kind for kind in catalog.instance_types() if not kind.legacy and kind.gpu_memory_mib]
    without = sum(not kind.rdma for kind in kinds)
    assert f"{without} types: no RDMA" in told(find_offers(Wanted(interconnect="rdma"), catalog))
    small = sum(kind.gpu_memory_mib < 80 * 1024 for kind in kinds)
    assert f"{small} types: less than 80 GiB a GPU" in told(find_offers(Wanted(memory_bytes=80 * GIB), catalog))


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (Wanted(gpu="B200"), "15 types: too old to be planned"),
        (Wanted(precision="fp8", instance_types=frozenset({"p4d.24xlarge"})), "1 type: no figure for FP8"),
        (Wanted(gpus_per_node=8, instance_types=frozenset({"p5.4xlarge"})), "1 type: fewer than 8 GPUs a node"),
        (Wanted(interconnect="nvlink", instance_types=frozenset({"g6e.48xlarge"})), "1 type: no NVLink"),
        (Wanted(nvlink_gb_s=900, instance_types=frozenset({"p4d.24xlarge"})), "1 type: less than 900 GB/s of NVLink"),
        (Wanted(cores_per_gpu=13, instance_types=frozenset({"p5.48xlarge"})), "1 type: fewer than 13 cores a GPU"),
        (
            Wanted(ram_bytes=2049 * GIB, instance_types=frozenset({"p5.48xlarge"})),
            "1 type: less than 2,049 GiB of RAM",
        ),
        (
            Wanted(regions=frozenset({"eu-central-2"}), instance_types=frozenset({"p5.48xlarge"})),
            "1 type: not sold in the regions and zones asked for",
        ),
        (
            Wanted(purchases=frozenset({PurchaseOption.CAPACITY_BLOCK}), instance_types=frozenset({"g6e.48xlarge"})),
            "1 type: not sold as capacity block",
        ),
        (
            Wanted(most_usd_per_hour=1, regions=OHIO, instance_types=frozenset({"p5.48xlarge"})),
            "12 offers: above 1.00 USD/h",
        ),
    ],
)
def test_each_reason_in_words(catalog, wanted: Wanted, reason: str) -> None:
    found = find_offers(wanted, catalog)
    if "too old" in reason:
        found = find_offers(Wanted(), catalog)
    assert reason in told(found)
    assert not found.offers or "too old" in reason


def test_a_need_that_is_just_met_is_met(catalog) -> None:
    wanted = Wanted(
        gpu="H100",
        memory_bytes=80 * GIB,
        precision="fp8",
        gpus_per_node=8,
        interconnect="rdma",
        nvlink_gb_s=900,
        cores_per_gpu=12,
        ram_bytes=2048 * GIB,
        most_usd_per_hour=55.04,
        regions=OHIO,
        purchases=frozenset({PurchaseOption.ON_DEMAND}),
    )
    assert types(find_offers(wanted, catalog)) == ["p5.48xlarge"]


def test_what_has_no_price_is_offered_without_one(catalog) -> None:
    wanted = Wanted(
        instance_types=frozenset({"p5e.48xlarge"}), regions=OHIO, purchases=frozenset({PurchaseOption.ON_DEMAND})
    )
    found = find_offers(wanted, catalog)
    assert {(offer.rate.usd, offer.rate.marker, offer.usd_per_gpu_hour) for offer in found.offers} == {
        (None, "no price", None)
    }
    capped = find_offers(replace(wanted, most_usd_per_hour=1000), catalog)
    assert (capped.offers, told(capped)[-1]) == (
        (),
        f"{len(found.offers)} offer{'s' * (len(found.offers) > 1)}: no price",
    )


def test_a_commitment_is_a_price_and_holds_nothing(catalog) -> None:
    wanted = Wanted(
        gpu="a100-40",
        zone_ids=frozenset({"use1-az4"}),
        purchases=frozenset({PurchaseOption.ON_DEMAND}),
        commitments=(Commitment.RI_1Y, Commitment.SAVINGS_PLAN_3Y),
    )
    assert [
        (offer.purchase.value, offer.commitment, offer.rate.usd) for offer in find_offers(wanted, catalog).offers
    ] == [
        ("on_demand", None, 21.957642),
        ("on_demand", Commitment.RI_1Y, 13.921094),
        ("on_demand", Commitment.SAVINGS_PLAN_3Y, None),
    ]


def test_own_prices_come_before_list_prices(catalog) -> None:
    own = OwnPrice(PurchaseOption.ON_DEMAND, "agreement 2026", family="p4d", discount_percent=10)
    wanted = Wanted(gpu="a100-40", zone_ids=frozenset({"use1-az4"}), purchases=frozenset({PurchaseOption.ON_DEMAND}))
    (offer,) = find_offers(wanted, catalog, [own]).offers
    assert offer.rate.usd == pytest.approx(21.957642 * 0.9)
    assert offer.rate.marker == "yours"
    assert offer.rate.source is not None
    assert offer.rate.source.name == "agreement 2026"


def test_every_price_has_a_source_and_a_date(catalog) -> None:
    for offer in find_offers(Wanted(), catalog).offers:
        if offer.rate.usd is None:
            assert offer.rate.note
        else:
            assert offer.rate.usd > 0
            assert offer.rate.source is not None
            assert offer.rate.source.name
            assert offer.rate.source.as_of


def test_what_a_sizing_needs_is_wanted(catalog) -> None:
    needs = Needs(
        gpus=16,
        memory_bytes_per_gpu=70 * GIB,
        precision="bf16",
        interconnect="rdma",
        gpus_per_node=8,
        cores_per_gpu=(4, 8),
        ram_bytes_per_node=640 * GIB,
        read_bytes_per_second=None,
        checkpoint_bytes=None,
        checkpoint_seconds=None,
    )
    found = find_offers(replace(wanted_for(needs), regions=OHIO), catalog)
    assert types(found) == ["g7e.48xlarge", "p5.48xlarge", "p5e.48xlarge", "p5en.48xlarge", "p6-b200.48xlarge"]
