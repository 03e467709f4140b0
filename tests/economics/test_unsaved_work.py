"""What a spot pool without a checkpoint store loses."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.cost import price_items
from rackguard.economics.unsaved_work import lost_hours, unsaved_work


def simulated_loss(random: Random, hours: float, rate: float) -> float:
    """The time of the last interruption within the hours: all work before it is gone."""
    last = clock = 0.0
    while (clock := clock + random.expovariate(rate)) < hours:
        last = clock
    return last


@pytest.mark.parametrize(("hours", "rate"), [(730, 1 / 1000), (730, 1 / 100), (100, 1 / 20)])
def test_lost_hours_agree_with_a_simulation(hours: float, rate: float) -> None:
    random = Random(7)  # noqa: S311 (a simulation, not a secret)
    runs = [simulated_loss(random, hours, rate) for _ in range(40_000)]
    assert lost_hours(hours, rate) == pytest.approx(sum(runs) / len(runs), rel=0.02)


def test_lost_hours_by_hand() -> None:
    # λT = 1: T - T (1 - 1/e) = T / e
    assert lost_hours(730, 1 / 730) == pytest.approx(730 / 2.718281828, rel=1e-9)
    assert lost_hours(730, 0) == 0
    assert lost_hours(730, 1e-12) == pytest.approx(730 * 730 * 1e-12 / 2)


@given(hours=st.floats(0, 1e4), rate=st.floats(0, 10))
def test_never_less_than_nothing_nor_more_than_all(hours: float, rate: float) -> None:
    assert 0 <= lost_hours(hours, rate) <= hours
    assert lost_hours(hours, rate) <= lost_hours(hours, rate * 1.01 + 1e-9) * (1 + 1e-9)


def spot_cost(catalog, nodes, **changes):
    given_ = {"purchase": PurchaseOption.SPOT, "zone_ids": ("use2-az1",), "subject": "pools.eval", **changes}
    return price_items([nodes("p5.48xlarge", 0, quantity_max=4, **given_)], catalog)


def test_nodes_by_themselves_lose_their_own_work(catalog, nodes) -> None:
    (loss,) = unsaved_work(spot_cost(catalog, nodes), (), (), catalog)
    # us-east-2: 5-10 %, so e^(-730 λ) = 0.9 and λ = 1.4433e-4; 4 × (730 - 0.1 / λ) hours.
    assert (loss.subject, loss.instance_type, loss.nodes, loss.together) == ("pools.eval", "p5.48xlarge", 4, False)
    assert loss.node_hours == pytest.approx(4 * (730 - 0.1 / 1.443294e-4), rel=1e-4)
    assert loss.share_percent == pytest.approx(5.0882, rel=1e-4)
    price = catalog.spot_price("p5.48xlarge", "us-east-2", "use2-az1")
    assert loss.usd == pytest.approx(148.575 * price.amount_usd, rel=1e-4)
    assert not loss.at_least


def test_nodes_that_work_together_lose_all_with_one(catalog, nodes) -> None:
    cost = spot_cost(catalog, nodes)
    (loss,) = unsaved_work(cost, (), ("pools.eval",), catalog)
    # Four times the rate: e^(-730 · 4λ) = 0.9⁴ = 0.6561.
    assert loss.node_hours == pytest.approx(4 * (730 - 0.3439 / (4 * 1.443294e-4)), rel=1e-4)
    (alone,) = unsaved_work(cost, (), (), catalog)
    assert loss.usd is not None
    assert alone.usd is not None
    assert loss.usd > alone.usd


def test_a_bucket_without_an_upper_end_is_a_lower_bound(catalog, nodes) -> None:
    (loss,) = unsaved_work(spot_cost(catalog, nodes, region="us-east-1", zone_ids=()), (), (), catalog)
    assert loss.at_least


def test_of_several_types_the_one_taken_back_most_often_counts(catalog, nodes) -> None:
    item = nodes(("p5.48xlarge", "p4d.24xlarge"), 1, region="us-east-1", purchase=PurchaseOption.SPOT)
    (loss,) = unsaved_work(price_items([item], catalog), (), (), catalog)
    assert loss.instance_type == "p5.48xlarge"  # >20 % against 10-15 %


def test_a_saved_pool_and_what_is_not_spot_lose_nothing_that_is_told(catalog, nodes) -> None:
    assert unsaved_work(spot_cost(catalog, nodes), ("pools.eval",), (), catalog) == ()
    assert unsaved_work(spot_cost(catalog, nodes, purchase=PurchaseOption.ON_DEMAND), (), (), catalog) == ()


def test_an_unknown_rate_is_not_no_loss(catalog, nodes) -> None:
    item = nodes("p6-b300.48xlarge", 2, region="us-west-2", purchase=PurchaseOption.SPOT)
    assert catalog.spot_history("p6-b300.48xlarge", "us-west-2") is None
    (loss,) = unsaved_work(price_items([item], catalog), (), (), catalog)
    assert (loss.node_hours, loss.usd, loss.share_percent, loss.rate) == (None, None, None, None)
