"""The package `rackguard-aws`: the components for programs in any of Pulumi's languages."""

from __future__ import annotations

import ast
import inspect
import json
import sys
import textwrap
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from pulumi.provider.experimental.component import ComponentProvider
from pulumi.provider.experimental.util import camel_case

from rackguard import aws

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "rackguard-aws"
_Schema = dict[str, Any]


class Package(ComponentProvider):
    """Makes components by their tokens, and tells their schema with words for every argument.

    Pulumi takes an argument's words from the source of the class itself, so that those of its bases are missing; and
    it keeps the indentation of docstrings, which other languages' documentation shows as code.
    """

    def __init__(self, version: str = "0.0.0") -> None:
        """`version` is the distribution's."""
        components = [getattr(aws, name) for name in sorted(aws.__all__)]
        super().__init__(components, NAME, None, version)
        schema = cast("_Schema", json.loads(str(self.schema)))
        for component in components:
            self._describe(schema["resources"][f"{NAME}:index:{component.__name__}"], component)
        self.schema = json.dumps(_dedented(schema))

    def _describe(self, resource: _Schema, component: type) -> None:
        taken = inspect.signature(component).parameters["args"].annotation
        for kind in _with_bases(taken):
            for name in kind.__annotations__:
                words = self.analyzer.get_docstring(kind, name)
                if words:
                    resource["inputProperties"][camel_case(name)].setdefault("description", words)


@cache
def _with_bases(kind: type) -> tuple[type, ...]:
    """A TypedDict and those that it takes fields from, which only its source knows."""
    return tuple(_lineage(kind))


def _lineage(kind: type) -> Iterator[type]:
    yield kind
    (source,) = ast.parse(inspect.getsource(kind)).body
    beside = vars(sys.modules[kind.__module__])
    for base in cast("ast.ClassDef", source).bases:
        found = beside[ast.unparse(base)]
        if isinstance(found, type):
            yield from _lineage(found)


def _dedented(value: Any) -> Any:
    """A schema with its descriptions as they are meant, without the indentation of the source."""
    if isinstance(value, list):
        return [_dedented(item) for item in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    return {
        key: _text(item) if key == "description" and isinstance(item, str) else _dedented(item)
        for key, item in cast("_Schema", value).items()
    }


def _text(words: str) -> str:
    first, _, rest = words.partition("\n")
    return f"{first.strip()}\n{textwrap.dedent(rest)}".strip()
