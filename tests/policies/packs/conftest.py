"""Each pack, started once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.policies.packs.engine import Engine, started


@pytest.fixture(scope="session")
def _hipaa() -> Iterator[Engine]:
    with started("hipaa") as engine:
        yield engine


@pytest.fixture(scope="session")
def iso27001() -> Iterator[Engine]:
    with started("iso27001") as engine:
        yield engine


@pytest.fixture(scope="session")
def cost() -> Iterator[Engine]:
    with started("cost") as engine:
        yield engine


@pytest.fixture(scope="session")
def _all_frameworks() -> Iterator[Engine]:
    with started("all") as engine:
        yield engine


@pytest.fixture
def all_frameworks(_all_frameworks: Engine) -> Engine:
    """The pack of all frameworks, likewise."""
    _all_frameworks.configure()
    return _all_frameworks


@pytest.fixture
def hipaa(_hipaa: Engine) -> Engine:
    """The pack as it is when nothing is configured."""
    _hipaa.configure()
    return _hipaa
