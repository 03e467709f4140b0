"""What a preview says that is to be done, and what a cloud was asked to do."""

from __future__ import annotations

from typing import Any

from tests.engine.double.store import Store

from rackguard.graph.urn import name_of, qualified_type

Step = tuple[str, str, tuple[str, ...]]
"""Operation, logical name, and the properties that differ, or force a replacement."""
_IN_THE_STACK_ALONE = ("rackguard-aws:", "pulumi:pulumi:Stack")


def told(preview: dict[str, Any]) -> set[Step]:
    """What a preview would do to resources of AWS, and to what the stack keeps of lookups."""
    return {
        (_operation(step), name_of(step["urn"]), _properties(step))
        for step in preview["steps"]
        if step["op"] not in ("same", "read")
        if not qualified_type(step["urn"]).rpartition("$")[2].startswith(_IN_THE_STACK_ALONE)
    }


def _properties(step: dict[str, Any]) -> tuple[str, ...]:
    return tuple(step.get("replaceReasons") or sorted(step.get("detailedDiff") or {}))


def _operation(step: dict[str, Any]) -> str:
    """`forget` for what the engine deletes in the state alone, since something else takes it along."""
    forgotten = step["op"] == "delete" and step["oldState"].get("retainOnDelete")
    return "forget" if forgotten else step["op"]


def done(store: Store) -> set[tuple[str, str]]:
    """What AWS was asked for, each once; something is replaced by two calls."""
    calls = [(call.operation, name_of(call.urn)) for call in store.changes()]
    assert len(calls) == len(set(calls))
    return set(calls)
