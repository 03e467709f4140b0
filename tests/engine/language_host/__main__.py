"""`python -m tests.engine.language_host ENGINE`: started by the engine, which reads the port from its first line."""

from __future__ import annotations

import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
from pulumi.runtime.proto import language_pb2_grpc
from tests.engine.language_host.host import LARGE, Host

_LOOK_SECONDS = 0.5
"""How often it looks whether the engine is still there: a killed one must not leave it behind."""


def main() -> None:
    host = Host(sys.argv[-1])

    def stop(*_: Any) -> None:
        host.kill()
        os._exit(0)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    server = grpc.server(ThreadPoolExecutor(32), options=LARGE)
    language_pb2_grpc.add_LanguageRuntimeServicer_to_server(host, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(port, flush=True)  # noqa: T201 (the protocol)
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    stop()


main()
