"""A problem found in what a user wrote: where, what, and what to do about it."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Literal

from rackguard.record import record
from rackguard.spec.private_key import NOT_SHOWN, hidden, may_be_private

Level = Literal["error", "warning", "info"]
Path = tuple[str | int, ...]
"""Keys and list indexes from the root of the file: `("config", "rackguard:cluster", "pools", "train")`."""


@record
class Mark:
    """A place in a file; line and column count from 1."""

    file: str
    line: int
    column: int


@record
class Problem:
    """One thing wrong, or worth knowing, about an input.

    `message` says which input, what was given and what is allowed; `hint` says what to do.
    """

    id: str
    level: Level
    path: Path
    message: str
    hint: str = ""
    mark: Mark | None = field(default=None, compare=False)

    @property
    def where(self) -> str:
        """`file:line:column`, or the path where the problem has no place in a file."""
        if self.mark:
            return f"{self.mark.file}:{self.mark.line}:{self.mark.column}"
        return dotted(self.path)


def told(problem: Problem) -> Problem:
    """The problem without anything that may be a part of a private key, whatever was pasted where."""
    path = tuple(NOT_SHOWN if isinstance(part, str) and may_be_private(part) else part for part in problem.path)
    return replace(problem, path=path, message=hidden(problem.message), hint=hidden(problem.hint))


def dotted(path: Path) -> str:
    """A path as a person writes it: `pools.train.mounts[1]`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


class InvalidInput(Exception):
    """Everything that is wrong with an input, raised once."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = [told(problem) for problem in problems]
        super().__init__("\n".join(f"{p.where}: {p.message}" for p in self.problems))
