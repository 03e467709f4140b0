"""Everything that the command names by an id can be explained: decisions, problems and checks."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rackguard
from rackguard.catalog.catalog import load
from rackguard.plan.cluster import plan_cluster
from rackguard.plan.decision_words import DECISIONS
from rackguard.plan.validators.registry import ALL
from rackguard.spec.cluster import Cluster
from rackguard.spec.problem_words import PROBLEMS
from rackguard.spec.stack import Stack

CODE = Path(rackguard.__file__).parent
NOW = datetime(2026, 12, 1, tzinfo=UTC)
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + "A" * 43
BLOCK = {"id": "cr-0fedcba9876543210", "start": "2027-01-11T11:30:00Z", "end": "2027-01-18T11:30:00Z"}
RESERVATION = "cr-0123456789abcdef0"


def pool(instance_type: str, most: int = 4, **given: Any) -> dict[str, Any]:
    return {"instance_type": instance_type, "zone_id": "use2-az1", "nodes": {"max": most}, **given}


NEW_VPC = {"cidr": "10.0.0.0/16", "nat": "one", "endpoints": ["s3", "kms"]}
EXISTING_VPC = {
    "existing": {
        "vpc_id": "vpc-0123456789abcdef0",
        "cidr": "10.0.0.0/16",
        "subnets": [{"id": "subnet-0123456789abcdef0", "zone_id": "use2-az1", "cidr": "10.0.0.0/20"}],
    }
}
KEY_ARN = "arn:aws:kms:us-east-2:123456789012:key/00000000-0000-0000-0000-000000000000"
STORES: dict[str, Any] = {
    "scratch": {
        "lustre": {"size_gib": 4800, "mib_s_per_tib": 500, "zone_id": "use2-az1", "backup_days": 7},
        "mount": "/fsx",
    },
    "fixed": {"lustre": {"size_gib": 4800, "zone_id": "use2-az1", "metadata_iops": 12000}},
    "home": {"efs": {}, "mount": "/home"},
    "plain": {"efs": {}},
    "evidence": {"s3": {"object_lock_days": 30}, "classification": "internal"},
}
POOLS = {
    "demand": pool("g6.xlarge"),
    "several": {
        "instance_types": ["g6e.12xlarge", "g6e.24xlarge"],
        "zone_ids": ["use2-az1", "use2-az2"],
        "nodes": {"max": 4},
        "purchase": {"spot": {}},
        "rollout": "rolling",
    },
    "spot": pool("g6.xlarge", purchase={"spot": {}}, containers=True),
    "made": pool("p4d.24xlarge", purchase={"reservation": {"create": 4}}, placement="cluster"),
    "held": pool("p5.48xlarge", purchase={"reservation": {"id": RESERVATION}}, network_layout="max_ip_bandwidth"),
    "block": pool("p5en.48xlarge", purchase={"capacity_block": BLOCK}),
    "spread": pool("g6.xlarge", placement="spread", renamed_from=["apart"]),
    "dallas": pool("p6e-gb200.36xlarge", 9, zone_id="use1-dfw2-az1", purchase={"capacity_block": BLOCK}),
    "pinned": pool("g6.xlarge", image={"os": "ubuntu-22.04", "id": "ami-0123456789abcdef0"}),
    "amazon": pool("g6.xlarge", image={"dlami": "amazon-linux-2023"}),
    "torch": pool("g6.xlarge", software={"pytorch": "2.14"}),
}
LOGIN = {"instance_type": "m7i.2xlarge", "zone_id": "use2-az1"}


def cluster(classification: str, network: dict[str, Any], key: str, login: dict[str, Any] | None) -> Cluster:
    access: dict[str, Any] = {"users": [{"name": "ana", "keys": [f"{KEY} ana"]}], "ssh_from": ["203.0.113.0/24"]}
    return Cluster.model_validate(
        {
            "name": "llm",
            "account_id": "123456789012",
            "tags": {"owner": "ml", "environment": "dev", "classification": classification},
            "network": network,
            "encryption": {"key": key, "service_linked_roles": "create"},
            "access": {**access, **({"login_node": login} if login else {})},
            "storage": STORES,
            "pools": POOLS,
        }
    )


@cache
def emitted() -> frozenset[str]:
    """The ids of the decisions of many clusters."""
    clusters = (
        cluster("phi", NEW_VPC, "create", LOGIN),
        cluster("internal", {**NEW_VPC, "nat": "per_zone"}, KEY_ARN, None),
        cluster(
            "internal",
            {**NEW_VPC, "nat": "none", "endpoints": ["kms"]},
            "create",
            {**LOGIN, "image_id": "ami-0123456789abcdef0"},
        ),
        cluster("public", EXISTING_VPC, "create", LOGIN),
    )
    moments = (NOW, datetime(2027, 1, 12, tzinfo=UTC), datetime(2027, 2, 1, tzinfo=UTC))
    return frozenset(
        decision.id
        for declared in clusters
        for moment in moments
        for decision in plan_cluster(Stack("test", "us-east-2", declared), load(), moment).decisions
    )


def calls(function: str) -> Iterator[str]:
    """The id that each call of `function` in the code is given as text."""
    for file in CODE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
                given = [*node.args[:1], *(word.value for word in node.keywords if word.arg == "id")]
                yield from (one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str))


def test_every_decision_has_words() -> None:
    assert sorted(emitted() - DECISIONS.keys()) == []
    assert sorted({name for name in calls("Decision") if name != "Decision"} - DECISIONS.keys()) == []


def test_every_decision_with_words_is_taken_by_some_cluster() -> None:
    assert sorted(DECISIONS.keys() - emitted()) == []


def test_every_problem_has_words() -> None:
    """Those of the readers' own helpers are found by their prefix: nothing else in the code starts so."""
    texts = {
        node.value
        for file in (CODE / "spec").glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value
    }
    of_readers = {text for text in texts if text.startswith(("yaml-", "spec-", "stack-", "pool-"))}
    assert len(of_readers) > 10
    assert sorted((set(calls("Problem")) | set(calls("refusal")) | of_readers) - PROBLEMS.keys()) == []


def test_every_problem_with_words_is_found_by_some_code() -> None:
    texts = "\n".join(
        file.read_text(encoding="utf-8") for file in CODE.rglob("*.py") if file.name != "problem_words.py"
    )
    assert [name for name in PROBLEMS if f'"{name}"' not in texts] == []


def test_ids_of_problems_and_checks_are_each_others_in_no_case() -> None:
    assert {validator.id for validator in ALL} & PROBLEMS.keys() == set()


@pytest.mark.parametrize(("name", "words"), [*DECISIONS.items(), *PROBLEMS.items()])
def test_words_are_sentences(name: str, words: str) -> None:
    assert words[0].isupper() or words[0] == "`", name
    assert words.endswith("."), name
    assert len(words) > 20, name
