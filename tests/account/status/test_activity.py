"""What a group did and tried, and which of its failures still count."""

from __future__ import annotations

from tests.account.status.told import NOW, activities, ago, ended, failed, started, told

from rackguard.account.status.activity import failures


def test_activities_are_read_by_what_they_say() -> None:
    start, end, miss, other = activities(
        started("i-0aa", 3),
        ended("i-0bb", 2),
        failed(1),
        told("Updating load balancers", 1),
    )
    assert (start.kind, start.instance, start.began, start.failed) == ("start", "i-0aa", ago(3), False)
    assert (end.kind, end.instance) == ("end", "i-0bb")
    assert (miss.kind, miss.instance, miss.failed, miss.zone) == ("start", "", True, "us-east-2b")
    assert miss.message == "There is no Spot capacity available that matches your request."
    assert other.kind == "other"


def test_a_node_that_fell_ill_at_its_start_is_a_failed_start() -> None:
    reason = "Instance became unhealthy. Termination Reason: Client.InvalidKMSKey.InvalidState: wrong state of i-0ff"
    text = f"Launching a new EC2 instance: i-0cc. Status Reason: {reason}"
    (one,) = activities(told(text, 1, StatusCode="Cancelled"))
    assert (one.kind, one.instance, one.failed, one.message) == ("start", "i-0cc", True, reason)


def test_failures_of_one_cause_are_told_once_the_latest_first() -> None:
    quota = "VcpuLimitExceeded - You have requested more vCPU capacity than your current vCPU limit of 8 allows."
    found = failures(
        activities(failed(5), failed(3, zone="us-east-2a"), failed(4, quota), failed(2, "Never said before.")), NOW
    )
    assert [(one.cause.id if one.cause else None, one.times, one.last, one.zones) for one in found] == [
        (None, 1, ago(2), ("us-east-2b",)),
        ("no-spot-capacity", 2, ago(3), ("us-east-2a", "us-east-2b")),
        ("quota", 1, ago(4), ("us-east-2b",)),
    ]
    assert found[0].message == "Never said before."
    assert all(one.is_unsolved for one in found)


def test_a_failure_before_the_last_success_is_solved_and_told_for_a_day() -> None:
    (one,) = failures(activities(failed(5), started("i-0aa", 4)), NOW)
    assert (one.times, one.is_unsolved) == (1, False)
    assert failures(activities(failed(25), started("i-0aa", 4)), NOW) == ()


def test_a_failure_since_the_last_success_is_told_however_old_and_unsolved_for_a_day() -> None:
    (old,) = failures(activities(started("i-0aa", 50), failed(30)), NOW)
    (new,) = failures(activities(started("i-0aa", 50), failed(23)), NOW)
    assert (old.is_unsolved, new.is_unsolved) == (False, True)


def test_a_failed_end_and_a_group_that_was_deleted_are_none() -> None:
    deleted = {**failed(1), "AutoScalingGroupState": "Deleted"}
    assert failures(activities(ended("i-0aa", 1, StatusCode="Failed"), deleted), NOW) == ()


def test_details_that_are_no_json_name_no_zone() -> None:
    (one,) = activities({**failed(1), "Details": "{"})
    assert one.zone == ""
