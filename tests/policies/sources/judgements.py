"""What every rule says of a recorded stack, source by source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from tests.policies.sources.graphs import graph_of

from rackguard.catalog.catalog import load
from rackguard.cli.cost_facts import facts_of_graph
from rackguard.graph.graph import Graph
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Judgement
from rackguard_policies.registry import all_rules

Told = tuple[str, str, str, str]
"""Rule, URN, outcome and path."""


@cache
def judgements(stack: str, source: str) -> tuple[Judgement, ...]:
    """Every judgement of the stack as that source tells it."""
    return judged(graph_of(stack, source))


def judged(graph: Graph) -> tuple[Judgement, ...]:
    """Every judgement of a graph, with its cost."""
    catalog = load()
    return tuple(judge(graph, all_rules(), catalog, cost=facts_of_graph(graph, catalog)))


def told(found: Iterable[Judgement]) -> Counter[Told]:
    """Each judgement in short, and how often it is there."""
    return Counter((each.rule, each.urn, each.outcome.value, each.path) for each in found)
