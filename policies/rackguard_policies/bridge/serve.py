"""A pack as the program that the engine starts."""

from __future__ import annotations

import gc
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import grpc

from rackguard_policies.bridge.analyzer import Analyzer
from rackguard_policies.bridge.protocol import analyzer_pb2_grpc
from rackguard_policies.packs import load, version

if TYPE_CHECKING:
    from rackguard_policies.bridge.violations import Pricing

LARGEST_MESSAGE = 400 * 1024 * 1024
"""Bytes; as much as the engine sends."""


def serve(pack: str, pricing: Pricing | None = None) -> None:
    """Serve a pack on a free port of this machine, which is printed, until the engine ends this process.

    Its rules are read while the engine connects. `pricing` works out what a stack costs, for rules that ask.

    Raises KeyError where there is no pack of that name.
    """
    # A stack's resources are kept until the engine ends this process: collecting among them frees nothing.
    gc.disable()
    options = [("grpc.max_receive_message_length", LARGEST_MESSAGE), ("grpc.max_send_message_length", LARGEST_MESSAGE)]
    threads = ThreadPoolExecutor(max_workers=4)
    analyzer = Analyzer(threads.submit(load, pack), version(pack), pricing)
    server = grpc.server(threads, options=options)
    analyzer_pb2_grpc.add_AnalyzerServicer_to_server(analyzer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    try:
        server.wait_for_termination()
    except KeyboardInterrupt:  # how the engine says that it is done
        server.stop(0)
