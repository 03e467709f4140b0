"""A policy pack told a stack over the Analyzer protocol as the engine does, and what its process took for that.

    python benchmarks/packs.py policies/hipaa 1000

prints milliseconds of the processor and MiB at most, from the pack's start to its answer.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import clusters
import grpc
from google.protobuf import empty_pb2
from google.protobuf.struct_pb2 import Struct
from measure import Taken, used_by
from pulumi.runtime.proto import analyzer_pb2, analyzer_pb2_grpc

from rackguard.graph import wire
from rackguard.graph.resource import UNKNOWN, Resource, Secret

LARGEST_MESSAGE = 400 * 1024 * 1024
"""Bytes; as much as the engine sends."""
OPTIONS = [("grpc.max_receive_message_length", LARGEST_MESSAGE), ("grpc.max_send_message_length", LARGEST_MESSAGE)]
HIDDEN = "correct horse battery staple"
"""What is in every secret that the engine hands over."""


def told(size: int) -> tuple[list[Any], Any]:
    """What the engine says of a stack of `size` resources: each by itself, and all at the end."""
    resources = clusters.distinct(size).resources
    requests = [
        analyzer_pb2.AnalyzeRequest(urn=each.urn, type=each.type, name=each.name, properties=_struct(each.inputs))
        for each in resources
    ]
    return requests, analyzer_pb2.AnalyzeStackRequest(resources=map(_at_the_end, resources))


def run(pack: Path, size: int) -> Taken:
    """What a pack takes for one preview of a stack."""
    requests, whole = told(size)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PULUMI_")}
    command = [sys.executable, "-u", "-m", "pulumi.policy", "127.0.0.1:1", "."]
    with subprocess.Popen(command, cwd=pack, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            with grpc.insecure_channel(f"127.0.0.1:{int(process.stdout.readline())}", options=OPTIONS) as channel:
                _preview(analyzer_pb2_grpc.AnalyzerStub(channel), requests, whole)
        finally:
            process.terminate()
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return used_by(used)


def _preview(pack: Any, requests: list[Any], whole: Any) -> None:
    pack.GetAnalyzerInfo(empty_pb2.Empty())
    pack.Configure(analyzer_pb2.ConfigureAnalyzerRequest())
    pack.ConfigureStack(analyzer_pb2.AnalyzerStackConfigureRequest(stack="bench", project="bench", dry_run=True))
    for request in requests:
        pack.Analyze(request)
    pack.AnalyzeStack(whole)


def _at_the_end(resource: Resource) -> Any:
    """A resource as a preview foresees it: of the cloud's, its outputs are its inputs and what isn't known."""
    of_cloud = resource.custom and not resource.type.startswith("pulumi:")
    message = analyzer_pb2.AnalyzerResource(
        urn=resource.urn,
        type=resource.type,
        name=resource.name,
        parent=resource.parent or "",
        properties=_struct({**resource.inputs, "arn": UNKNOWN} if of_cloud else {}),
        dependencies=resource.dependencies,
    )
    for key, urns in resource.property_dependencies.items():
        message.propertyDependencies[key].urns.extend(urns)
    if of_cloud:
        message.provider.urn = (resource.provider or "").rpartition("::")[0]
    return message


def _struct(values: Mapping[str, Any]) -> Struct:
    made = Struct()
    made.update({key: _written(value) for key, value in values.items()})
    return made


def _written(value: Any) -> Any:
    if value is UNKNOWN:
        return wire.UNKNOWN_SENTINEL
    if isinstance(value, Secret):
        return {wire.SIGNATURE: wire.SECRET_SIGNATURE, "value": HIDDEN if value.known else wire.UNKNOWN_SENTINEL}
    if isinstance(value, dict):
        return {key: _written(item) for key, item in value.items()}
    return [_written(item) for item in value] if isinstance(value, list) else value


if __name__ == "__main__":
    taken = run(Path(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.write(f"{taken.ms} {taken.peak_mib}\n")
