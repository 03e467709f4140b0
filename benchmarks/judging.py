"""All rules over one stack in a process of its own, against writing and reading the same resources as JSON.

    python benchmarks/judging.py 600 distinct

prints two figures, in milliseconds of the processor, each the best of several: of the rules, the first time that they
see resources (each time others; another cluster before, so that patterns are compiled and lists are read), and of
`json.dumps` and `json.loads`.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable
from time import process_time

import clusters

from rackguard.catalog.catalog import load
from rackguard.graph.graph import Graph
from rackguard_policies.judge import judge
from rackguard_policies.registry import all_rules

TIMES = 5
OTHERS = 50
"""How many threes of clusters before those that are seen first."""


def as_text(graph: Graph) -> str:
    """The resources as a state or a preview writes them."""
    written = [
        {
            "urn": each.urn,
            "type": each.type,
            "custom": each.custom,
            "parent": each.parent,
            "provider": each.provider,
            "inputs": each.inputs,
            "dependencies": each.dependencies,
            "propertyDependencies": each.property_dependencies,
        }
        for each in graph.resources
    ]
    return json.dumps(written, default=str)


def ms_of(work: Callable[[], object]) -> float:
    """What the processor worked."""
    before = process_time()
    work()
    return (process_time() - before) * 1000


def main() -> None:
    """Print both figures."""
    size, kind = int(sys.argv[1]), sys.argv[2]
    gc.disable()  # as the command and the packs run
    made = {"distinct": clusters.distinct, "alike": clusters.alike}[kind]
    rules, catalog = all_rules(), load()
    judge(clusters.distinct(OTHERS, first=0), rules, catalog)
    by_rules: list[float] = []
    by_json: list[float] = []
    for turn in range(1, TIMES + 1):
        graph = made(size, turn * OTHERS * (1 + size // 600))
        by_rules.append(ms_of(lambda: judge(graph, rules, catalog)))  # noqa: B023 (called at once)
        by_json.append(ms_of(lambda: json.loads(as_text(graph))))  # noqa: B023
    print(min(by_rules), min(by_json))


if __name__ == "__main__":
    main()
