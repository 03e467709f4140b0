"""What changes of a stack file are expected to do: `python -m tests.engine.changes` prints them as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import yaml

FILE = Path(__file__).with_suffix(".yaml")
EVERY = "*"
"""Stands for everything that has tags and isn't listed itself."""


class Does(StrEnum):
    """What a change does to resources of AWS, and to nodes that run."""

    NOTHING = "nothing"
    UPDATES = "updates"
    ROLLS = "rolls"
    REPLACES = "replaces"
    REFUSED = "refused"
    """Before anything is done."""
    FAILS = "fails"
    """When something is done already."""


WORDS = {
    Does.NOTHING: "nothing",
    Does.UPDATES: "update",
    Does.ROLLS: "roll on request",
    Does.REPLACES: "replace",
    Does.REFUSED: "refused",
    Does.FAILS: "fails halfway",
}


@dataclass(frozen=True)
class Change:
    """One change of a stack file, and what it is to do."""

    change: str
    stack: str
    does: Does
    says: str
    assumes: str = ""
    set: Mapping[str, Any] = field(default_factory=dict[str, Any])
    rename: Mapping[str, str] = field(default_factory=dict[str, str])
    refusal: str = ""
    steps: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """By operation: names, with the properties that differ where something is changed."""

    def apply(self, cluster: dict[str, Any]) -> None:
        """Change a declaration."""
        for path, value in self.set.items():
            _put(cluster, path.split("."), value)
        renamed = {
            self.rename.get(name, name): {**pool, "renamed_from": [name]} if name in self.rename else pool
            for name, pool in cluster["pools"].items()
        }
        cluster["pools"] = renamed

    def expected(self, cluster: str, tagged: Sequence[str]) -> set[tuple[str, str, tuple[str, ...]]]:
        """Operation, name and properties of each step; `tagged` are the names of what has tags."""
        found: dict[str, tuple[str, tuple[str, ...]]] = {}
        for operation, things in self.steps.items():
            properties = things if isinstance(things, dict) else dict.fromkeys(things, ())
            for name in tagged if EVERY in properties else ():
                found[name] = (operation, tuple(properties[EVERY]))
            for name in properties.keys() - {EVERY}:
                found[f"{cluster}-{name}"] = (operation, tuple(properties[name]))
        return {(operation, name, properties) for name, (operation, properties) in found.items()}


def _put(within: Any, path: Sequence[str], value: Any) -> None:
    first, *rest = path
    key: Any = int(first) if isinstance(within, list) and first != "-" else first
    if rest:
        _put(within[key] if isinstance(within, list) else within.setdefault(key, {}), rest, value)
    elif key == "-":
        within.append(value)
    elif value is None:
        del within[key]
    else:
        within[key] = value


def changes() -> tuple[Change, ...]:
    """All of them, in the file's order."""
    return tuple(
        Change(**{**one, "does": Does(one["does"])}) for one in yaml.safe_load(FILE.read_text(encoding="utf-8"))
    )


def table() -> Iterator[str]:
    """The lines of a Markdown table."""
    yield "| change | what it does | of what, and to whom | assumed of AWS |"
    yield "| --- | --- | --- | --- |"
    for one in changes():
        yield f"| {one.change} | {WORDS[one.does]} | {one.says} | {one.assumes} |"


if __name__ == "__main__":
    print("\n".join(table()))  # noqa: T201 (what it is for)
