"""A policy pack told a stack over the Analyzer protocol as the engine does, and what its process took for that.

    python benchmarks/packs.py policies/hipaa 1000

prints milliseconds of the processor and MiB at most, from the pack's start to its answer.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import clusters
import grpc
from google.protobuf import empty_pb2
from measure import ROOT, Taken, used_by
from pulumi.runtime.proto import analyzer_pb2, analyzer_pb2_grpc

from rackguard.graph.resource import UNKNOWN

sys.path.append(str(ROOT))

from tests.policies.packs.engine import message, struct

LARGEST_MESSAGE = 400 * 1024 * 1024
"""Bytes; as much as the engine sends."""
OPTIONS = [("grpc.max_receive_message_length", LARGEST_MESSAGE), ("grpc.max_send_message_length", LARGEST_MESSAGE)]
FORESEEN = {"arn": UNKNOWN}
"""What the cloud is to answer, as a preview has it."""


def told(size: int) -> tuple[list[Any], Any]:
    """What the engine says of a stack of `size` resources: each by itself, and all at the end."""
    resources = clusters.distinct(size).resources
    requests = [
        analyzer_pb2.AnalyzeRequest(urn=each.urn, type=each.type, name=each.name, properties=struct(each.inputs))
        for each in resources
    ]
    return requests, analyzer_pb2.AnalyzeStackRequest(resources=[message(each, FORESEEN) for each in resources])


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


if __name__ == "__main__":
    taken = run(Path(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.write(f"{taken.ms} {taken.peak_mib}\n")
