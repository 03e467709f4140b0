"""Data of a guarded class are read by machines of the same class and environment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.data_class import REGULATED, data_class, environment
from rackguard_policies.readers import STORES, dependent_machines, launched_tags, machines_by_name, names_of
from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.tag_keys import CLASSIFICATION, ENVIRONMENT, tag_value
from rackguard_policies.values import seen

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    graph = subject.graph
    by_name = machines_by_name(graph)
    judged: set[tuple[str, ...]] = set()
    for store in graph.of_type(*STORES):
        found, of = data_class(graph, store), environment(graph, store)
        if found is UNKNOWN:
            yield Unproven("tags", "has a class of data that is known", store.urn)
        elif found in subject.parameters["regulated"]:
            machines = {machine.urn: machine for machine in dependent_machines(graph, store)}
            for name in names_of(graph, store):
                # Who reads a name is asked once for all stores that have it and are alike.
                if (name, found, str(of)) not in judged:
                    judged.add((name, found, str(of)))
                    machines |= by_name.get(name, {})
            for machine in machines.values():
                yield from _same(machine, f"has the class of {store.name}", CLASSIFICATION, found)
                yield from _same(machine, f"has the environment of {store.name}", ENVIRONMENT, of)


def _same(machine: Resource, wanted: str, keys: tuple[str, ...], expected: Any) -> Iterator[Verdict]:
    found = tag_value(launched_tags(machine), keys)
    if UNKNOWN in (found, expected):
        yield Unproven("tags", wanted, machine.urn)
    elif expected and str(found).lower() != expected:
        yield Finding("tags", f'{wanted}, "{expected}"', seen(found), machine.urn)


RULE = Rule(
    id="stk-classification-flow",
    title="Guarded data are read by machines of the same class and environment only",
    severity="high",
    why="A machine that isn't tagged for patients' data is guarded, logged and wiped as one that has none.",
    fix="Give the machines the store's tags classification and environment, or take the store out of their "
    "mounts and their role's policy.",
    types=(),
    judge=_judge,
    parameters=REGULATED,
    before='LaunchTemplate("t", iam_instance_profile=reads_phi, tag_specifications=[internal])',
    after='LaunchTemplate("t", iam_instance_profile=reads_phi, tag_specifications=[phi])',
)
