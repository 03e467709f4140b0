"""Hours of nodes within a month, by hand: now is 2026-12-10 12:00 UTC, 228 hours into the month."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from tests.account.status.told import NOW, activities, ago, ended, started, told

from rackguard.account.status.node_time import Instance, Span, month_start, node_time


def node(id_: str, hours: float, state: str = "running") -> dict[str, Instance]:
    return {id_: Instance(id_, "p5.48xlarge", ago(hours), state)}


def test_the_month_is_that_of_utc() -> None:
    assert month_start(NOW) == datetime(2026, 12, 1, tzinfo=UTC)
    late = datetime(2026, 12, 1, 1, tzinfo=timezone(timedelta(hours=2)))
    assert month_start(late) == datetime(2026, 11, 1, tzinfo=UTC)


def test_a_running_node_counts_from_its_launch_or_the_months_start() -> None:
    assert node_time([], node("i-0aa", 10), NOW).spans == (Span("i-0aa", "p5.48xlarge", 10.0),)
    assert node_time([], node("i-0aa", 500), NOW).hours == 228.0


def test_a_node_that_has_ended_counts_from_start_to_end() -> None:
    time = node_time(activities(ended("i-0aa", 2), started("i-0aa", 10)), {}, NOW)
    assert (time.spans, time.uncounted) == ((Span("i-0aa", "", 8.0),), ())


def test_one_started_before_the_history_counts_from_the_months_start() -> None:
    assert node_time(activities(ended("i-0aa", 28)), {}, NOW).hours == 200.0


def test_one_that_ended_last_month_does_not_count() -> None:
    assert node_time(activities(started("i-0aa", 300), ended("i-0aa", 230)), {}, NOW).spans == ()


def test_one_that_ec2_still_knows_keeps_its_type() -> None:
    time = node_time(activities(started("i-0aa", 10), ended("i-0aa", 1)), node("i-0aa", 10, "terminated"), NOW)
    assert time.spans == (Span("i-0aa", "p5.48xlarge", 9.0),)


def test_one_that_is_ending_counts_to_now() -> None:
    history = activities(started("i-0aa", 10), ended("i-0aa", 1, StatusCode="InProgress", EndTime=None))
    assert node_time(history, node("i-0aa", 10, "shutting-down"), NOW).hours == 10.0


def test_one_whose_end_is_nowhere_is_named_and_not_counted() -> None:
    time = node_time(activities(started("i-0aa", 10)), {}, NOW)
    assert (time.spans, time.uncounted) == ((), ("i-0aa",))
    assert node_time([], node("i-0bb", 10, "terminated"), NOW).uncounted == ("i-0bb",)


def test_a_start_that_failed_counts_for_as_long_as_it_took() -> None:
    text = "Launching a new EC2 instance: i-0aa. Status Reason: Instance became unhealthy."
    history = activities(told(text, 3, StatusCode="Cancelled", EndTime=ago(2.5)))
    time = node_time(history, {}, NOW)
    assert (time.hours, time.uncounted) == (0.5, ())
    # What Auto Scaling says of its end afterwards counts more.
    assert node_time([*activities(ended("i-0aa", 2)), *history], {}, NOW).hours == 1.0


def test_a_node_that_was_attached_or_detached() -> None:
    history = activities(
        told("Attaching an existing EC2 instance: i-0aa", 10), told("Detaching EC2 instance: i-0aa", 4)
    )
    assert node_time(history, {}, NOW).hours == 6.0


def test_nothing_counts_beyond_now() -> None:
    assert node_time(activities(started("i-0aa", 10), ended("i-0aa", -5)), {}, NOW).hours == 10.0
    assert node_time([], node("i-0bb", -1), NOW).spans == ()
