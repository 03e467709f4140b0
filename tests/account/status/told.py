"""Activities and nodes as AWS tells them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from rackguard.account.status.activity import Activity, activity_of

NOW = datetime(2026, 12, 10, 12, tzinfo=UTC)
NO_SPOT = "There is no Spot capacity available that matches your request. Launching EC2 instance failed."


def ago(hours: float) -> datetime:
    return NOW - timedelta(hours=hours)


def started(instance: str, hours: float, **more: Any) -> dict[str, Any]:
    return told(f"Launching a new EC2 instance: {instance}", hours, **more)


def ended(instance: str, hours: float, **more: Any) -> dict[str, Any]:
    return told(f"Terminating EC2 instance: {instance}", hours, **more)


def failed(hours: float, message: str = NO_SPOT, zone: str = "us-east-2b") -> dict[str, Any]:
    return {
        **told(f"Launching a new EC2 instance.  Status Reason: {message}", hours, StatusCode="Failed"),
        "StatusMessage": message,
        "Details": f'{{"Subnet ID":"subnet-1","Availability Zone":"{zone}"}}',
    }


def told(description: str, hours: float, **more: Any) -> dict[str, Any]:
    """An activity that began and ended so many hours ago."""
    return {
        "ActivityId": f"{description[:40]} {hours}",
        "AutoScalingGroupName": "llm-pool-train",
        "Description": description,
        "Cause": "At 2026-12-01T00:00:00Z a user request changed the desired capacity.",
        "StartTime": ago(hours),
        "EndTime": ago(hours),
        "StatusCode": "Successful",
        "Progress": 100,
        **more,
    }


def activities(*answers: dict[str, Any]) -> list[Activity]:
    return [activity_of(answer) for answer in answers]
