"""What is worked out of a resource or a graph once."""

from __future__ import annotations

from dataclasses import replace

from rackguard.graph.graph import Graph
from rackguard.graph.resource import Resource
from rackguard_policies.once import once

KEY = Resource("urn::key", "key", "key", parent=None, provider=None, custom=True, inputs={"on": True})


def test_is_worked_out_once_for_each_and_anew_for_what_is_changed() -> None:
    worked: list[object] = []

    @once
    def switches(resource: Resource) -> list[object]:
        worked.append(resource)
        return [resource.inputs["on"]]

    key, twin = replace(KEY), replace(KEY)
    assert switches(key) is switches(key)
    assert switches(twin) == [True]
    assert switches(replace(key, inputs={"on": False})) == [False]
    assert len(worked) == 3


def test_each_work_has_its_own_result_and_leaves_the_resource_equal() -> None:
    key = replace(KEY)
    assert (once(_name)(key), once(_is_custom)(key)) == ("key", True)
    assert key == replace(KEY)
    assert repr(key) == repr(KEY)
    assert once(_size)(Graph("s", "p", (key,))) == 1


def _name(resource: Resource) -> str:
    return resource.name


def _is_custom(resource: Resource) -> bool:
    return resource.custom


def _size(graph: Graph) -> int:
    return len(graph.resources)
