#!/usr/bin/env -S python3 -u
"""A policy pack that judges nothing, and writes what the engine tells it into the file that LISTENER_FILE names."""

# ruff: noqa: N802 (methods bear the names of the protocol)

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import empty_pb2
from google.protobuf.json_format import MessageToDict
from pulumi.runtime.proto import analyzer_pb2, analyzer_pb2_grpc, plugin_pb2

LARGEST = 400 * 1024 * 1024
"""Bytes of a message; as many as the engine sends."""


class Listener(analyzer_pb2_grpc.AnalyzerServicer):
    """Takes every call of the protocol."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._declared: list[Any] = []

    def Handshake(self, request: Any, context: Any) -> Any:
        return analyzer_pb2.AnalyzerHandshakeResponse()

    def GetPluginInfo(self, request: Any, context: Any) -> Any:
        return plugin_pb2.PluginInfo(version="1.0.0")

    def GetAnalyzerInfo(self, request: Any, context: Any) -> Any:
        """One policy, without which the engine calls nothing."""
        info = analyzer_pb2.AnalyzerInfo(name="listener", version="1.0.0", supportsConfig=True)
        for name, type_ in (("each", analyzer_pb2.POLICY_TYPE_RESOURCE), ("all", analyzer_pb2.POLICY_TYPE_STACK)):
            info.policies.add(name=name, description=name, policy_type=type_, enforcementLevel=analyzer_pb2.ADVISORY)
        return info

    def ConfigureStack(self, request: Any, context: Any) -> Any:
        return analyzer_pb2.AnalyzerStackConfigureResponse()

    def Configure(self, request: Any, context: Any) -> Any:
        return empty_pb2.Empty()

    def Analyze(self, request: Any, context: Any) -> Any:
        self._declared.append(MessageToDict(request))
        return analyzer_pb2.AnalyzeResponse()

    def Remediate(self, request: Any, context: Any) -> Any:
        return analyzer_pb2.RemediateResponse()

    def AnalyzeStack(self, request: Any, context: Any) -> Any:
        heard = {"declared": self._declared, "resources": [MessageToDict(each) for each in request.resources]}
        self._file.write_text(json.dumps(heard), encoding="utf-8")
        return analyzer_pb2.AnalyzeResponse()

    def Cancel(self, request: Any, context: Any) -> Any:
        return empty_pb2.Empty()


def main() -> None:
    """Listen until the engine ends this process."""
    options = [("grpc.max_receive_message_length", LARGEST)]
    server = grpc.server(ThreadPoolExecutor(max_workers=1), options=options)
    listener = Listener(Path(os.environ["LISTENER_FILE"]))
    analyzer_pb2_grpc.add_AnalyzerServicer_to_server(listener, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    with suppress(KeyboardInterrupt):  # how the engine says that it is done
        server.wait_for_termination()


if __name__ == "__main__":
    main()
