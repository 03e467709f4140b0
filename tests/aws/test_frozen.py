"""What others hold on to: URNs, by which a state knows its resources, and the schema, by which programs call them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pulumi
import pytest
from pulumi import Alias, ResourceOptions
from tests.aws.aliases import answers_to
from tests.aws.component_schema import schema, schema_text
from tests.aws.golden import frozen_urns
from tests.aws.stacks import NAMES, moved, recorded

from rackguard.aws.package import SCHEMA
from rackguard.graph.graph import Graph

Record = Callable[[Callable[[], object]], Graph]
PREFIX = "urn:pulumi:test::tests::"


@pytest.mark.parametrize("stack", NAMES)
def test_no_urn_goes_without_an_alias(stack: str) -> None:
    # A URN that isn't there is a resource that the next deployment deletes. Give the renamed one an alias.
    frozen = {urn for urn in frozen_urns() if urn.startswith(f"urn:pulumi:{stack}::")}
    assert frozen - answers_to(recorded(stack)) == set()


def renamed(cluster: dict[str, Any]) -> None:
    """The pools by other names, which say what they were called."""
    cluster["pools"] = {f"new-{old}": {**pool, "renamed_from": [old]} for old, pool in cluster["pools"].items()}
    for pool in cluster["pools"].values():
        if "like" in pool:
            pool["like"] = f"new-{pool['like']}"


@pytest.mark.parametrize("stack", NAMES)
def test_a_renamed_pool_answers_to_each_of_its_names(stack: str) -> None:
    graph, before = moved(stack, change=renamed), recorded(stack)
    of_pools = [one for one in before.resources if re.match(rf"llm-{stack}-(pool|placement)-", one.name)]
    assert graph.by_urn.keys() == {
        one.urn.replace("-pool-", "-pool-new-").replace("-placement-", "-placement-new-") for one in before.resources
    }
    assert {one.urn for one in of_pools} & graph.by_urn.keys() == set()
    assert answers_to(graph) >= before.by_urn.keys()


@pytest.mark.parametrize("stack", NAMES)
def test_every_urn_is_frozen(stack: str) -> None:
    # A new one: `python tests/aws/golden.py` adds it.
    assert recorded(stack).by_urn.keys() - set(frozen_urns()) == set()


def test_the_schema_is_the_reviewed_one() -> None:
    # Where the change is meant, and breaks nobody's program: `python tests/aws/golden.py`, and read the difference.
    assert schema_text().splitlines() == SCHEMA.read_text(encoding="utf-8").splitlines()


def described(schema: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Each component, argument, output, type and field of a schema, with its words."""
    for token, made in {**schema["resources"], **schema["types"]}.items():
        yield token, "", made.get("description", "")
        for kind in ("inputProperties", "properties"):
            for name, value in made.get(kind, {}).items():
                yield token, f"{kind}.{name}", value.get("description", "")


def test_everything_in_the_schema_is_described_as_it_is_written() -> None:
    found = list(described(schema()))
    assert len(found) > 250
    assert [(token, place) for token, place, words in found if not words.endswith(".")] == []
    # Indentation is code to whoever renders it.
    assert [(token, place) for token, place, words in found if "\n " in words] == []


def test_the_package_has_its_components() -> None:
    made = schema()
    assert made["name"] == "rackguard-aws"
    assert "version" not in made  # the distribution's, put in when the package is served
    assert sorted(made["resources"]) == [
        "rackguard-aws:index:Access",
        "rackguard-aws:index:EncryptionKey",
        "rackguard-aws:index:GpuCluster",
        "rackguard-aws:index:Network",
        "rackguard-aws:index:NodePool",
        "rackguard-aws:index:Placement",
        "rackguard-aws:index:Storage",
    ]


def test_words_are_taken_from_the_class_itself_first() -> None:
    resources = schema()["resources"]
    of = {name: resources[f"rackguard-aws:index:{name}"]["inputProperties"] for name in ("GpuCluster", "Network")}
    assert of["GpuCluster"]["access"]["description"] == "Who may log in, and from where."
    assert of["Network"]["access"]["description"] == "Who may log in, and from where; nobody where it is left out."
    assert of["Network"]["keyArn"]["description"] == "ARN of the key that encrypts the flow logs."


class Rack(pulumi.ComponentResource):
    def __init__(self, name: str, opts: ResourceOptions | None = None) -> None:
        super().__init__("tests:index:Rack", name, None, opts)
        Shelf(f"{name}-shelf", ResourceOptions(parent=self))
        Shelf("fixed", ResourceOptions(parent=self))


class Shelf(pulumi.ComponentResource):
    def __init__(self, name: str, opts: ResourceOptions | None = None) -> None:
        super().__init__("tests:index:Shelf", name, None, opts)


def test_a_rename_is_seen(record: Record) -> None:
    found = answers_to(record(lambda: Rack("new")))
    assert found == {
        f"{PREFIX}pulumi:pulumi:Stack::tests-test",
        f"{PREFIX}tests:index:Rack::new",
        f"{PREFIX}tests:index:Rack$tests:index:Shelf::new-shelf",
        f"{PREFIX}tests:index:Rack$tests:index:Shelf::fixed",
    }


def test_an_alias_stands_for_the_old_name_and_for_what_was_below_it(record: Record) -> None:
    found = answers_to(record(lambda: Rack("new", ResourceOptions(aliases=[Alias(name="old")]))))
    assert found == {
        f"{PREFIX}pulumi:pulumi:Stack::tests-test",
        f"{PREFIX}tests:index:Rack::new",
        f"{PREFIX}tests:index:Rack::old",
        f"{PREFIX}tests:index:Rack$tests:index:Shelf::new-shelf",
        f"{PREFIX}tests:index:Rack$tests:index:Shelf::old-shelf",
        f"{PREFIX}tests:index:Rack$tests:index:Shelf::fixed",
    }


@pytest.mark.parametrize(
    ("alias", "urn"),
    [
        (Alias(type_="tests:index:Box"), f"{PREFIX}tests:index:Box::new"),
        (Alias(name="old", parent=f"{PREFIX}tests:index:Hall::h"), f"{PREFIX}tests:index:Hall$tests:index:Shelf::old"),
        (Alias(name="old", parent=None), f"{PREFIX}tests:index:Shelf::old"),
        (Alias(project="before"), "urn:pulumi:test::before::tests:index:Shelf::new"),
        (f"{PREFIX}tests:index:Shelf::long-ago", f"{PREFIX}tests:index:Shelf::long-ago"),
    ],
)
def test_aliases_of_every_kind(record: Record, alias: Alias | str, urn: str) -> None:
    found = answers_to(record(lambda: Shelf("new", ResourceOptions(aliases=[alias]))))
    assert found == {f"{PREFIX}pulumi:pulumi:Stack::tests-test", f"{PREFIX}tests:index:Shelf::new", urn}
