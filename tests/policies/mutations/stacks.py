"""The clean stacks that mutations start from: our own and the examples, and those under `tests/policies/stacks`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
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
from rackguard.graph.resource import Resource
from rackguard.record import record

ROOT = Path(__file__).parents[3]
EXAMPLES = ("existing-network/by-ids", "existing-network/dev", "minimal-cluster/dev", "network-only/dev")
OWN = (*stacks.NAMES, *EXAMPLES)
"""`prod`, and `network-only/dev` of an example."""
OF_TESTS = tuple(sorted(file.stem for file in (ROOT / "tests/policies/stacks").glob("[a-z]*.py")))
"""Programs that declare what rules judge and no stack of ours has; each has `program`, and `PARAMETERS` of rules."""


Found = tuple[str, str, str]
"""The rule's id, the resource's logical name, the property's path; `unproven: ` before the path of what is unproven."""
PRIVATE = ("stk-compute-private-subnet", "spot-pool-gpu-group", "unproven: vpcZoneIdentifiers[0]")
UNPROVEN = {"existing-network/by-ids": {PRIVATE}, "existing-network/dev": {PRIVATE}}
"""What no plan can prove: whether a subnet that another stack, or nobody's, declares leads to the internet."""


@record
class Stack:
    """A stack in which nothing is found."""

    graph: Graph
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    """Of rules that judge nothing until they are given some."""
    unproven: frozenset[Found] = frozenset()


@cache
def stack_of(name: str) -> Stack:
    """A stack of `OWN` or `OF_TESTS`, recorded once."""
    if name in stacks.NAMES:
        return Stack(stacks.recorded(name))
    if name in EXAMPLES:
        return Stack(_example(*name.split("/")), unproven=frozenset(UNPROVEN.get(name, set())))
    module = import_module(f"tests.policies.stacks.{name}")
    program: Callable[[], object] = module.program
    graph, unproven = _with_default_provider(graph_of(program), "us-east-2"), getattr(module, "UNPROVEN", set())
    return Stack(graph, getattr(module, "PARAMETERS", {}), frozenset(unproven))


def _example(name: str, stack: str) -> Graph:
    at = deployment(ROOT / "examples" / name, stack)
    with clock.at(NOW):
        graph = record_program(program_of(Path(at.root)), at, lookups.TOKENS)
    return _with_default_provider(graph, at.config["aws:region"])


def _with_default_provider(graph: Graph, region: str) -> Graph:
    """The engine declares one from the stack's configuration; a program that is run alone has none."""
    type_, name = "pulumi:providers:aws", "default"
    urn = f"urn:pulumi:{graph.stack}::{graph.project}::{type_}::{name}"
    provider = Resource(urn, type_, name, parent=None, provider=None, custom=True, inputs={"region": region})
    return replace(graph, resources=(*graph.resources, provider))
