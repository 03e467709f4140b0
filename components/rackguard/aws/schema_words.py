"""Problems with arguments in the words of the package's schema: `pools.lab.instanceType`, not `instance_type`."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from rackguard.aws.wire_names import camel_case
from rackguard.spec.base import Model
from rackguard.spec.cluster import Cluster
from rackguard.spec.describe import Shape, fields_of, shape_at
from rackguard.spec.problem import Path, Problem, dotted

OF_PARTS = ("key_arn", "node_subnet_ids", "public_subnet_ids", "security_group_ids", "zone_ids")
"""Arguments that parts take beside a cluster's sections."""
OF_KEYS = frozenset({"spec-choice", "spec-missing", "spec-unknown-key"})
"""Problems about keys, whose words are never values: `on_demand` is either."""
KNOWN = "Known keys: "


def in_schema_words(problem: Problem) -> Problem:
    """The problem, with each argument called as in the schema; names of the user's own stay as they are."""
    path, of_keys = _path(problem.path), problem.id in OF_KEYS
    before, here, after = problem.message.partition(f"`{dotted(problem.path)}`")
    named = f"`{dotted(path)}`" if here else ""
    message = f"{quoted(before, of_keys=of_keys)}{named}{quoted(after, of_keys=of_keys)}"
    hint = _named(problem.hint, everywhere=True) if problem.hint.startswith(KNOWN) else problem.hint
    return replace(problem, path=path, message=message, hint=quoted(hint, of_keys=of_keys))


def _path(path: Path) -> Path:
    """The path with the keys of models renamed, those of maps as they are."""
    found: list[str | int] = []
    for index, part in enumerate(path):
        above = shape_at(path[:index])
        own = isinstance(part, int) or (above is not None and part not in above.fields and index > 0)
        found.append(part if own else camel_case(str(part)))
    return tuple(found)


def quoted(text: str, *, of_keys: bool) -> str:
    """The text with the names inside of backticks renamed."""
    return re.sub(r"`[^`]+`", lambda found: _named(found[0], everywhere=of_keys or "." in found[0]), text)


def _named(text: str, *, everywhere: bool) -> str:
    """The text with its keys renamed: words that are keys only, and where a colon follows or `everywhere` any."""

    def rename(word: re.Match[str]) -> str:
        key = everywhere or word["colon"] or word["name"] not in _names()[1]
        return camel_case(word[0]) if key and word["name"] in _names()[0] else word[0]

    return re.sub(r"(?<![\w/-])(?P<name>[a-z0-9]+(?:_[a-z0-9]+)+)(?![\w/-])(?P<colon>:?)", rename, text)


@cache
def _names() -> tuple[frozenset[str], frozenset[str]]:
    """All names of arguments that have more than one word, and all such values."""
    shapes = list(_below(Cluster))
    values = [value for _, shape in shapes for value in (shape.item or shape).choices if isinstance(value, str)]
    return frozenset([*(name for name, _ in shapes), "account_id", *OF_PARTS]), frozenset(values)


def _below(model: type[Model]) -> list[tuple[str, Shape]]:
    """Every field of a model and of those inside of it."""
    found: list[tuple[str, Shape]] = []
    for name, shape in fields_of(model).items():
        found.append((name, shape))
        inner = shape.model or (shape.item.model if shape.item else None)
        found += _below(inner) if inner else []
    return found
