"""Rates of interruption: the Advisor's buckets and failures of hardware."""

from __future__ import annotations

from math import exp, inf

import pytest

from rackguard.catalog.types import Source, SpotHistory
from rackguard.economics.interruption_rate import failure_rate, spot_rate

SOURCE = Source("AWS Spot Instance Advisor", "2025-06-28")


def history(bucket: str | None) -> SpotHistory:
    return SpotHistory("p5.48xlarge", "us-east-2", 61.0, bucket, SOURCE)


def test_a_bucket_is_planned_at_its_upper_end() -> None:
    rate = spot_rate(history("5-10%"))
    assert rate is not None
    # A node that is taken back with 10 % in a month lasts a month with 90 %.
    assert exp(-730 * rate.per_hour) == pytest.approx(0.90)
    assert exp(-730 * rate.low_per_hour) == pytest.approx(0.95)
    assert (rate.high_per_hour, rate.at_least) == (rate.per_hour, False)
    assert rate.source == SOURCE


def test_the_lowest_bucket_has_no_lower_rate() -> None:
    rate = spot_rate(history("<5%"))
    assert rate is not None
    assert rate.low_per_hour == 0
    assert rate.per_hour == pytest.approx(7.0265e-5, rel=1e-4)


def test_the_highest_bucket_is_a_lower_bound_and_says_so() -> None:
    rate = spot_rate(history(">20%"))
    assert rate is not None
    assert (rate.at_least, rate.high_per_hour) == (True, None)
    assert exp(-730 * rate.per_hour) == pytest.approx(0.80)


@pytest.mark.parametrize("known", [None, history(None), history("rarely")])
def test_what_the_advisor_does_not_say_is_not_known(known: SpotHistory | None) -> None:
    assert spot_rate(known) is None


def test_every_bucket_of_the_catalogue_is_understood(catalog) -> None:
    histories = [
        catalog.spot_history(offering.instance_type, offering.region) for offering in catalog.offerings("us-east-1")
    ]
    buckets = {each.interruption: spot_rate(each) for each in histories if each and each.interruption}
    assert set(buckets) == {"<5%", "5-10%", "10-15%", "15-20%", ">20%"}
    assert None not in buckets.values()


def test_many_nodes_are_interrupted_as_many_times_as_often() -> None:
    rate = spot_rate(history("5-10%"))
    assert rate is not None
    assert rate.mean_hours(16) == pytest.approx(rate.mean_hours() / 16)
    assert rate.mean_hours(0) == inf


def test_hardware_fails_at_the_rate_of_llama_3() -> None:
    # 54 days × 24 h / 419 interruptions on 16,384 GPUs, 8 a node.
    assert failure_rate(8).mean_hours(2048) == pytest.approx(54 * 24 / 419, rel=1e-4)
    low, planned, high = (getattr(failure_rate(8), name) for name in ("low_per_hour", "per_hour", "high_per_hour"))
    assert low < planned < high


def test_a_slice_of_a_gpu_is_on_a_whole_one() -> None:
    assert failure_rate(0.125) == failure_rate(1)
