"""The schema of the package `rackguard-aws` as the components have it: what the package's file must say.

Pulumi infers it from annotations and docstrings. It takes an argument's words from the class itself, so that those of
its bases are missing; it keeps the indentation of docstrings, which shows as code elsewhere; and it knows no closed
sets of values, which the models of the stack file have.

No defaults are in it: libraries made from a schema send them, and what is sent isn't taken from another pool by `like`.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import textwrap
from collections.abc import Iterator
from typing import Any, cast

from pulumi.provider.experimental.component import ComponentProvider
from tests.aws.spec_models import MODELS

from rackguard import aws
from rackguard.aws.package import NAME
from rackguard.aws.wire_names import camel_case
from rackguard.spec.describe import fields_of

Schema = dict[str, Any]
ABOUT: Schema = {
    "displayName": "Rackguard for AWS",
    "description": "GPU clusters on AWS, planned and checked before anything exists.",
    "keywords": ["category/infrastructure", "kind/component", "aws", "efa", "gpu", "hpc"],
    "license": "Apache-2.0",
}


def schema() -> Schema:
    """The schema without a version, which is the distribution's."""
    components = [getattr(aws, name) for name in sorted(aws.__all__)]
    provider = ComponentProvider(components, NAME)
    made: Schema = json.loads(str(provider.schema))
    for component in components:
        inputs = made["resources"][f"{NAME}:index:{component.__name__}"]["inputProperties"]
        for name, words in _words(provider, component):
            inputs[camel_case(name)].setdefault("description", words)
    for model in MODELS.values():
        _close(made["types"], model)
    del made["version"]
    return _dedented({**made, **ABOUT})


def schema_text() -> str:
    """The schema as JSON, its keys in order."""
    return json.dumps(schema(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _words(provider: ComponentProvider, component: type) -> Iterator[tuple[str, str]]:
    """Each argument of a component with its words, those of the class itself before those of its bases."""
    for kind in _lineage(inspect.signature(component).parameters["args"].annotation):
        for name in kind.__annotations__:
            words = provider.analyzer.get_docstring(kind, name)
            if words:
                yield name, words


def _lineage(kind: type) -> Iterator[type]:
    """A TypedDict and those that it takes fields from, which only its source knows."""
    yield kind
    (source,) = ast.parse(inspect.getsource(kind)).body
    beside = vars(sys.modules[kind.__module__])
    for base in cast("ast.ClassDef", source).bases:
        found = beside[ast.unparse(base)]
        if isinstance(found, type):
            yield from _lineage(found)


def _close(types: Schema, model: type) -> None:
    """Give each field of a model that takes one of a few words, or a list of such, a type that says which."""
    fields = types.get(f"{NAME}:index:{model.__name__}Spec", {}).get("properties", {})
    for name, shape in fields_of(model).items():
        closed = shape.item if shape.kind == "list" else shape
        # Of numbers, Pulumi's YAML refuses every value of a closed set.
        if not closed or not closed.choices or closed.kind != "text" or camel_case(name) not in fields:
            continue
        field = fields[camel_case(name)]
        token = f"{NAME}:index:{model.__name__}{_capitals(name.removesuffix('s') if shape.item else name)}"
        types[token] = {
            "type": "string",
            "description": f"{shape.words.rstrip('.')}.",
            "enum": [{"name": _capitals(value), "value": value} for value in closed.choices],
        }
        holder = field["items"] if shape.item else field
        del holder["type"]
        holder["$ref"] = f"#/types/{token}"


def _capitals(words: str) -> str:
    """`ubuntu-24.04` as `Ubuntu2404`."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^a-z0-9]+", words))


def _dedented(value: Any) -> Any:
    """A schema with its descriptions as they are meant, without the indentation of the source."""
    if isinstance(value, list):
        return [_dedented(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _text(item) if key == "description" and isinstance(item, str) else _dedented(item)
        for key, item in value.items()
    }


def _text(words: str) -> str:
    first, _, rest = words.partition("\n")
    return f"{first.strip()}\n{textwrap.dedent(rest)}".strip()
