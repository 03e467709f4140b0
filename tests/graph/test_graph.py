"""A graph answers by URN, type, parent and dependency."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rackguard.graph.graph import STACK, Graph
from rackguard.graph.resource import UNKNOWN, Resource


def resource(name: str, type_: str, parent: str | None = "stack", **given: Any) -> Resource:
    return Resource(urn=name, type=type_, name=name, parent=parent, provider=None, custom=True, inputs={}, **given)


STACK_ITSELF = resource("stack", STACK, None)
RACK = resource("rack", "shop:index:Rack")
SHELF = resource("shelf", "shop:index:Shelf", "rack")
KEY = resource("key", "shop:store:Key", "shelf")
DISK = resource("disk", "shop:store:Disk", "shelf", property_dependencies={"keyId": ("key",), "size": ()})
LATE = resource("late", "shop:store:Disk", dependencies=("disk", "key"), property_dependencies={"of": ("disk", "gone")})
GRAPH = Graph("dev", "shop", (STACK_ITSELF, RACK, SHELF, KEY, DISK, LATE))


def test_resources_are_found_by_urn_and_type():
    assert GRAPH.by_urn["disk"] is DISK
    assert GRAPH.of_type("shop:store:Disk") == (DISK, LATE)
    assert GRAPH.of_type("shop:store:Key", "shop:store:Disk") == (KEY, DISK, LATE)
    assert GRAPH.of_type("shop:store:Tape") == ()


def test_resources_are_found_by_their_parents():
    assert GRAPH.children("stack") == (RACK, LATE)
    assert GRAPH.children("shelf") == (KEY, DISK)
    assert GRAPH.children("disk") == ()
    assert list(GRAPH.ancestors(DISK)) == [SHELF, RACK]
    assert list(GRAPH.ancestors(RACK)) == []
    assert list(GRAPH.ancestors(STACK_ITSELF)) == []


def test_what_has_no_parent_is_not_below_what_has_no_name():
    nameless = resource("", "shop:store:Disk", None)
    graph = replace(GRAPH, resources=(*GRAPH.resources, nameless))
    assert [list(graph.ancestors(each)) for each in (nameless, STACK_ITSELF)] == [[], []]


def test_what_needs_a_resource_is_found_once():
    assert GRAPH.dependents("key") == (DISK, LATE)
    assert GRAPH.dependents("disk") == (LATE,)
    assert GRAPH.dependents("key", "shop:store:Key") == ()
    assert GRAPH.dependents("late") == ()


def test_what_an_input_comes_from_is_found_where_it_is_in_the_graph():
    assert GRAPH.sources(DISK, "keyId") == (KEY,)
    assert GRAPH.sources(DISK, "keyId", "shop:store:Disk") == ()
    assert GRAPH.sources(DISK, "size") == GRAPH.sources(DISK, "nothing") == ()
    assert GRAPH.sources(LATE, "of") == (DISK,)


def test_a_text_that_all_of_a_type_share_is_told_and_no_other():
    def region(name: str, value: Any) -> Resource:
        return Resource(name, "shop:store:Till", name, None, None, True, {"region": value})

    def shared(*values: Any) -> str | None:
        tills = tuple(region(str(number), value) for number, value in enumerate(values))
        return Graph("dev", "shop", tills).shared_text("shop:store:Till", "region")

    assert (shared("north", None, "", UNKNOWN, "north"), shared("north", "south"), shared(), shared(3)) == (
        "north",
        None,
        None,
        None,
    )


def test_a_resource_is_found_by_the_clouds_id_and_its_type():
    disk = resource("disk", "shop:store:Disk", id="d-1")
    graph = Graph("dev", "shop", (disk, resource("new", "shop:store:Disk")))
    assert graph.with_id("d-1", "shop:store:Key", "shop:store:Disk") is disk
    assert graph.with_id("d-1", "shop:store:Key") is None
    assert graph.with_id("", "shop:store:Disk") is None


def test_resources_are_found_by_a_text_of_theirs():
    inputs: dict[str, Any] = {"a": {"of": "x"}, "b": {"of": "y"}, "c": {"of": "x"}, "d": {"of": UNKNOWN}, "e": {}}
    made = tuple(
        Resource(urn=name, type="shop:store:Key", name=name, parent=None, provider=None, custom=True, inputs=given)
        for name, given in inputs.items()
    )
    graph = Graph("dev", "shop", made)
    assert [each.name for each in graph.with_text("shop:store:Key", "of", "x")] == ["a", "c"]
    assert graph.with_text("shop:store:Key", "of", "z") == ()
    assert graph.with_text("shop:store:Disk", "of", "x") == ()


def test_dependents_of_several_types_come_in_the_order_of_the_graph():
    key, *rest = (resource("key", "t:Key"), resource("a", "t:B"), resource("b", "t:A"), resource("c", "t:B"))
    graph = Graph("dev", "shop", (key, *(replace(each, dependencies=(key.urn, key.urn)) for each in rest)))
    assert [each.name for each in graph.dependents(key.urn, "t:A", "t:B", "t:A")] == ["a", "b", "c"]
    assert [each.name for each in graph.dependents(key.urn)] == ["a", "b", "c"]
    assert [each.name for each in graph.dependents(key.urn, "t:B")] == ["a", "c"]
    assert graph.dependents(key.urn, "t:C") == graph.dependents("nobody") == ()
