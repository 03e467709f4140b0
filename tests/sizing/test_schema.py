"""The JSON schema of a workload file says what the reader says."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from rackguard.sizing.read_workload import parse
from rackguard.sizing.schema import workload_schema

CHECK = jsonschema.Draft202012Validator(workload_schema())
TRAIN = {"model": "llama-3.1-8b", "tokens": 1e9}


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(workload_schema())


@pytest.mark.parametrize(
    "data",
    [
        {"train": TRAIN},
        {"train": {**TRAIN, "tokens": "2e9", "parallel": {"strategy": "zero-1", "tensor": 8}}},
        {"serve": {"shape": {"layers": 2, "hidden": 64, "heads": 4, "intermediate": 128}}, "memory_free": "10%"},
        {"vision": {"task": "serve", "model": "resnet-50", "tensorrt": True}},
        {"train": TRAIN, "demand": {"nodes": 9, "steady": "100%", "critical": "12.5%", "hours_per_month": 730}},
    ],
)
def test_what_is_read_is_valid(data: dict[str, Any]) -> None:
    assert parse(data)[0]
    assert list(CHECK.iter_errors(data)) == []


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"train": TRAIN, "serve": {"model": "gpt-2"}},
        {"train": {**TRAIN, "tokens": "-2e9"}},
        {"train": {**TRAIN, "tokens": 0}},
        {"train": {**TRAIN, "precision": "bf17"}},
        {"train": {**TRAIN, "seq": 1}},
        {"train": {"tokens": 1e9}},
        {"train": TRAIN, "memory_free": "120%"},
        {"train": TRAIN, "limits": {"budget_usd": 0}},
        {"train": TRAIN, "demand": {"steady": "101%"}},
        {"train": TRAIN, "demand": {"hours_per_month": 731}},
        {"train": TRAIN, "demand": {"months": 0}},
    ],
)
def test_what_is_refused_is_invalid(data: dict[str, Any]) -> None:
    assert parse(data)[0] is None
    assert list(CHECK.iter_errors(data))
