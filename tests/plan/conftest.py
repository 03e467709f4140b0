"""A small valid stack, changed where a test says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rackguard.catalog.catalog import Catalog, load
from rackguard.spec.cluster import Cluster
from rackguard.spec.stack import Stack

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + "A" * 43

Declare = Callable[..., Stack]


@pytest.fixture
def declare() -> Declare:
    """`declare(pools={"train": {"nodes": {"max": 4}}}, region="us-west-2")`: overrides are merged, key by key.

    None takes a key away.
    """
    return declared


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load()


def declared(*, region: str = "us-east-2", stack: str = "test", **overrides: Any) -> Stack:
    cluster: dict[str, Any] = {
        "name": "llm",
        "account_id": "123456789012",
        "tags": {"owner": "ml", "environment": "dev", "classification": "internal"},
        "access": {"users": [{"name": "ana", "keys": [f"{KEY} ana"]}]},
        "pools": {"train": {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}}},
    }
    merged = _merged(cluster, overrides)
    return Stack(
        stack,
        region,
        Cluster.model_validate(merged),
        declared_stores=frozenset(merged.get("storage", {})),
        declared_pools=frozenset(merged["pools"]),
    )


def _merged(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in changes.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = _merged(merged[key], value)
        else:
            merged[key] = value
    return merged
