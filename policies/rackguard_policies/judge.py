"""Judging a graph by rules: every rule on every resource of its types; one rule's failure ends no other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rackguard.graph.graph import STACK
from rackguard.graph.resource import Resource
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.rule import Finding, NotApplicable, Rule, Subject, Unproven

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.graph.graph import Graph
    from rackguard_policies.cost_facts import CostFacts

Parameters = Mapping[str, Mapping[str, Any]]
"""Of rules, by rule id and name."""


def judge(
    graph: Graph,
    rules: Iterable[Rule],
    catalog: Catalog,
    parameters: Parameters | None = None,
    cost: CostFacts | None = None,
) -> list[Judgement]:
    """Every judgement, rule by rule, in the order of the graph; what is only read is judged by nobody.

    `cost` is what rules of cost go by; without it they prove nothing.
    """
    given = parameters or {}
    return [found for rule in rules for found in _by_rule(graph, rule, catalog, given.get(rule.id, {}), cost)]


def _by_rule(
    graph: Graph, rule: Rule, catalog: Catalog, given: Mapping[str, Any], cost: CostFacts | None
) -> Iterator[Judgement]:
    parameters = {name: given.get(name, parameter.default) for name, parameter in rule.parameters.items()}
    for resource in _subjects(graph, rule):
        yield from _judged(rule, Subject(graph, resource, parameters, catalog, cost))


def _subjects(graph: Graph, rule: Rule) -> Iterable[Resource]:
    if rule.types:
        return [resource for resource in graph.of_type(*rule.types) if not resource.external]
    return graph.of_type(STACK) or (_whole(graph),)


def _whole(graph: Graph) -> Resource:
    """Stands for the stack where the source has no resource of its own for it."""
    urn = f"urn:pulumi:{graph.stack}::{graph.project}::{STACK}::{graph.project}-{graph.stack}"
    name = f"{graph.project}-{graph.stack}"
    return Resource(urn, STACK, name, parent=None, provider=None, custom=False, inputs={})


def _judged(rule: Rule, subject: Subject) -> Iterator[Judgement]:
    urn = subject.resource.urn
    try:
        verdicts = list(rule.judge(subject))
    except Exception as error:  # noqa: BLE001 (fails closed: the rule is reported, and the others go on)
        yield Judgement(rule.id, urn, Outcome.ERRORED, note=f"{type(error).__name__} in the rule")
        return
    if not verdicts:
        yield Judgement(rule.id, urn, Outcome.COMPLIANT)
    for verdict in verdicts:
        match verdict:
            case Finding(path=path, wanted=wanted, seen=seen):
                yield Judgement(rule.id, verdict.urn or urn, Outcome.FINDING, path, wanted, seen)
            case Unproven(path=path, wanted=wanted):
                yield Judgement(rule.id, verdict.urn or urn, Outcome.UNPROVEN, path, wanted)
            case NotApplicable(because=because):
                yield Judgement(rule.id, urn, Outcome.NOT_APPLICABLE, note=because)
