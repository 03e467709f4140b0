"""States of a stack that was killed, written by hand."""

from __future__ import annotations

import json
from typing import Any

from rackguard.account.interrupted import Interrupted, read_interrupted

URN = "urn:pulumi:dev::rackguard"
STACK = f"{URN}::pulumi:pulumi:Stack::rackguard-dev"
PROVIDER = f"{URN}::pulumi:providers:aws::aws"
NETWORK = f"{URN}::rackguard-aws:index:Network::net"
TAGS = {"rackguard:cluster": "llm-dev", "rackguard:stack": "dev"}
VPC = "aws:ec2/vpc:Vpc"


def thing(type: str, name: str, id: str = "", **inputs: Any) -> dict[str, Any]:
    """A resource of the network, as the engine writes it."""
    state: dict[str, Any] = {"urn": f"{NETWORK.rpartition('::')[0]}${type}::{name}", "type": type, "custom": True}
    state |= {"parent": NETWORK, "provider": f"{PROVIDER}::1", "inputs": {"region": "us-west-2", **inputs}}
    return {**state, "id": id} if id else state


def doing(what: str, resource: dict[str, Any]) -> dict[str, Any]:
    return {"type": what, "resource": resource}


def document(pending: list[Any], *resources: dict[str, Any]) -> bytes:
    base = [
        {"urn": STACK, "type": "pulumi:pulumi:Stack"},
        {
            "urn": PROVIDER,
            "type": "pulumi:providers:aws",
            "custom": True,
            "id": "1",
            "inputs": {"region": "us-west-2", "allowedAccountIds": '["123456789012"]'},
        },
        {"urn": NETWORK, "type": "rackguard-aws:index:Network", "parent": STACK},
    ]
    deployment = {"manifest": {"version": "v3.274.1"}, "resources": [*base, *resources], "pending_operations": pending}
    return json.dumps({"version": 3, "deployment": deployment}).encode()


def interrupted(pending: list[Any], *resources: dict[str, Any]) -> Interrupted:
    return read_interrupted(document(pending, *resources), "state.json")
