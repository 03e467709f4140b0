"""The double as a server: one port a provider, to which the engine attaches instead of starting a plugin."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace

import grpc
from pulumi.runtime.proto import provider_pb2_grpc
from tests.engine.double.aws.cloud import AWS
from tests.engine.double.cloud import Cloud
from tests.engine.double.provider import Provider
from tests.engine.double.store import Store, Thing

CLOUDS: dict[str, Cloud] = {"aws": AWS}
_AT_ONCE = 64
"""More than the engine has resources under way: an answer that is held back must not hold up others."""
_OPTIONS = [("grpc.max_receive_message_length", 64 << 20), ("grpc.so_reuseport", 0)]


@contextmanager
def serve(packages: tuple[str, ...], store: Store, *, takes_anything: bool = False) -> Generator[dict[str, str]]:
    """Doubles of these providers over one store; their addresses, as PULUMI_DEBUG_PROVIDERS wants them.

    `takes_anything`: the clouds make what the real ones would refuse, and name what isn't there.
    """
    clouds = [CLOUDS[package] for package in packages]
    if takes_anything:
        clouds = [replace(cloud, opinion=_none, references={}) for cloud in clouds]
    servers = [_server(cloud, store) for cloud in clouds]
    try:
        yield {package: str(port) for package, (_, port) in zip(packages, servers, strict=True)}
    finally:
        store.heal()
        for server, _ in servers:
            server.stop(grace=None).wait()


def _none(thing: Thing, store: Store) -> list[str]:
    return []


def _server(cloud: Cloud, store: Store) -> tuple[grpc.Server, int]:
    server = grpc.server(ThreadPoolExecutor(_AT_ONCE), options=_OPTIONS)
    provider_pb2_grpc.add_ResourceProviderServicer_to_server(Provider(cloud, store), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    return server, port
