"""A small valid stack file, as values to be changed and as text."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from rackguard.spec.load import Loaded, check
from rackguard.spec.yaml_source import read

CLUSTER: dict[str, Any] = {
    "name": "llm",
    "account_id": "123456789012",
    "tags": {"owner": "ml", "environment": "dev", "classification": "internal"},
    "access": {"users": [{"name": "ana", "keys": ["ssh-ed25519 AAAA ana"]}]},
    "storage": {"home": {"efs": {}, "mount": "/home"}, "saved": {"s3": {}}},
    "pools": {
        "train": {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}},
        "eval": {
            "instance_types": ["g6.xlarge", "g6e.xlarge"],
            "zone_ids": ["use2-az1", "use2-az2"],
            "nodes": {"max": 4},
            "purchase": {"spot": {"checkpoint": "saved"}},
        },
    },
}


@pytest.fixture
def cluster() -> dict[str, Any]:
    """A valid cluster of the test's own."""
    return deepcopy(CLUSTER)


@pytest.fixture(scope="session")
def load_cluster() -> Callable[..., Loaded]:
    """`load_cluster(values)`: a stack file with these values, read as any other."""
    return _load_cluster


def _load_cluster(values: Any, **settings: Any) -> Loaded:
    config = {"aws:region": "us-east-2", "rackguard:cluster": values, **settings}
    return check(read(json.dumps({"config": config}), "Pulumi.test.yaml"), "test")  # JSON is YAML


@pytest.fixture(scope="session")
def load_text() -> Callable[[str], Loaded]:
    """`load_text(text)`: a whole stack file as it is written."""
    return lambda text: check(read(text, "f.yaml"), "test")


@pytest.fixture(scope="session")
def said() -> Callable[[Loaded], list[str]]:
    """What is said of a stack file: `line:column id`, in order."""
    return lambda loaded: [
        f"{problem.mark.line}:{problem.mark.column} {problem.id}" for problem in loaded.problems if problem.mark
    ]
