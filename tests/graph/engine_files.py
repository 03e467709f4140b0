"""What Pulumi's engine writes, in small: states of resources and the files that hold them."""

from __future__ import annotations

import json
from typing import Any

PREFIX = "urn:pulumi:dev::shop::"
STACK = f"{PREFIX}pulumi:pulumi:Stack::shop-dev"
DISK = "shop:store:Disk"


def urn_of(name: str, type_: str = DISK) -> str:
    return f"{PREFIX}{type_}::{name}"


def state(name: str, type_: str = DISK, **given: Any) -> dict[str, Any]:
    """A resource's state with the least that the engine writes, and what is given."""
    return {"urn": urn_of(name, type_), "custom": True, "type": type_, "parent": STACK, **given}


def stack(**given: Any) -> dict[str, Any]:
    """The state of the stack itself."""
    return {"urn": STACK, "custom": False, "type": "pulumi:pulumi:Stack", **given}


def step(operation: str, name: str, after: dict[str, Any] | None, **given: Any) -> dict[str, Any]:
    """A step of a preview's one document."""
    return {"op": operation, "urn": urn_of(name), **({"newState": after} if after else {}), **given}


def preview(*steps: Any, **given: Any) -> bytes:
    """A preview that makes the stack itself and takes `steps`."""
    first = {"op": "create", "urn": STACK, "newState": stack()}
    return json.dumps({"config": {}, "steps": [first, *steps], **given}).encode()


def event(operation: str, name: str, after: Any, type_: str = DISK) -> dict[str, Any]:
    """A step of a preview's stream."""
    metadata = {"op": operation, "urn": urn_of(name, type_), "type": type_, "old": None, "new": after, "provider": ""}
    return {"sequence": 0, "timestamp": 1, "resourcePreEvent": {"metadata": metadata, "planning": True}}


SUMMARY = {"sequence": 9, "timestamp": 1, "summaryEvent": {"isPreview": True, "resourceChanges": {"create": 1}}}


def stream(*events: Any, summary: Any = SUMMARY) -> bytes:
    """A preview as a stream, with its summary as the last event where there is one."""
    start = {"sequence": 0, "timestamp": 1, "preludeEvent": {"config": {}}}
    return "\n".join(json.dumps(one) for one in (start, *events, *([summary] if summary else []))).encode()


def export(*states: Any, version: Any = 3, **given: Any) -> bytes:
    """A stack's state with the stack itself and `states`."""
    deployment = {"manifest": {"version": "v3.274.1"}, "resources": [stack(), *states]}
    extra = {key: given.pop(key) for key in list(given) if key == "features"}
    return json.dumps({"version": version, "deployment": {**deployment, **given}, **extra}).encode()
