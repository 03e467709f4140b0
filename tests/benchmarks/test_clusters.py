"""The stacks that rules are measured on."""

from __future__ import annotations

import importlib
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def clusters(on_the_path: None) -> ModuleType:
    return importlib.import_module("clusters")


def test_a_stack_has_as_many_resources_as_asked_for_and_names_of_their_own(clusters: ModuleType) -> None:
    graph = clusters.distinct(140)
    assert len({each.urn for each in graph.resources}) == len(graph.resources) == 140
    assert sum(each.type == "rackguard-aws:index:GpuCluster" for each in graph.resources) == 2


def test_copies_have_other_numbers_also_in_what_is_written_in_texts(clusters: ModuleType) -> None:
    first, second = (clusters.distinct(300, number).resources for number in (0, 1))
    assert [each.type for each in first] == [each.type for each in second]
    assert first[0].name == second[0].name == "bench-bench"
    assert not {each.urn for each in first[1:]} & {each.urn for each in second}
    scripts = [each.inputs["userData"] for each in (*first, *second) if "userData" in each.inputs]
    assert len(set(scripts)) == len(scripts) >= 4
    needed = {urn for each in second for urn in (*each.dependencies, each.parent) if urn}
    assert needed <= {each.urn for each in second}


def test_alike_are_copies_of_one_name_that_depend_on_each_other(clusters: ModuleType) -> None:
    graph = clusters.alike(700)
    assert len({each.urn for each in graph.resources}) == len(graph.resources) == 700
    assert {each.inputs["name"] for each in graph.resources if "name" in each.inputs} == {"shared"}
    needed = {urn for each in graph.resources for urn in graph.needs(each)}
    assert needed <= graph.by_urn.keys()
    assert any(urn.endswith("-1") for urn in needed)
