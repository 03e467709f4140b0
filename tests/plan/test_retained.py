from __future__ import annotations

from collections.abc import Callable

from rackguard.catalog.catalog import load
from rackguard.plan.access import plan_access
from rackguard.plan.encryption import plan_key
from rackguard.plan.retained import plan_retained
from rackguard.plan.storage import plan_storage
from rackguard.plan.types import Retained
from rackguard.spec.stack import Stack

EXISTING = "arn:aws:kms:us-east-2:123456789012:key/01234567-89ab-cdef-0123-456789abcdef"
GROUPS = ["/rackguard/llm/flow", "/rackguard/llm/auth"]
RESERVED = {"instance_type": "p5.48xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}}


def retained(stack: Stack) -> tuple[Retained, ...]:
    return plan_retained(stack, plan_key(stack, GROUPS), plan_storage(stack), plan_access(stack, load()), GROUPS)


def kept(stack: Stack) -> list[tuple[str, str]]:
    return [(item.kind, item.name) for item in retained(stack)]


def test_a_small_cluster_leaves_its_key(declare: Callable[..., Stack]) -> None:
    assert kept(declare()) == [("KMS key", "alias/llm")]
    assert retained(declare())[0].reason == (
        "Deletion waits 30 days, and can be cancelled until then. After that nothing that is encrypted with it can ever"
        " be read again."
    )


def test_a_key_that_kept_logs_or_backups_need_stays(declare: Callable[..., Stack]) -> None:
    stays = (
        "Logs or backups in this list can't be read without it: it stays, and is billed, until you schedule its"
        " deletion. Its alias goes; the tag rackguard:cluster finds it."
    )
    for stack in (
        declare(tags={"classification": "confidential"}),
        declare(storage={"scratch": {"lustre": {"size_gib": 1200, "zone_id": "use2-az1"}, "mount": "/fsx"}}),
    ):
        assert retained(stack)[0] == Retained("alias/llm", "KMS key", stays)


def test_with_a_key_of_the_users_nothing_is_left(declare: Callable[..., Stack]) -> None:
    assert kept(declare(encryption={"key": EXISTING})) == []


def test_what_holds_data_and_what_is_paid_for_stays(declare: Callable[..., Stack]) -> None:
    stack = declare(
        tags={"classification": "phi"},
        logs={"retention_days": 2192},
        encryption={"service_linked_roles": "create"},
        storage={
            "scratch": {"lustre": {"size_gib": 1200, "zone_id": "use2-az1"}, "mount": "/fsx"},
            "home": {"efs": {}},
            "data": {"s3": {"object_lock_days": 90}},
        },
        pools={
            "train": {**RESERVED, "purchase": {"reservation": {"id": "cr-0123456789abcdef0"}}},
            "again": {**RESERVED, "purchase": {"reservation": {"id": "cr-0123456789abcdef0"}}},
            "new": {**RESERVED, "purchase": {"reservation": {"create": 1}}},
            "sprint": {
                **RESERVED,
                "purchase": {
                    "capacity_block": {
                        "id": "cr-0fedcba9876543210",
                        "start": "2026-12-07T11:30:00Z",
                        "end": "2026-12-14T11:30:00Z",
                    }
                },
            },
        },
    )
    assert kept(stack) == [
        ("KMS key", "alias/llm"),
        ("service-linked role", "autoscaling.amazonaws.com"),
        ("FSx backup", "llm-scratch"),
        ("AWS Backup recovery points", "llm-home"),
        ("S3 bucket", "llm-data-123456789012-us-east-2"),
        ("S3 bucket", "llm-123456789012-us-east-2-access-logs"),
        ("log group", "/rackguard/llm/flow"),
        ("log group", "/rackguard/llm/auth"),
        ("capacity reservation", "cr-0123456789abcdef0"),
        ("capacity block", "cr-0fedcba9876543210"),
    ]
    reasons = {item.name: item.reason for item in retained(stack)}
    assert "90 days" in reasons["llm-data-123456789012-us-east-2"]
    assert "2192 days" in reasons["/rackguard/llm/auth"]


def test_one_day_is_said_in_the_singular(declare: Callable[..., Stack]) -> None:
    stack = declare(
        tags={"classification": "phi"}, logs={"retention_days": 1}, storage={"data": {"s3": {"object_lock_days": 1}}}
    )
    reasons = {item.name: item.reason for item in retained(stack)}
    assert reasons["/rackguard/llm/auth"].startswith("Evidence for 1 day. ")
    assert reasons["llm-data-123456789012-us-east-2"].endswith(" before it is 1 day old.")


def test_logs_that_are_no_evidence_go(declare: Callable[..., Stack]) -> None:
    assert kept(declare(storage={"data": {"s3": {}}})) == [
        ("KMS key", "alias/llm"),
        ("S3 bucket", "llm-data-123456789012-us-east-2"),
    ]
