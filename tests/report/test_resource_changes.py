"""Which resources another plan adds, removes and changes."""

from __future__ import annotations

from typing import Any

from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN, Resource
from rackguard.report.resource_changes import ResourceChange, lines, resource_changes, summary


def made(type_: str, name: str, stack: str = "s", **inputs: Any) -> Resource:
    return Resource(f"urn:pulumi:{stack}::p::{type_}::{name}", type_, name, None, None, True, inputs)


def graph(*resources: Resource) -> Graph:
    return Graph("s", "p", resources)


def test_added_removed_and_changed_by_their_inputs() -> None:
    before = graph(made("aws:kms/key:Key", "a", x=1, y=[1, 2]), made("aws:kms/key:Key", "gone"))
    after = graph(made("aws:kms/key:Key", "new"), made("aws:kms/key:Key", "a", x=2, z=UNKNOWN, y=[1, 2]))
    changes = resource_changes(before, after, ("c", "c"))
    assert changes == (
        ResourceChange("removed", "urn:pulumi:s::p::aws:kms/key:Key::gone", "aws:kms/key:Key", "gone", ()),
        ResourceChange("added", "urn:pulumi:s::p::aws:kms/key:Key::new", "aws:kms/key:Key", "new", ()),
        ResourceChange("changed", "urn:pulumi:s::p::aws:kms/key:Key::a", "aws:kms/key:Key", "a", ("x", "z")),
    )
    assert lines(changes) == ["- Key gone", "+ Key new", "~ Key a: x, z"]
    assert summary(changes) == "1 added, 1 removed, 1 changed"


def test_the_same_is_no_change_and_a_component_is_none() -> None:
    component = Resource("urn:pulumi:s::p::a:b:C::c", "a:b:C", "c", None, None, False, {"x": 1})
    other = Resource("urn:pulumi:s::p::a:b:C::c", "a:b:C", "c", None, None, False, {"x": 2})
    same = made("aws:kms/key:Key", "a", x=UNKNOWN)
    assert resource_changes(graph(component, same), graph(other, same), ("c", "c")) == ()
    assert summary(()) == "none"


def test_another_clusters_and_stacks_name_make_no_other_resource() -> None:
    before = graph(made("aws:kms/key:Key", "llm-dev-key", "dev", x=1), made("aws:kms/key:Key", "llm-devices", "dev"))
    after = graph(made("aws:kms/key:Key", "llm-prod-key", "prod", x=2), made("aws:kms/key:Key", "llm-devices", "prod"))
    (change,) = resource_changes(before, after, ("llm-dev", "llm-prod"))
    assert (change.change, change.name, change.inputs) == ("changed", "llm-prod-key", ("x",))


def test_many_changes_are_told_by_type() -> None:
    keys = [made("aws:kms/key:Key", f"k{number}") for number in range(40)]
    changes = resource_changes(graph(made("aws:ec2/vpc:Vpc", "v")), graph(*keys), ("c", "c"))
    assert lines(changes) == ["+ 40 × Key", "- Vpc v"]
    assert lines(changes[:2]) == ["- Vpc v", "+ Key k0"]
