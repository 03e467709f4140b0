"""What holds for every test: no network, no credentials, repeatable on CI."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

# A slow machine is no failure; on CI the same examples are drawn each time, elsewhere new ones.
settings.register_profile("house", deadline=None, max_examples=100, derandomize="CI" in os.environ)
settings.load_profile("house")


@pytest.fixture(scope="session", autouse=True)
def no_credentials() -> Iterator[None]:
    """A test that reaches for an account finds none, whatever the machine is set up for."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(("AWS_", "GOOGLE_")) or name == "PULUMI_ACCESS_TOKEN":
                patch.delenv(name)
        patch.setenv("AWS_CONFIG_FILE", os.devnull)
        patch.setenv("AWS_SHARED_CREDENTIALS_FILE", os.devnull)
        patch.setenv("AWS_EC2_METADATA_DISABLED", "true")
        yield


@pytest.fixture(scope="session", autouse=True)
def no_overlay() -> Iterator[None]:
    """The packaged catalogue alone, whatever this machine's user has read since."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RACKGUARD_DATA", "none")
        yield


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """A test that reaches beyond this machine fails and says where to."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any, /) -> None:
        if self.family in {socket.AF_INET, socket.AF_INET6} and address[0] not in {"127.0.0.1", "::1", "localhost"}:
            pytest.fail(f"a test reached for the network: {address}")
        connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded)
        yield
