"""What a program registers is taken down exactly: URNs, parents, dependencies, values and options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pulumi
import pytest
from pulumi import Alias, CustomTimeouts, Output, ResourceOptions
from tests.graph.conftest import PREFIX, STACK, Disk, Rack, Record, named

from rackguard.graph.offline import OfflineRunError
from rackguard.graph.resource import UNKNOWN, Options, Position, Secret

HERE = Path(__file__).parent
FIRST = f"{PREFIX}shop:index:Rack$shop:store:Disk::r-first"
SECOND = f"{PREFIX}shop:index:Rack$shop:store:Disk::r-second"


def test_urns_and_parents_are_the_engines(record: Record):
    def program() -> None:
        outer = Rack("o")
        Rack("r", ResourceOptions(parent=outer))

    graph = record(program)
    assert [(one.urn, one.parent) for one in graph.resources] == [
        (STACK, None),
        (f"{PREFIX}shop:index:Rack::o", STACK),
        (f"{PREFIX}shop:index:Rack$shop:store:Disk::o-first", f"{PREFIX}shop:index:Rack::o"),
        (f"{PREFIX}shop:index:Rack$shop:store:Disk::o-second", f"{PREFIX}shop:index:Rack::o"),
        (f"{PREFIX}shop:index:Rack$shop:index:Rack::r", f"{PREFIX}shop:index:Rack::o"),
        (
            f"{PREFIX}shop:index:Rack$shop:index:Rack$shop:store:Disk::r-first",
            f"{PREFIX}shop:index:Rack$shop:index:Rack::r",
        ),
        (
            f"{PREFIX}shop:index:Rack$shop:index:Rack$shop:store:Disk::r-second",
            f"{PREFIX}shop:index:Rack$shop:index:Rack::r",
        ),
    ]
    assert [one.custom for one in graph.resources] == [False, False, True, True, False, True, True]
    assert [one.name for one in graph.ancestors(named(graph, "r-first"))] == ["r", "o"]


def test_a_component_that_is_needed_stands_for_its_resources(record: Record):
    def program() -> None:
        rack = Rack("r")
        Disk("after", {"of": rack, "path_of": rack.second.path}, ResourceOptions(depends_on=[rack]))

    after = named(record(program), "after")
    assert after.dependencies == (FIRST, SECOND)
    assert after.property_dependencies == {"of": (FIRST, SECOND), "path_of": (SECOND,)}
    assert after.inputs == {"of": f"{PREFIX}shop:index:Rack::r", "path_of": UNKNOWN}


def test_values_are_known_unknown_or_absent_where_they_stand(record: Record):
    def program() -> None:
        disk = Disk("d", {"size": 3})
        inputs = {
            "given": disk.size,  # type: ignore[attr-defined]
            "absent": None,
            "items": [1, disk.path, {"path": disk.path, "deep": [disk.id, "known"]}],
            "tags": {"kept": "yes", "made": disk.path},
            "joined": Output.concat("a", disk.path),
            "numbers": [2.0, 2.5, True, -1],
        }
        Disk("values", inputs)

    Disk.size = property(lambda self: pulumi.get(self, "size"))  # type: ignore[attr-defined]
    try:
        values = named(record(program), "values").inputs
    finally:
        del Disk.size  # type: ignore[attr-defined]
    assert values == {
        "given": 3,
        "items": [1, UNKNOWN, {"path": UNKNOWN, "deep": [UNKNOWN, "known"]}],
        "tags": {"kept": "yes", "made": UNKNOWN},
        "joined": UNKNOWN,
        "numbers": [2, 2.5, True, -1],
    }
    assert [type(number) for number in values["numbers"]] == [int, float, bool, int]


def test_a_secret_is_opaque_wherever_it_stands(record: Record):
    def program() -> None:
        disk = Disk("d")
        Disk(
            "secrets",
            {
                "known": Output.secret("hunter2"),
                "unknown": Output.secret(disk.path),
                "inside": {"list": [Output.secret("hunter2")]},
            },
        )

    graph = record(program)
    assert named(graph, "secrets").inputs == {
        "known": Secret(known=True),
        "unknown": Secret(known=False),
        "inside": {"list": [Secret(known=True)]},
    }
    assert "hunter2" not in repr(graph)


def test_options_are_kept(record: Record):
    def program() -> None:
        other = Disk("other")
        Disk(
            "d",
            {"size": 1},
            ResourceOptions(
                protect=True,
                retain_on_delete=True,
                ignore_changes=["size"],
                replace_on_changes=["kind"],
                additional_secret_outputs=["path"],
                aliases=[Alias(name="old"), f"{PREFIX}shop:store:Disk::older"],
                delete_before_replace=False,
                deleted_with=other,
                custom_timeouts=CustomTimeouts(create="30m", delete="60m"),
                version="1.2.3",
            ),
        )

    graph = record(program)
    assert named(graph, "d").options == Options(
        protect=True,
        retain_on_delete=True,
        ignore_changes=("size",),
        replace_on_changes=("kind",),
        additional_secret_outputs=("path",),
        aliases=('{"name": "old", "parentUrn": ""}', f"{PREFIX}shop:store:Disk::older"),
        delete_before_replace=False,
        deleted_with=f"{PREFIX}shop:store:Disk::other",
        custom_timeouts={"create": "30m", "delete": "1h"},
        version="1.2.3",
    )
    assert named(graph, "other").options == Options()


def test_children_take_their_parents_protection(record: Record):
    graph = record(lambda: Rack("r", ResourceOptions(protect=True)))
    assert [named(graph, name).options.protect for name in ("r", "r-first", "r-second")] == [True, True, True]


@pytest.mark.parametrize(
    ("root", "file"),
    [
        ("", f"{HERE}/conftest.py"),
        (str(HERE), "conftest.py"),
        (f"{HERE.parent}/", "graph/conftest.py"),
        (f"{HERE}/con", None),
    ],
)
def test_where_a_resource_is_declared_is_told_from_the_projects_folder(record: Record, root: str, file: str | None):
    lines = (HERE / "conftest.py").read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "self.first = " in text)
    assert named(record(lambda: Rack("r"), root=root), "r-first").position == (file and Position(file, line))


def test_what_the_sdk_declares_by_itself_has_no_place(record: Record):
    (stack,) = record(lambda: None, root=str(Path(pulumi.__file__).parents[5])).resources
    assert (stack.type, stack.position) == ("pulumi:pulumi:Stack", None)


def test_two_resources_of_one_urn_are_refused(record: Record):
    def program() -> None:
        Disk("twin")
        Disk("twin")

    message = f"two resources of type shop:store:Disk are both called twin: {PREFIX}shop:store:Disk::twin"
    with pytest.raises(OfflineRunError) as caught:
        record(program)
    assert str(caught.value) == message


def test_namesakes_of_two_types_or_parents_are_two_resources(record: Record):
    def program() -> None:
        Rack("r")
        Disk("r")
        Disk("r-first")

    assert len(record(program).by_urn) == 6


def test_what_is_read_is_known_by_its_id_and_nothing_else(record: Record):
    def program() -> None:
        disk = Disk("found", {}, ResourceOptions(id="disk-7"))
        Disk("beside", {"id_of": disk.id, "path_of": disk.path})

    graph = record(program)
    found = named(graph, "found")
    assert (found.id, found.external, found.custom, found.inputs) == ("disk-7", True, True, {})
    assert named(graph, "beside").inputs == {"id_of": "disk-7", "path_of": UNKNOWN}


def test_what_is_read_by_an_unknown_id_is_unknown(record: Record):
    def program() -> None:
        disk = Disk("found", {}, ResourceOptions(id=Disk("d").path))
        Disk("beside", {"id_of": disk.id})

    graph = record(program)
    assert (named(graph, "found").id, named(graph, "found").external) == (None, True)
    assert named(graph, "beside").inputs == {"id_of": UNKNOWN}


def test_another_stacks_outputs_are_unknown(record: Record):
    def program() -> None:
        other = pulumi.StackReference("acme/network/prod")
        Disk("d", {"vpc": other.get_output("vpc"), "subnet": other.require_output("subnet")})

    assert named(record(program), "d").inputs == {"vpc": UNKNOWN, "subnet": UNKNOWN}


def test_a_resource_handed_over_whole_comes_back_from_the_record(record: Record):
    def program() -> None:
        disk = Disk("d")
        pulumi.export("disk", Output.from_input(disk).apply(lambda one: one.urn))

    assert record(program).outputs == {"disk": f"{PREFIX}shop:store:Disk::d"}


def test_exports_are_known_unknown_or_secret(record: Record):
    def program() -> None:
        disk = Disk("d")
        pulumi.export("name", "shop")
        pulumi.export("path", disk.path)
        pulumi.export("password", Output.secret("hunter2"))
        pulumi.export("map", {"path": disk.path, "n": 2})

    assert record(program).outputs == {
        "name": "shop",
        "path": UNKNOWN,
        "password": Secret(known=True),
        "map": {"path": UNKNOWN, "n": 2},
    }


def call(*, output: bool) -> Any:
    if output:
        return pulumi.runtime.invoke_output("shop:store:getDisk", {"size": 3})
    return pulumi.runtime.invoke("shop:store:getDisk", {"size": 3})


@pytest.mark.parametrize("output", [True, False])
def test_a_function_that_is_no_lookup_is_refused(record: Record, output: bool):
    message = "shop:store:getDisk asks the cloud, which an offline run can't; allowed: its known lookups"
    with pytest.raises(OfflineRunError) as caught:
        record(lambda: call(output=output))
    assert str(caught.value) == message


def test_a_lookups_answer_is_unknown(record: Record):
    def program() -> None:
        Disk("d", {"found": call(output=True)["path"]})

    assert named(record(program, "shop:store:getDisk"), "d").inputs == {"found": UNKNOWN}


def test_a_component_of_another_package_is_refused(record: Record):
    with pytest.raises(OfflineRunError) as caught:
        record(lambda: Rack("far", remote=True))
    assert str(caught.value) == (
        "shop:index:Rack (far) is a component of another package, whose resources only it knows: "
        "give what `pulumi preview --json --show-sames` prints instead"
    )


def test_a_method_of_a_provider_is_refused(record: Record):
    with pytest.raises(OfflineRunError, match=r"^shop:store:Disk/grow asks a provider, which an offline run can't$"):
        record(lambda: pulumi.runtime.call("shop:store:Disk/grow", {"by": 1}))


def test_resources_come_in_the_same_order_in_every_run(record: Record):
    def program() -> None:
        for number in range(200):
            Disk(f"d{number}", {"size": number})

    assert [one.name for one in record(program).resources] == ["shop-dev", *(f"d{n}" for n in range(200))]


def test_resources_come_as_declared_whatever_they_wait_for(record: Record):
    def program() -> None:
        first = Disk("first")
        waits = Disk("waits", {"path": first.path})
        Disk("waits-longer", {"path": waits.path}, ResourceOptions(depends_on=[first, waits]))
        Disk("ready")

    assert [one.name for one in record(program).resources] == ["shop-dev", "first", "waits", "waits-longer", "ready"]
