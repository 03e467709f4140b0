"""The whole cluster of each example stack: exactly these resources, wherever, whenever and in whatever process."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.aws.differences import differences
from tests.aws.golden import graph_file
from tests.aws.golden_text import golden_text, label, unpacked
from tests.aws.stacks import NAMES, moved, recorded

ROOT = Path(__file__).parents[2]
ELSEWHERE = "210987654321"
"""Another account."""

IN_THE_BLOCK = datetime(2027, 1, 13, 9, 30, tzinfo=UTC)
AFTER_THE_BLOCK = datetime(2027, 1, 19, tzinfo=UTC)

NAMING_THE_ACCOUNT = {
    "aws": {"allowedAccountIds"},
    "llm-prod": {"account_id"},
    "llm-prod-key-key": {"policy"},
    "llm-prod-network-endpoint-kms": {"policy"},
    "llm-prod-network-endpoint-logs": {"policy"},
    "llm-prod-network-endpoint-s3": {"policy"},
    "llm-prod-network-endpoint-ssm": {"policy"},
    "llm-prod-network-flow-logs-role": {"assumeRolePolicy"},
    "llm-prod-network-flow-logs-role-policy-1": {"policy"},
    "llm-prod-login-role-policy-1": {"policy"},
    "llm-prod-pool-eval-role-policy-1": {"policy"},
    "llm-prod-pool-sprint-role-policy-1": {"policy"},
    "llm-prod-pool-train-role-policy-1": {"policy"},
    "llm-prod-access-login": {"userDataBase64"},
    "llm-prod-pool-eval-template": {"userData"},
    "llm-prod-pool-sprint-template": {"userData"},
    "llm-prod-pool-train-template": {"userData"},
    "llm-prod-storage-efs-home-policy": {"policy"},
    "llm-prod-storage-access-logs-bucket": {"bucket"},
    "llm-prod-storage-access-logs-encryption": {"bucket"},
    "llm-prod-storage-access-logs-lifecycle": {"bucket"},
    "llm-prod-storage-access-logs-ownership": {"bucket"},
    "llm-prod-storage-access-logs-policy": {"bucket", "policy"},
    "llm-prod-storage-access-logs-public-access": {"bucket"},
    "llm-prod-storage-access-logs-versioning": {"bucket"},
    "llm-prod-storage-bucket-checkpoints-access-logs": {"bucket", "targetBucket", "targetPrefix"},
    "llm-prod-storage-bucket-checkpoints-bucket": {"bucket"},
    "llm-prod-storage-bucket-checkpoints-encryption": {"bucket"},
    "llm-prod-storage-bucket-checkpoints-lifecycle": {"bucket"},
    "llm-prod-storage-bucket-checkpoints-ownership": {"bucket"},
    "llm-prod-storage-bucket-checkpoints-policy": {"bucket", "policy"},
    "llm-prod-storage-bucket-checkpoints-public-access": {"bucket"},
    "llm-prod-storage-bucket-checkpoints-versioning": {"bucket"},
}
"""By resource of prod, the inputs in which the account stands, by itself or in a bucket's name."""


@pytest.mark.parametrize("stack", NAMES)
def test_every_resource_is_the_reviewed_one(stack: str) -> None:
    # Where the change is meant: `python tests/aws/golden.py`, and read the difference.
    assert golden_text(recorded(stack)).splitlines() == graph_file(stack).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("stack", NAMES)
def test_names_in_the_reviewed_files_are_of_one_resource_each(stack: str) -> None:
    urns = list(recorded(stack).by_urn)
    assert len({label(urn) for urn in urns}) == len(urns) == len(recorded(stack).resources)


@pytest.mark.parametrize("stack", NAMES)
def test_another_day_changes_nothing(stack: str) -> None:
    assert differences(recorded(stack), moved(stack, datetime(2026, 12, 18, 23, 59, 59, tzinfo=UTC))) == {}


def test_inside_the_window_the_blocks_group_holds_its_nodes() -> None:
    during = moved("prod", IN_THE_BLOCK)
    assert differences(recorded("prod"), during) == {
        "llm-prod-pool-sprint-group": {"maxSize": (0, 4), "desiredCapacity": (0, 4)},
        "llm-prod-pool-sprint-block-start": "gone",
    }
    assert differences(during, moved("prod", datetime(2027, 1, 16, tzinfo=UTC))) == {}


def test_after_the_window_the_blocks_group_stays_empty() -> None:
    assert differences(recorded("prod"), moved("prod", AFTER_THE_BLOCK)) == {
        "llm-prod-pool-sprint-block-start": "gone",
        "llm-prod-pool-sprint-block-end": "gone",
    }


@pytest.mark.parametrize("stack", NAMES)
def test_in_another_account_only_its_number_differs(stack: str) -> None:
    there = golden_text(moved(stack, change=_move), unpacked)
    assert "123456789012" not in there
    assert there.replace(ELSEWHERE, "123456789012").splitlines() == golden_text(recorded(stack), unpacked).splitlines()


def test_where_the_account_stands() -> None:
    there = moved("prod", change=_move)
    assert {name: set(inputs) for name, inputs in differences(recorded("prod"), there).items()} == NAMING_THE_ACCOUNT


def _move(cluster: dict[str, Any]) -> None:
    cluster["account_id"] = ELSEWHERE


@pytest.mark.parametrize("stack", NAMES)
def test_the_order_of_declarations_is_no_matter(stack: str) -> None:
    there = moved(stack, change=_turn_round)
    assert differences(recorded(stack), there) == {}


def _turn_round(cluster: dict[str, Any]) -> None:
    for section in ("pools", "storage"):
        cluster[section] = dict(reversed(cluster[section].items()))


def test_another_process_makes_the_same_in_the_same_order() -> None:
    says = (
        "from tests.aws.stacks import recorded; from tests.aws.golden_text import golden_text;"
        " graph = recorded('prod'); print(*graph.by_urn, golden_text(graph), sep='\\n', end='')"
    )
    graph = recorded("prod")
    wanted = "\n".join([*graph.by_urn, golden_text(graph)])
    for seed in ("1", "20261201"):
        run = subprocess.run(
            [sys.executable, "-c", says],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout == wanted
