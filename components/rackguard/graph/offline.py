"""A Pulumi program run as a preview without an engine, a provider or credentials: its resources as they are declared.

Computed outputs are unknown, as in an engine's first preview. What a provider adds when it checks inputs (defaults,
names of its own making, the region) isn't there, and transforms don't run.

Pulumi is imported when a program is run, not before.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rackguard.graph.graph import Graph
from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from pathlib import Path

LACKS = (
    "defaults and names that the provider adds when it checks the inputs",
    "changes by transforms and by the provider's default tags",
)


class OfflineRunError(Exception):
    """The program asks for something that an offline run can't give; the message says what and why."""


@record
class Deployment:
    """What a program can ask about the deployment that it is part of."""

    project: str
    stack: str
    config: dict[str, Any]
    """Configuration by full key (`aws:region`), nested values as they are."""
    root: str = ""
    """The project's folder, where Pulumi.yaml is; places in it are told from there."""
    secret_keys: tuple[str, ...] = ()
    organization: str = "organization"


def record_program(program: Callable[[], object], deployment: Deployment, lookups: Collection[str] = ()) -> Graph:
    """Run `program` and return what it declares, in the order in which it does.

    `lookups` are the tokens of functions that only the cloud can answer; their answers are unknown. Any other function
    is refused with an `OfflineRunError`. Whatever the program raises comes through.
    """
    from contextvars import copy_context

    return copy_context().run(_record, program, deployment, frozenset(lookups))


def program_of(folder: Path) -> Callable[[], object]:
    """The program in a folder, run as the language host does: there, with its folder first on the path of modules.

    What it prints goes to standard error, since standard output is the caller's, and it can ask nobody. Modules of the
    folder are forgotten after the run, so that another program's modules may have the same names.
    """

    def run() -> None:
        import runpy
        import sys
        from contextlib import chdir

        from rackguard.graph.apart import apart

        where = folder.resolve()
        path, known = list(sys.path), set(sys.modules)
        sys.path.insert(0, str(where))
        try:
            with chdir(where), apart():
                runpy.run_path(str(where / "__main__.py"), run_name="__main__")
        finally:
            sys.path[:] = path
            _forget(set(sys.modules) - known, where)

    return run


def _forget(names: Collection[str], folder: Path) -> None:
    """Modules that were found by way of the folder, so that they are read anew."""
    import sys

    for name in names:
        place = folder.joinpath(*name.split("."))
        if getattr(sys.modules[name], "__file__", None) in (f"{place}.py", str(place / "__init__.py")):
            del sys.modules[name]


def _record(program: Callable[[], object], deployment: Deployment, lookups: frozenset[str]) -> Graph:
    import asyncio
    import logging

    from pulumi.runtime import Settings, configure, run_in_stack, set_all_config
    from pulumi.runtime.mocks import MockEngine

    from rackguard.graph.call_site import call_sites_only
    from rackguard.graph.declared_order import number_tasks
    from rackguard.graph.in_turn import InTurn
    from rackguard.graph.leftovers import clear
    from rackguard.graph.patience import run_with_patience
    from rackguard.graph.recorder import Recorder
    from rackguard.graph.settled import settle

    async def run() -> None:
        program()  # its value is none of its exports
        await settle()

    recorder = Recorder(deployment.stack, deployment.project, lookups, deployment.root)
    logger = logging.getLogger("rackguard.offline")
    logger.propagate = False  # what a program logs is for whoever asks, not for the terminal
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
    configure(
        Settings(
            project=deployment.project,
            stack=deployment.stack,
            monitor=recorder,
            engine=MockEngine(logger),
            dry_run=True,
            organization=deployment.organization,
            root_directory=deployment.root,
        )
    )
    set_all_config(_as_text(deployment.config), list(deployment.secret_keys))
    loop = asyncio.new_event_loop()
    loop.set_default_executor(InTurn())
    number_tasks(loop)
    quiet = logging.getLogger("asyncio")
    level = quiet.level
    quiet.setLevel(logging.CRITICAL)  # the first failure is raised; the tasks that it leaves are none of a user's
    try:
        asyncio.set_event_loop(loop)
        with call_sites_only():
            run_with_patience(loop, run_in_stack(run))
    finally:
        clear(loop)
        asyncio.set_event_loop(None)
        loop.close()
        quiet.setLevel(level)
    return Graph(
        stack=deployment.stack,
        project=deployment.project,
        resources=recorder.in_order(),
        outputs=recorder.exports,
        lacks=LACKS,
    )


def _as_text(config: Mapping[str, Any]) -> dict[str, str]:
    """Configuration as the engine hands it over: text, nested values as JSON."""
    return {key: value if isinstance(value, str) else json.dumps(value) for key, value in config.items()}
