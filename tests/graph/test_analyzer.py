"""Messages of Pulumi's Analyzer protocol as a graph."""

from __future__ import annotations

from typing import Any

from google.protobuf.struct_pb2 import Struct
from pulumi.runtime.proto import analyzer_pb2

from rackguard.graph import analyzer
from rackguard.graph.resource import UNKNOWN, Options, Resource, Secret
from rackguard.graph.wire import SECRET_SIGNATURE, SIGNATURE, UNKNOWN_SENTINEL

PREFIX = "urn:pulumi:dev::shop::"
STACK = f"{PREFIX}pulumi:pulumi:Stack::shop-dev"
RACK = f"{PREFIX}shop:index:Rack::rack"
DISK = f"{PREFIX}shop:index:Rack$shop:store:Disk::disk"
PROVIDER = f"{PREFIX}pulumi:providers:shop::default"


def message(urn: str, **given: Any) -> Any:
    *_, types, name = urn.split("::")
    return analyzer_pb2.AnalyzerResource(urn=urn, type=types.rpartition("$")[2], name=name, **given)


def asked(urn: str, **inputs: Any) -> Any:
    return analyzer_pb2.AnalyzeRequest(urn=urn, properties=struct(inputs))


def struct(values: dict[str, Any]) -> Struct:
    made = Struct()
    made.update(values)
    return made


def test_a_resource_has_the_inputs_that_it_was_declared_with_and_the_outputs_of_the_end() -> None:
    disk = message(
        DISK,
        parent=RACK,
        properties=struct({"size": 2.0, "id": "disk-1", "path": UNKNOWN_SENTINEL}),
        dependencies=[RACK, STACK],
        provider=analyzer_pb2.AnalyzerProviderResource(urn=PROVIDER),
    )
    disk.propertyDependencies["beside"].urns.extend([RACK, STACK])
    disk.options.CopyFrom(
        analyzer_pb2.AnalyzerResourceOptions(
            protect=True,
            ignoreChanges=["size"],
            deleteBeforeReplace=False,
            deleteBeforeReplaceDefined=True,
            additionalSecretOutputs=["path"],
            aliases=[f"{PREFIX}shop:store:Disk::old"],
            customTimeouts=analyzer_pb2.AnalyzerResourceOptions.CustomTimeouts(create=5400, delete=30),
        )
    )
    graph = analyzer.read([disk], {DISK: asked(DISK, size=2.0, beside="disk-0")})
    assert (graph.stack, graph.project, graph.untold) == ("dev", "shop", {"retain_on_delete"})
    assert graph.resources == (
        Resource(
            urn=DISK,
            type="shop:store:Disk",
            name="disk",
            parent=RACK,
            provider=PROVIDER,
            custom=True,
            inputs={"size": 2, "beside": "disk-0"},
            dependencies=(STACK, RACK),
            property_dependencies={"beside": (STACK, RACK)},
            options=Options(
                protect=True,
                ignore_changes=("size",),
                delete_before_replace=False,
                additional_secret_outputs=("path",),
                aliases=(f"{PREFIX}shop:store:Disk::old",),
                custom_timeouts={"create": "1h30m", "delete": "30s"},
            ),
            id="disk-1",
            outputs={"size": 2, "id": "disk-1", "path": UNKNOWN},
        ),
    )


def test_resources_come_in_the_order_of_the_program_whatever_the_engines() -> None:
    declared = {urn: asked(urn) for urn in (STACK, RACK, DISK)}
    read = analyzer.read([message(urn) for urn in (DISK, STACK, f"{PREFIX}t::b", RACK, f"{PREFIX}t::a")], declared)
    assert [each.name for each in read.resources] == ["shop-dev", "rack", "disk", "a", "b"]


def test_components_are_of_no_provider_and_what_was_not_declared_was_only_read() -> None:
    by_provider = {"provider": analyzer_pb2.AnalyzerProviderResource(urn=PROVIDER)}
    messages = [message(STACK), message(RACK), message(DISK, **by_provider), message(PROVIDER)]
    read = analyzer.read(messages, {RACK: asked(RACK, disks=1.0)}).by_urn
    assert {urn: (each.custom, each.external) for urn, each in read.items()} == {
        STACK: (False, False),
        RACK: (False, False),
        DISK: (True, True),
        PROVIDER: (True, False),
    }
    assert read[RACK].inputs == {"disks": 1}


def test_where_nothing_was_declared_outputs_are_all_there_is() -> None:
    by_provider = {"provider": analyzer_pb2.AnalyzerProviderResource(urn=PROVIDER)}
    (disk,) = analyzer.read([message(DISK, properties=struct({"size": 1.5}), **by_provider)], {}).resources
    assert (disk.inputs, disk.external) == ({"size": 1.5}, False)


def test_the_engines_names_go_before_those_of_urns_and_exports_are_the_stacks() -> None:
    graph = analyzer.read([message(STACK, properties=struct({"url": "a"}))], {}, "prod", "store")
    assert (graph.stack, graph.project, graph.outputs) == ("prod", "store", {"url": "a"})
    assert analyzer.read([], {}).resources == ()


def test_values_are_those_of_a_graph() -> None:
    given = struct(
        {
            "none": None,
            "flag": True,
            "whole": 3.0,
            "part": 0.5,
            "list": [1.0, {"deep": UNKNOWN_SENTINEL}],
            "password": {SIGNATURE: SECRET_SIGNATURE, "value": "hunter2"},
            "__defaults": [],
        }
    )
    assert analyzer.values_of(given) == {
        "none": None,
        "flag": True,
        "whole": 3,
        "part": 0.5,
        "list": [1, {"deep": UNKNOWN}],
        "password": Secret(known=True),
    }
