"""Scheduled actions, lifecycle hooks, placement groups and reservations that AWS refuses."""

from __future__ import annotations

from typing import Any

import pytest
from tests.aws.opinion.broken import says, state_of

START = "llm-prod-pool-sprint-block-start"
HOOK = "llm-prod-pool-sprint-termination"
MISSING = "ValidationError: AutoScalingGroup name not found - llm-prod-pool-sprint"
PLACED = "llm-staging-placement-train-group"
RESERVED = "llm-staging-placement-train-reservation"


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        (
            START,
            {"desiredCapacity": 5},
            "ValidationError: DesiredCapacity must be between MinSize, 0, and MaxSize, 4",
        ),
        (
            START,
            {"endTime": "2027-01-11T11:30:00Z"},
            "ValidationError: EndTime, 2027-01-11T11:30:00Z, must be after StartTime, 2027-01-11T11:30:00Z",
        ),
        (
            START,
            {"minSize": -1, "maxSize": -1, "desiredCapacity": -1},
            "ValidationError: At least one of MinSize, MaxSize and DesiredCapacity must be specified",
        ),
        (
            START,
            {"scheduledActionName": "n" * 256},
            "PutScheduledUpdateGroupAction: ScheduledActionName: 256 characters, 255 at most",
        ),
        (HOOK, {"heartbeatTimeout": 29}, "ValidationError: HeartbeatTimeout is 29; 30 to 7200 allowed"),
        (HOOK, {"heartbeatTimeout": 7201}, "ValidationError: HeartbeatTimeout is 7201; 30 to 7200 allowed"),
        (HOOK, {"defaultResult": "WAIT"}, "ValidationError: DefaultResult is WAIT; ABANDON or CONTINUE allowed"),
        (
            HOOK,
            {"lifecycleTransition": "terminating"},
            "ValidationError: LifecycleTransition is terminating; no such transition",
        ),
        (HOOK, {"name": "save it"}, r"PutLifecycleHook: LifecycleHookName: 'save it' doesn't match [A-Za-z0-9\-_\/]+"),
    ],
)
def test_of_a_group(name: str, changes: dict[str, Any], said: str) -> None:
    assert says("prod", name, changes) == [said]


@pytest.mark.parametrize("name", [START, HOOK])
def test_of_a_group_that_is_not_there(name: str) -> None:
    assert says("prod", name, {}, {"llm-prod-pool-sprint-group": None}) == [MISSING]


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        (
            PLACED,
            {"strategy": "near"},
            "CreatePlacementGroup: Strategy: 'near' is none of cluster, spread, partition, precision-time",
        ),
        (
            PLACED,
            {"name": "n" * 256},
            "InvalidParameterValue: The group's name has 256 characters, 1 to 255 allowed",
        ),
        (
            PLACED,
            {"partitionCount": 2},
            "InvalidParameterValue: PartitionCount is 2; 1 to 7 allowed, with strategy partition",
        ),
        (
            PLACED,
            {"strategy": "partition", "partitionCount": 8},
            "InvalidParameterValue: PartitionCount is 8; 1 to 7 allowed, with strategy partition",
        ),
        (RESERVED, {"instanceType": "p4d.huge"}, "InvalidParameterValue: Invalid value 'p4d.huge' for InstanceType."),
        (RESERVED, {"instanceCount": 0}, "InvalidParameterValue: InstanceCount is 0; 1 to 1000 allowed"),
        (
            RESERVED,
            {"endDateType": "limited"},
            "InvalidParameterCombination: EndDate is needed with EndDateType limited, and only with it",
        ),
        (
            RESERVED,
            {"instancePlatform": "Linux"},
            "CreateCapacityReservation: InstancePlatform: 'Linux' is none that is known",
        ),
        (
            RESERVED,
            {"instanceMatchCriteria": "any"},
            "CreateCapacityReservation: InstanceMatchCriteria: 'any' is none of open, targeted",
        ),
    ],
)
def test_capacity(name: str, changes: dict[str, Any], said: str) -> None:
    assert says("staging", name, changes) == [said]


def test_a_placement_group_that_is_there_already() -> None:
    group = {"aws:ec2/placementGroup:PlacementGroup": [{"id": "other", "name": "llm-staging-pool-train-cluster"}]}
    assert says("staging", PLACED, {}, also=group) == [
        "InvalidPlacementGroup.Duplicate: The placement group 'llm-staging-pool-train-cluster' already exists."
    ]


def test_a_reservation_in_a_group_that_spreads() -> None:
    arn = state_of("staging", PLACED)["arn"]
    assert says("staging", RESERVED, {}, {PLACED: {"strategy": "spread"}}) == [
        f"InvalidParameterValue: {arn} is no cluster placement group"
    ]
