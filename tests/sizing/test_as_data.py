"""A sizing as plain data: bytes and seconds, each with the name of its formula."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import Any

import pytest

from rackguard.sizing.as_data import as_data
from rackguard.sizing.read_workload import parse
from rackguard.sizing.size import size

WORKLOADS: dict[str, dict[str, Any]] = {
    "train": {"train": {"model": "llama-3.1-8b", "tokens": 1e9}},
    "fine_tune": {"fine_tune": {"model": "llama-3.1-8b", "tokens": 1e9, "method": "qlora"}},
    "serve": {"serve": {"model": "llama-3.1-8b"}},
    "vision": {"vision": {"task": "train", "model": "vit-l-16", "images": 1e6}},
    "science": {
        "science": {"ranks": 8, "memory_gib": 10, "flop_per_step": 1e12, "bytes_per_step": 1e11, "steps": 1000}
    },
}


@pytest.mark.parametrize("task", WORKLOADS)
def test_every_figure_names_a_formula_that_there_is(task: str) -> None:
    workload, problems = parse(WORKLOADS[task])
    assert workload, problems
    data = json.loads(json.dumps(as_data(size(workload, "p5.48xlarge")), allow_nan=False))
    memory = data["memory_per_gpu"]
    assert data["task"] == task
    assert memory["fits"]
    assert memory["total_bytes"] == pytest.approx(sum(one["bytes"] for one in memory["components"]), abs=10)
    parts = [*memory["components"], *data["times"], data["rate"]]
    assert [one for one in parts if find_spec(f"rackguard.sizing.{one['formula']}") is None] == []
    assert all(one["assumed"] for one in (*data["times"], data["rate"]))
    assert data["needs"]["physical_cores_per_gpu"] == [4, 8]


def test_what_does_not_fit_has_what_would_in_its_data() -> None:
    workload, _ = parse({"fine_tune": {"model": "llama-3.1-8b", "tokens": 1e9}})
    assert workload
    data = as_data(size(workload, "L4", 1))
    assert data["memory_per_gpu"]["fits"] is False
    assert data["memory_per_gpu"]["would_fit_with"]
