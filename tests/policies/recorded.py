"""Programs of real provider classes, recorded offline, and what rules find in them."""

from __future__ import annotations

from collections.abc import Callable

from rackguard.aws import lookups
from rackguard.catalog.catalog import load
from rackguard.graph.graph import Graph
from rackguard.graph.offline import Deployment, record_program
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.registry import by_id


def graph_of(program: Callable[[], object]) -> Graph:
    """What the program declares, as stack `test` of project `tests` in us-east-2."""
    deployment = Deployment(project="tests", stack="test", config={"aws:region": "us-east-2"})
    return record_program(program, deployment, lookups.TOKENS)


def judged(graph: Graph, rule: str, **parameters: object) -> list[Judgement]:
    """Every judgement of a rule."""
    return judge(graph, [by_id()[rule]], load(), {rule: parameters})


def outcomes(graph: Graph, rule: str, outcome: Outcome, **parameters: object) -> dict[str, list[str]]:
    """Paths by the name of the resource, of every judgement that came out so."""
    found: dict[str, list[str]] = {}
    for judgement in judged(graph, rule, **parameters):
        if judgement.outcome is outcome:
            found.setdefault(judgement.urn.rpartition("::")[2], []).append(judgement.path)
    return found


def findings(graph: Graph, rule: str, **parameters: object) -> dict[str, list[str]]:
    """Paths by the name of the resource, of every finding of a rule; no rule may have failed."""
    assert outcomes(graph, rule, Outcome.ERRORED, **parameters) == {}
    return outcomes(graph, rule, Outcome.FINDING, **parameters)
