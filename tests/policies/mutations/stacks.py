"""The clean stacks that mutations start from: our own and the examples, and those under `tests/policies/stacks`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.aws import stacks
from tests.aws.plans import NOW
from tests.examples.record_example import deployment
from tests.policies.recorded import graph_of

from rackguard.aws import clock, lookups
from rackguard.graph.graph import Graph
from rackguard.graph.offline import program_of, record_program
from rackguard.record import record

ROOT = Path(__file__).parents[3]
EXAMPLES = ("existing-network/by-ids", "existing-network/dev", "minimal-cluster/dev", "network-only/dev")
OWN = (*stacks.NAMES, *EXAMPLES)
"""`prod`, and `network-only/dev` of an example."""
OF_TESTS = tuple(sorted(file.stem for file in (ROOT / "tests/policies/stacks").glob("[a-z]*.py")))
"""Programs that declare what rules judge and no stack of ours has; each has `program`, and `PARAMETERS` of rules."""


@record
class Stack:
    """A stack in which nothing is found."""

    graph: Graph
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    """Of rules that judge nothing until they are given some."""


@cache
def stack_of(name: str) -> Stack:
    """A stack of `OWN` or `OF_TESTS`, recorded once."""
    if name in stacks.NAMES:
        return Stack(stacks.recorded(name))
    if name in EXAMPLES:
        return Stack(_example(*name.split("/")))
    module = import_module(f"tests.policies.stacks.{name}")
    program: Callable[[], object] = module.program
    return Stack(graph_of(program), getattr(module, "PARAMETERS", {}))


def _example(name: str, stack: str) -> Graph:
    folder = ROOT / "examples" / name
    with clock.at(NOW):
        return record_program(program_of(folder), deployment(folder, stack), lookups.TOKENS)
