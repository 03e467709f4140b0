"""The engine's side of the Analyzer protocol: a pack is started as Pulumi does, and told a graph message by message."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import empty_pb2
from google.protobuf.struct_pb2 import Struct
from pulumi.runtime.proto import analyzer_pb2, analyzer_pb2_grpc

from rackguard.graph import wire
from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN, Resource, Secret
from rackguard_policies.packs import folders

PASSWORD = "correct horse battery staple"
"""What is in every secret that the engine hands over."""
LEVELS = {"advisory": 0, "mandatory": 1, "disabled": 2, "remediate": 3}
LEVEL_NAMES = {number: level for level, number in LEVELS.items()}
SEVERITIES = ("", "low", "medium", "high", "critical")


class Engine:
    """Talks to one pack."""

    def __init__(self, stub: Any) -> None:
        self.stub = stub

    def info(self) -> Any:
        return self.stub.GetAnalyzerInfo(empty_pb2.Empty())

    def configure(self, **config: Mapping[str, Any]) -> None:
        """Levels and parameters by rule, `_` for hyphens: `lt_imdsv2={"level": "advisory"}`."""
        request = analyzer_pb2.ConfigureAnalyzerRequest()
        for name, given in config.items():
            entry = request.policyConfig[name.replace("_", "-")]
            setattr(entry, "enforcementLevel", LEVELS[given.get("level", "mandatory")])  # noqa: B010 (a plain number)
            entry.properties.update({key: value for key, value in given.items() if key != "level"})
        self.stub.Configure(request)

    def judge(self, graph: Graph, *, dry_run: bool = True, answered: Mapping[str, Any] | None = None) -> list[Any]:
        """The diagnostics of a graph; `answered` is what the cloud is known to answer for every resource."""
        self.stub.ConfigureStack(
            analyzer_pb2.AnalyzerStackConfigureRequest(stack=graph.stack, project=graph.project, dry_run=dry_run)
        )
        for resource in graph.resources:
            if not resource.external:
                request = analyzer_pb2.AnalyzeRequest(
                    urn=resource.urn, type=resource.type, name=resource.name, properties=struct(resource.inputs)
                )
                assert list(self.stub.Analyze(request).diagnostics) == []
                assert list(self.stub.Remediate(request).remediations) == []
        messages = [message(each, answered or {"arn": UNKNOWN}) for each in reversed(graph.resources)]
        return list(self.stub.AnalyzeStack(analyzer_pb2.AnalyzeStackRequest(resources=messages)).diagnostics)


def told(diagnostics: list[Any]) -> dict[str, list[tuple[str, str]]]:
    """Level and resource's name of each diagnostic, by policy."""
    found: dict[str, list[tuple[str, str]]] = {}
    for each in diagnostics:
        found.setdefault(each.policyName, []).append((LEVEL_NAMES[each.enforcementLevel], each.urn.rpartition("::")[2]))
    return found


@contextmanager
def started(pack: str, cache: Path | None = None) -> Iterator[Engine]:
    """A pack as a process of its own, which remembers nothing but in `cache`."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PULUMI_")}
    environment["XDG_CACHE_HOME"] = str(cache or os.devnull)
    command = [sys.executable, "-u", "-m", "pulumi.policy", "127.0.0.1:1", "."]
    with subprocess.Popen(command, cwd=folders()[pack], env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            port = int(process.stdout.readline())
            with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
                yield Engine(analyzer_pb2_grpc.AnalyzerStub(channel))
        finally:
            process.terminate()


def message(resource: Resource, answered: Mapping[str, Any]) -> Any:
    """A resource as it is at the end: of the cloud's, its outputs are its inputs and what is answered."""
    of_cloud = resource.custom and not resource.type.startswith("pulumi:")
    outputs = {**resource.inputs, **answered} if of_cloud else {}
    made = analyzer_pb2.AnalyzerResource(
        urn=resource.urn,
        type=resource.type,
        name=resource.name,
        parent=resource.parent or "",
        properties=struct(outputs),
        dependencies=resource.dependencies,
    )
    for key, urns in resource.property_dependencies.items():
        made.propertyDependencies[key].urns.extend(urns)
    made.options.protect = bool(resource.options.protect)
    made.options.ignoreChanges.extend(resource.options.ignore_changes)
    if of_cloud:
        made.provider.urn = (resource.provider or "urn:pulumi:s::p::pulumi:providers:aws::default").partition("::id")[0]
    return made


def struct(values: Mapping[str, Any]) -> Struct:
    """Values as the engine writes them into a message: unknown ones by their sign, secrets with what they hide."""
    made = Struct()
    made.update({key: _written(value) for key, value in values.items()})
    return made


def _written(value: Any) -> Any:
    if value is UNKNOWN:
        return wire.UNKNOWN_SENTINEL
    if isinstance(value, Secret):
        return {wire.SIGNATURE: wire.SECRET_SIGNATURE, "value": PASSWORD if value.known else wire.UNKNOWN_SENTINEL}
    if isinstance(value, dict):
        return {key: _written(item) for key, item in value.items()}
    return [_written(item) for item in value] if isinstance(value, list) else value


def changed(graph: Graph, name: str, **inputs: Any) -> Graph:
    """The graph with inputs of the resource of that name changed."""
    (subject,) = [each for each in graph.resources if each.name == name]
    weak = replace(subject, inputs={**subject.inputs, **inputs})
    return replace(graph, resources=tuple(weak if each is subject else each for each in graph.resources))
