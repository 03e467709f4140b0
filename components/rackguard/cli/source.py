"""What a command judges: a stack's plan, a preview or a state."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rackguard.cli.stacks import find
from rackguard.record import record
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.values import echoed

if TYPE_CHECKING:
    from argparse import Namespace
    from datetime import datetime

    from rackguard.graph.graph import Graph

Kind = Literal["plan", "preview", "state"]


@record
class Source:
    """A graph and where it comes from; `graph` is None where the stack file has errors."""

    kind: Kind
    path: Path
    graph: Graph | None
    problems: tuple[Problem, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict[str, int])
    """Lines of a stack file by the URN of what is declared there."""
    root: str = ""
    """The folder of a stack file's project, from the working directory."""

    @property
    def digest(self) -> str:
        """SHA-256 of the file, in hexadecimal; empty for a pipe, which can be read once only."""
        from hashlib import sha256

        return sha256(self.path.read_bytes()).hexdigest() if self.path.is_file() else ""

    @property
    def file(self) -> str:
        """The file as it is told: from the working directory, where it is below that."""
        near = os.path.relpath(self.path)
        return str(self.path) if near.startswith("..") else near

    def refuse(self) -> int:
        """Tell why there is nothing to judge; returns the exit code."""
        from rackguard.cli.screen import complain_of

        complain_of(list(self.problems))
        return 1


def kind_of(given: Namespace) -> Kind:
    """Which of the three the command names."""
    return "preview" if given.preview is not None else "state" if given.state is not None else "plan"


def path_of(given: Namespace, *alone: tuple[str, str | None]) -> Path:
    """The file to be read; `alone` are options that go with a stack only, and what they were given.

    Raises:
        InvalidInput: where more than one source is named.
    """
    kind = kind_of(given)
    if kind == "plan":
        return find(given.stack)
    option = f"--{kind}"
    for name, value in (("a stack", given.stack), *alone):
        if value is not None:
            message = f"{option} stands in a stack's place, and {name} is given as well: {echoed(value)}"
            hint = f"Leave out {option} or {name}."
            raise InvalidInput([Problem("command-line", "error", (option,), message, hint)])
    return Path(given.preview if kind == "preview" else given.state)


def read_source(given: Namespace, now: datetime) -> Source:
    """The graph of what the command names.

    Raises:
        InvalidInput: where it can't be read, or its program can't be run offline.
    """
    kind, path = kind_of(given), path_of(given)
    if kind == "plan":
        return _plan(path, now)
    return Source(kind, path, read_graph(kind, path))


def read_graph(kind: Literal["preview", "state"], path: Path) -> Graph:
    """The graph of a preview or a state.

    Raises:
        InvalidInput: where it can't be read.
    """
    from rackguard.graph import read

    return (read.preview_file if kind == "preview" else read.state_file)(path)


def _plan(path: Path, now: datetime) -> Source:
    from rackguard.cli.evaluate import check
    from rackguard.cli.project import project_of
    from rackguard.cli.resources import resources_of
    from rackguard.report.stack_places import lines_of

    checked = check(path, now)
    if checked.plan is None or checked.has_errors:
        return Source("plan", path, None, checked.problems)
    document = checked.loaded.document
    graph = resources_of(path, document.data["config"], now)
    project = project_of(path)
    root = os.path.relpath(project.root) if project else ""
    return Source("plan", path, graph, checked.problems, lines_of(graph, document), root)
