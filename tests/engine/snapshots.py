"""Deployments that many tests start from, made once by each worker and then copied."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.engine import cli
from tests.engine.double.server import serve
from tests.engine.double.store import Store

Deployed = Callable[[str], cli.Project]
"""The fixture `deployed`: from the name of an example stack to a project in which it is deployed."""


class Snapshots:
    """What `pulumi up` leaves of an example stack: files of state, the stack's file, and the cloud."""

    def __init__(self, where: Path) -> None:
        self._where = where
        self._clouds: dict[str, Store] = {}

    def restore(self, stack: str, project: cli.Project, store: Store) -> None:
        """Make a fresh project and its empty store as they are after the deployment."""
        if stack not in self._clouds:
            self._deploy(stack)
        made = self._where / stack
        shutil.copytree(made / "state", project.state, dirs_exist_ok=True)
        shutil.copy(made / "project" / "stacks" / f"Pulumi.{stack}.yaml", project.stack_file(stack))
        store.become(self._clouds[stack])
        project.pulumi("stack", "select", stack)

    def resources(self, stack: str) -> Counter[str]:
        """How often the cloud has each resource of the deployed stack, by URN: once."""
        if stack not in self._clouds:
            self._deploy(stack)
        return Counter(thing.urn for thing in self._clouds[stack].list() if thing.urn)

    def _deploy(self, stack: str) -> None:
        store = Store()
        with serve(("aws",), store) as addresses:
            project = cli.make(self._where / stack, addresses)
            project.pulumi("stack", "init", stack)
            project.pulumi("up", "--yes", "--skip-preview", "--stack", stack)
        self._clouds[stack] = store
