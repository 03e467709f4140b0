"""`rackguard plan` of a preview or a state that leaves resources out: its sums are "at least", and it says so last."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]

AT = ("--at", "2026-12-01T00:00:00Z")
URN = "urn:pulumi:dev::shop::aws:ec2/instance:Instance::"
TYPE = "aws:ec2/instance:Instance"
INPUTS = {"instanceType": "g6.xlarge", "availabilityZone": "us-east-1a", "region": "us-east-1"}
ENDING = "Without the resources that aren't told."


def instance(name: str, **more: Any) -> dict[str, Any]:
    return {"urn": URN + name, "type": TYPE, "custom": True, "inputs": INPUTS, "outputs": {}, **more}


def preview(same: int) -> dict[str, Any]:
    step = {"op": "create", "urn": URN + "box", "newState": instance("box")}
    return {"steps": [step], "changeSummary": {"create": 1, "same": same}}


def state(*more: dict[str, Any]) -> dict[str, Any]:
    return {"version": 3, "deployment": {"resources": [instance("box"), *more]}}


@pytest.mark.parametrize(
    ("option", "document", "at_least"),
    [
        ("--preview", preview(2), True),
        ("--preview", preview(0), False),
        ("--state", state(instance("old", delete=True)), True),
        ("--state", state(), False),
    ],
    ids=["preview of a part", "whole preview", "state of a part", "whole state"],
)
def test_sums_over_a_part_are_at_least(
    run: Run, tmp_path: Path, option: str, document: dict[str, Any], at_least: bool
) -> None:
    file = tmp_path / "stack.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    data = json.loads(run("plan", option, str(file), "--format", "json", *AT)[1])
    sums = [data[part][size] for part in ("cost", "carbon") for size in ("now", "max")]
    assert [each["at_least"] for each in sums] == [at_least] * 4
    table = run("plan", option, str(file), *AT)[1].splitlines()
    markdown = run("plan", option, str(file), "--format", "markdown", *AT)[1]
    (verdict,) = (line for line in table if line.startswith("Read: "))
    assert verdict.endswith(ENDING) is at_least
    assert (" ≥ " in verdict) is at_least
    assert (ENDING in markdown) is at_least
