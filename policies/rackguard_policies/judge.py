"""Judging a graph by rules: every rule on every resource of its types; one rule's failure ends no other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from rackguard.graph.graph import STACK
from rackguard.graph.resource import Resource
from rackguard.record import record
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.rule import Finding, NotApplicable, Rule, Subject, Unproven, Verdict

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.graph.graph import Graph
    from rackguard_policies.cost_facts import CostFacts

Parameters = Mapping[str, Mapping[str, Any]]
"""Of rules, by rule id and name."""
_WHOLE = ""
"""In a type's place: rules of the whole stack."""
_COMPLIANT = Outcome.COMPLIANT
"""Held here, as looking a member of an enum up takes as long as making a judgement."""


def judge(
    graph: Graph,
    rules: Iterable[Rule],
    catalog: Catalog,
    parameters: Parameters | None = None,
    cost: CostFacts | None = None,
) -> list[Judgement]:
    """Every judgement, rule by rule, in the order of the graph; what is only read is judged by nobody.

    `cost` is what rules of cost go by; without it they prove nothing. Resource after resource is judged by all of its
    rules: what one rule reads in a document or a text is still at hand for the next.
    """
    given = parameters or {}
    asked = [_Asked(rule, _parameters(rule, given.get(rule.id, {}))) for rule in rules]
    by_type: dict[str, list[_Asked]] = {}
    for each in asked:
        for type_ in each.rule.types or (_WHOLE,):
            by_type.setdefault(type_, []).append(each)
    for type_, those in by_type.items():
        asking = [(each.rule, each.parameters, each.judged.setdefault(type_, [])) for each in those]
        for resource in _subjects(graph, type_):
            plain = Subject(graph, resource, {}, catalog, cost)
            for rule, own, judged in asking:
                judged.extend(_judged(rule, Subject(graph, resource, own, catalog, cost) if own else plain))
    return [found for each in asked for type_ in each.rule.types or (_WHOLE,) for found in each.judged.get(type_, ())]


@record
class _Asked:
    rule: Rule
    parameters: Mapping[str, Any]
    judged: dict[str, list[Judgement]] = field(default_factory=dict[str, list[Judgement]])
    """By type of resource."""


def _parameters(rule: Rule, given: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: given.get(name, parameter.default) for name, parameter in rule.parameters.items()}


def _subjects(graph: Graph, type_: str) -> Iterable[Resource]:
    if type_ == _WHOLE:
        return graph.of_type(STACK) or (_stand_in(graph),)
    return (resource for resource in graph.of_type(type_) if not resource.external)


def _stand_in(graph: Graph) -> Resource:
    """Stands for the stack where the source has no resource of its own for it."""
    urn = f"urn:pulumi:{graph.stack}::{graph.project}::{STACK}::{graph.project}-{graph.stack}"
    name = f"{graph.project}-{graph.stack}"
    return Resource(urn, STACK, name, parent=None, provider=None, custom=False, inputs={})


def _judged(rule: Rule, subject: Subject) -> Iterable[Judgement]:
    urn = subject.resource.urn
    try:
        verdicts = tuple(rule.judge(subject))
    except Exception as error:  # noqa: BLE001 (fails closed: the rule is reported, and the others go on)
        return (Judgement(rule.id, urn, Outcome.ERRORED, note=f"{type(error).__name__} in the rule"),)
    if not verdicts:
        return (Judgement(rule.id, urn, _COMPLIANT),)
    return [_judgement(rule, urn, verdict) for verdict in verdicts]


def _judgement(rule: Rule, urn: str, verdict: Verdict) -> Judgement:
    match verdict:
        case Finding(path=path, wanted=wanted, seen=seen):
            return Judgement(rule.id, verdict.urn or urn, Outcome.FINDING, path, wanted, seen)
        case Unproven(path=path, wanted=wanted, because=because):
            return Judgement(rule.id, verdict.urn or urn, Outcome.UNPROVEN, path, wanted, note=because)
        case NotApplicable(because=because):
            return Judgement(rule.id, urn, Outcome.NOT_APPLICABLE, note=because)
