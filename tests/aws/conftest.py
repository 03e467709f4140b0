"""Programs of components, recorded offline: unknown functions fail, computed outputs are unknown."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rackguard.aws import lookups
from rackguard.graph.graph import Graph
from rackguard.graph.offline import Deployment, record_program

Record = Callable[[Callable[[], object]], Graph]


@pytest.fixture
def record() -> Record:
    """`record(program)`: what the program declares, as stack `test` of project `tests` in us-east-2."""

    def run(program: Callable[[], object]) -> Graph:
        deployment = Deployment(project="tests", stack="test", config={"aws:region": "us-east-2"})
        return record_program(program, deployment, lookups.TOKENS)

    return run
