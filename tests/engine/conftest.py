"""What a test of the real engine is given: a project, Pulumi's command, and a cloud that stands in for AWS."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.engine import build, cli
from tests.engine.double.server import serve
from tests.engine.double.store import Store
from tests.engine.snapshots import Deployed, Snapshots


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes a project needs the engine, and is skipped without one; CI must have it."""
    needing = [item for item in items if "project" in getattr(item, "fixturenames", ())]
    mine = [item for item in needing if item.path.is_relative_to(Path(__file__).parent)]
    missing = bool(mine) and os.environ.get("CI") != "true" and not build.engine()
    for item in mine:
        item.add_marker(pytest.mark.engine)
        if missing:
            item.add_marker(pytest.mark.skip(reason=f"There is no engine: `make engine`. {build.MISSING}"))


@pytest.fixture
def store() -> Store:
    """The cloud of the test, empty: what exists in it, and what is to go wrong there."""
    return Store()


@pytest.fixture
def project(tmp_path: Path, store: Store) -> Iterator[cli.Project]:
    """The repository's project in a folder of its own, whose providers work on `store`."""
    assert build.engine(), f"CI must run the engine's tests, and there is no engine. {build.MISSING}"
    with serve(("aws",), store) as addresses:
        yield cli.make(tmp_path / "engine", addresses)


@pytest.fixture
def pulumi(project: cli.Project) -> Callable[..., cli.Result]:
    """`pulumi("up", "--yes", "--stack", "dev")` in the project, as `Project.pulumi` does it."""
    return project.pulumi


@pytest.fixture(scope="session")
def snapshots(tmp_path_factory: pytest.TempPathFactory) -> Snapshots:
    """Stacks that were deployed once, for all tests that start from them."""
    return Snapshots(tmp_path_factory.mktemp("deployed"))


@pytest.fixture
def deployed(project: cli.Project, store: Store, snapshots: Snapshots) -> Deployed:
    """`deployed("dev")`: the project and its cloud as after `pulumi up` of an example stack, which is selected."""

    def restore(stack: str) -> cli.Project:
        snapshots.restore(stack, project, store)
        return project

    return restore
