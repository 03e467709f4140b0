"""What could not be understood is judged by nobody: what stands in for it must not be complained about."""

from __future__ import annotations

import json
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from rackguard.catalog.catalog import load
from rackguard.plan.checked import plan_and_validate
from rackguard.spec.load import check, place
from rackguard.spec.yaml_source import read

STACKS = Path(__file__).parents[2] / "stacks"
NOW = datetime(2026, 12, 1, tzinfo=UTC)
ACCOUNT = "123456789012"
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c ana"
RESERVED = {
    "instance_type": "p5.48xlarge",
    "zone_id": "use2-az1",
    "nodes": {"max": 2},
    "mounts": ["fast"],
    "purchase": {
        "reservation": {
            "id": "cr-0123456789abcdef0",
            "placement_group_arn": f"arn:aws:ec2:us-east-2:{ACCOUNT}:placement-group/near",
        }
    },
}
PLAIN: dict[str, Any] = {
    "name": "llm",
    "account_id": ACCOUNT,
    "tags": {"owner": "ml", "environment": "dev", "classification": "internal"},
    "network": {"cidr": "10.0.0.0/16", "nat_zone_id": "use2-az2"},
    "encryption": {"key": f"arn:aws:kms:us-east-2:{ACCOUNT}:key/01234567-89ab-cdef-0123-456789abcdef"},
    "access": {
        "users": [
            {
                "name": "ana",
                "keys": [KEY],
            }
        ],
        "ssh_from": ["8.8.8.0/24"],
        "connect_zone_id": "use2-az2",
        "login_node": {"instance_type": "m7i.large", "zone_id": "use2-az2"},
    },
    "storage": {
        "fast": {"lustre": {"size_gib": 4800, "zone_id": "use2-az1", "efa": True}},
        "saved": {"s3": {}, "classification": "internal"},
    },
    "pools": {"old": {"instance_type": "g5g.xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}}, "train": RESERVED},
}
"""A stack in which every validator that rests on something looks at it, and finds nothing."""

BROKEN = [
    ("name",),
    ("account_id",),
    ("tags",),
    ("tags", "classification"),
    ("access",),
    ("access", "users"),
    ("access", "login_node"),
    ("access", "login_node", "zone_id"),
    ("storage",),
    ("storage", "fast"),
    ("pools",),
    ("pools", "train"),
    ("pools", "train", "zone_id"),
    ("pools", "train", "purchase"),
]


def found(cluster: dict[str, Any], region: str) -> set[tuple[str, tuple[str | int, ...]]]:
    text = json.dumps({"config": {"aws:region": region, "rackguard:cluster": cluster}})  # JSON is YAML
    loaded = check(read(text, "Pulumi.test.yaml"), "test")
    assert loaded.stack
    problems = place([*plan_and_validate(loaded.stack, load(), NOW).problems], loaded)
    return {(problem.id, problem.path[2:]) for problem in problems}


def broken(cluster: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    changed = deepcopy(cluster)
    owner = changed
    for part in path[:-1]:
        owner = owner[part]
    owner[path[-1]] = 5
    return changed


def example(name: str) -> tuple[dict[str, Any], str]:
    config = yaml.safe_load((STACKS / f"Pulumi.{name}.yaml").read_text(encoding="utf-8"))["config"]
    return config["rackguard:cluster"], config["aws:region"]


CASES = {"plain": (PLAIN, "us-east-2"), **{name: example(name) for name in ("dev", "staging", "prod")}}


def test_nothing_but_the_example_itself_is_found_before_anything_is_broken() -> None:
    errors = {"nat-zone", "connect-zone", "encryption-key-elsewhere", "placement-group-elsewhere", "lustre-efa-unused"}
    errors |= {"log-retention-phi", "in-transit-encryption", "ssh-public-without-login-node", "names-shortened"}
    assert errors & {identifier for identifier, _ in found(*CASES["plain"])} == set()


def has(cluster: dict[str, Any], path: tuple[str, ...]) -> bool:
    owner: Any = cluster
    for part in path[:-1]:
        owner = owner.get(part, {})
    return path[-1] in owner


SLIPS = [(name, path) for name, (cluster, _) in CASES.items() for path in BROKEN if has(cluster, path)]


@pytest.mark.parametrize(("name", "path"), SLIPS)
def test_a_slip_makes_no_validator_find_more_than_before(name: str, path: tuple[str, ...]) -> None:
    cluster, region = CASES[name]
    more = found(broken(cluster, path), region) - found(cluster, region)
    assert {identifier for identifier, _ in more} == {"spec-value"}, more
