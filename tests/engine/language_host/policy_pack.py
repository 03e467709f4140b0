"""Stands before a policy pack until it is known which stack it is for, which a pack reads from its environment.

The engine starts a pack before it tells the stack; so its calls wait here, the pack is started with what
ConfigureStack says, and every call then goes on to it as it came.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import grpc
from pulumi.runtime.proto import analyzer_pb2

LARGE = [("grpc.max_receive_message_length", 400 << 20), ("grpc.max_send_message_length", -1)]


class PolicyPack(grpc.GenericRpcHandler):
    """A server at `port`; `environment` waits for the stack, `attach` lets the calls through."""

    def __init__(self) -> None:
        self._told, self._attached = Event(), Event()
        self._stack: Any = None
        self._channel: grpc.Channel | None = None
        server = grpc.server(ThreadPoolExecutor(32), options=LARGE)
        server.add_generic_rpc_handlers((self,))
        self.port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        self._server = server

    def service(self, handler_call_details: Any) -> Any:
        method = handler_call_details.method
        return grpc.unary_unary_rpc_method_handler(lambda data, context: self._call(method, data, context))

    def _call(self, method: str, data: bytes, context: Any) -> bytes:
        name = method.rsplit("/", 1)[1]
        if name == "Handshake":
            return b""
        if not self._told.is_set():
            if name == "ConfigureStack":
                self._stack = analyzer_pb2.AnalyzerStackConfigureRequest.FromString(data)
            self._told.set()
        self._attached.wait()
        if not self._channel:
            context.abort(grpc.StatusCode.INTERNAL, "the policy pack did not start")
            raise AssertionError
        try:
            return self._channel.unary_unary(method)(data)
        except grpc.RpcError as error:
            failed: Any = error
            context.abort(failed.code(), failed.details())
            raise

    def environment(self) -> dict[str, str]:
        """What tells a pack its stack; empty where the engine has none, as in `pulumi policy analyze`."""
        self._told.wait()
        if self._stack is None:
            return {}
        return {
            "PULUMI_PROJECT": self._stack.project,
            "PULUMI_STACK": self._stack.stack,
            "PULUMI_ORGANIZATION": self._stack.organization,
            "PULUMI_DRY_RUN": str(self._stack.dry_run).lower(),
            "PULUMI_CONFIG": json.dumps(dict(self._stack.config)),
        }

    def attach(self, first_line: bytes) -> None:
        """Go on to the pack, whose port is its first line of output; no number there, and every call fails."""
        if first_line.strip().isdigit():
            self._channel = grpc.insecure_channel(f"127.0.0.1:{int(first_line)}", options=LARGE)
        self._attached.set()
