"""`rackguard check` by rules of cost: they are told what the stack costs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

AT = ("--at", "2026-12-01T00:00:00Z")


@pytest.mark.parametrize(
    ("change", "rule", "seen"),
    [
        ({"budget_usd_per_month: 400000": "budget_usd_per_month: 1000"}, "cost-budget", " for certain"),
        (
            {"count: 4": "count: 5"},
            "cost-idle-reservation",
            "4 of 5 nodes (capacity block of 5 × p5en.48xlarge)",
        ),
    ],
)
def test_a_stack_is_judged_by_what_it_costs(
    run: Callable[..., Any], stack_file: Callable[..., Path], change: dict[str, str], rule: str, seen: str
) -> None:
    result = run("check", stack_file(change, stack="prod"), "--framework", "cost", "--format", "json", *AT)
    assert result.code == 1
    judgements = json.loads(result.out)["judgements"]
    found = [each for each in judgements if each["outcome"] not in ("compliant", "not applicable")]
    assert [(each["rule"], each["outcome"]) for each in found] == [(rule, "finding")]
    assert found[0]["seen"].endswith(seen)
