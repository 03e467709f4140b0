"""A pack as the program that the engine starts."""

from __future__ import annotations

import gc
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING

import grpc

from rackguard_policies.bridge.analyzer import Analyzer
from rackguard_policies.bridge.protocol import analyzer_pb2_grpc
from rackguard_policies.bridge.ready import ready
from rackguard_policies.bridge.remembered import keep, place, recall
from rackguard_policies.packs import version

if TYPE_CHECKING:
    from concurrent.futures import Future
    from pathlib import Path

    from rackguard_policies.bridge.ready import Ready
    from rackguard_policies.bridge.violations import Pricing

LARGEST_MESSAGE = 400 * 1024 * 1024
"""Bytes; as much as the engine sends."""


def serve(pack: str, pricing: Pricing | None = None) -> None:
    """Serve a pack on a free port of this machine, which is printed, until the engine ends this process.

    Its rules are read while the engine connects; where what they say is remembered, while it runs the program.
    `pricing` works out what a stack costs, for rules that ask.

    Raises KeyError where there is no pack of that name.
    """
    # A stack's resources are kept until the engine ends this process: collecting among them frees nothing.
    gc.disable()
    options = [("grpc.max_receive_message_length", LARGEST_MESSAGE), ("grpc.max_send_message_length", LARGEST_MESSAGE)]
    threads = ThreadPoolExecutor(max_workers=4)
    number = version(pack)
    kept_in = place(pack, number)
    remembered = recall(kept_in)

    @cache
    def read() -> Future[Ready]:
        coming = threads.submit(ready, pack, number)
        coming.add_done_callback(lambda done: _remember(kept_in, remembered, done))
        return coming

    if not remembered:
        read()
    analyzer = Analyzer(read, number, pricing, remembered)
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


def _remember(kept_in: Path | None, remembered: bytes | None, done: Future[Ready]) -> None:
    if not done.exception() and done.result().told != remembered:
        keep(kept_in, done.result().told)
