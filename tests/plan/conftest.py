"""Small declarations to plan: a valid stack, changed where a test says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rackguard.catalog import catalog as packaged
from rackguard.catalog.catalog import Catalog
from rackguard.spec.cluster import Cluster
from rackguard.spec.stack import Stack

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEXAMPLEexampleEXAMPLEexampleEXAMPLEexample0 ana"


def minimal() -> dict[str, Any]:
    return {
        "name": "llm",
        "account_id": "123456789012",
        "tags": {"owner": "ml", "environment": "dev", "classification": "internal"},
        "network": {"cidr": "10.40.0.0/16"},
        "access": {"users": [{"name": "ana", "keys": [KEY]}]},
        "pools": {"train": {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}}},
    }


def merged(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """`changes` laid over `base`, key by key; None takes a key away."""
    result = dict(base)
    for key, value in changes.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = merged(result[key], value)
        else:
            result[key] = value
    return result


@pytest.fixture
def declare() -> Callable[..., Stack]:
    """`declare(region="us-east-2", **overrides)`: a minimal valid stack with the overrides merged into its cluster."""

    def _declare(region: str = "us-east-2", **overrides: Any) -> Stack:
        cluster = Cluster.model_validate(merged(minimal(), overrides))
        return Stack("dev", region, cluster, (), frozenset(cluster.storage), frozenset(cluster.pools))

    return _declare


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return packaged.load()
