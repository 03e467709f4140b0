"""A graph as JSON that a person can review: policies opened up, user data as its hash, resources in order of URN.

Other resources are named `aws:ec2/vpc:Vpc::llm-dev-network-vpc`, which is the end of their URN. What is only known once
something is deployed is `<unknown>`.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable
from dataclasses import fields
from gzip import decompress
from hashlib import sha256
from typing import Any

from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN, Options, Resource, Secret

WIDTH = 160
"""So that the tags of most resources stand on one line."""
UNKNOWN_WORD = "<unknown>"
SCRIPTS = ("userData", "userDataBase64")


def hashed(script: bytes) -> str:
    """The digest of user data, in place of it."""
    return f"sha256:{sha256(script).hexdigest()}"


def unpacked(script: bytes) -> str:
    """User data as the machine reads it."""
    return decompress(script).decode()


def golden_text(graph: Graph, script: Callable[[bytes], str] = hashed) -> str:
    """The graph's resources and outputs; the same text for graphs that declare the same."""
    resources = sorted(graph.resources, key=lambda resource: resource.urn)
    data = {"outputs": _plain(graph.outputs), "resources": [as_data(resource, script) for resource in resources]}
    return "\n".join(_lines(data, "", "")) + "\n"


def as_data(resource: Resource, script: Callable[[bytes], str] = hashed) -> dict[str, Any]:
    """One resource, without what it doesn't have; its type and its name are the end of its URN.

    Left out are its position, its provider and the version of its SDK.
    """
    options = {field.name: getattr(resource.options, field.name) for field in fields(Options)}
    del options["version"]
    options["deleted_with"] = resource.options.deleted_with and label(resource.options.deleted_with)
    data = {
        "urn": resource.urn,
        "parent": resource.parent and label(resource.parent),
        "inputs": {key: _input(key, value, script) for key, value in resource.inputs.items()},
        "dependencies": [label(urn) for urn in resource.dependencies],
        "propertyDependencies": {
            key: [label(urn) for urn in urns] for key, urns in resource.property_dependencies.items() if urns
        },
        "options": {_camel(key): _plain(value) for key, value in options.items() if value not in (None, (), {})},
    }
    return {key: value for key, value in data.items() if value}


def label(urn: str) -> str:
    """The end of a URN, from the resource's own type on."""
    around, _, name = urn.partition("::")[2].partition("::")[2].partition("::")
    return f"{around.rpartition('$')[2]}::{name}"


def _input(key: str, value: Any, script: Callable[[bytes], str]) -> Any:
    if key in SCRIPTS and isinstance(value, str):
        return script(b64decode(value, validate=True))
    return _plain(value)


def _plain(value: Any) -> Any:
    if value is UNKNOWN:
        return UNKNOWN_WORD
    if isinstance(value, Secret):
        return "<secret>"
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in sorted(value.items())}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return _opened(value) if isinstance(value, str) and value.startswith("{") else value


def _opened(text: str) -> Any:
    """JSON in a text, as Pulumi's own YAML writes it; as it is where it isn't written in the usual way."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        return text
    usual = json.dumps(value, separators=(",", ":"), sort_keys=True)
    return {"fn::toJSON": value} if usual == text else text


def _lines(value: Any, indent: str, before: str, after: str = "") -> list[str]:
    """The value on one line where it fits, else each of its parts by itself."""
    flat = f"{indent}{before}{json.dumps(value, ensure_ascii=False)}{after}"
    if len(flat) <= WIDTH or not isinstance(value, dict | list) or not value:
        return [flat]
    keyed = value.items() if isinstance(value, dict) else ((None, item) for item in value)
    parts = [(f"{json.dumps(key)}: " if key is not None else "", item) for key, item in keyed]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    lines = [f"{indent}{before}{opening}"]
    for number, (key, item) in enumerate(parts, start=1):
        lines += _lines(item, f"{indent}  ", key, "," if number < len(parts) else "")
    return [*lines, f"{indent}{closing}{after}"]


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.title() for word in others)
