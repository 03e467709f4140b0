"""The arguments of the components, written from the models: `python docs/arguments.py FILE` prints one file of them.

A component's arguments are TypedDicts, since nothing else works in a program and through Pulumi's multi-language host
alike. The models stay the only source of what may be declared.
"""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Iterator
from importlib import import_module

import stack_file
from pydantic import BaseModel

from rackguard.spec.base import Model
from rackguard.spec.describe import Shape, fields_of

FILES = (
    "access",
    "cluster",
    "encryption",
    "exceptions",
    "network",
    "pool",
    "prices",
    "purchase",
    "software",
    "storage",
)
"""Files of `rackguard.spec` with models; the tags are a plain map, since a TypedDict can't have keys of its own."""

INPUTS = {("ExistingVpc", "vpc_id"), ("ExistingSubnet", "id")}
"""What another stack may make, and is therefore known only once it exists."""

SCALARS = {"text": "str", "whole": "int", "amount": "float", "switch": "bool"}
WIDTH = 116


def models_of(file: str) -> list[type[Model]]:
    """The models of a file, in its order."""
    module = import_module(f"rackguard.spec.{file}")
    found = [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, Model) and value.__module__ == module.__name__
    ]
    return sorted(found, key=lambda model: inspect.getsourcelines(model)[1])


def name_of(model: type[BaseModel]) -> str:
    """The TypedDict's name."""
    return f"{model.__name__}Spec"


def module_of(file: str) -> str:
    """The text of `components/rackguard/aws/args/FILE.py`."""
    models = models_of(file)
    parts = [f'"""Arguments in the shape of `rackguard.spec.{file}`. Written by docs/arguments.py: don\'t edit."""', ""]
    classes = [line for model in models for line in ("", "", *_class(model))]
    return "\n".join([*parts, *_imports("\n".join(classes), file), *classes]) + "\n"


def _imports(text: str, file: str) -> Iterator[str]:
    containers = [name for name in ("Mapping", "Sequence") if f"{name}[" in text]
    if containers:
        yield f"from collections.abc import {', '.join(containers)}"
    typed = [name for name in ("NotRequired", "TypedDict") if name in text]
    yield f"from typing import {', '.join(typed)}"
    if "Input[" in text:
        yield from ("", "from pulumi import Input")
    ours = [
        f"from rackguard.aws.args.{other} import {', '.join(names)}"
        for other in FILES
        if other != file
        and (names := sorted(name_of(model) for model in models_of(other) if _mentions(text, name_of(model))))
    ]
    yield from ("", *ours) if ours else ()


def _mentions(text: str, name: str) -> bool:
    return f"[{name}]" in text or f" {name}]" in text or f": {name}\n" in text


def _class(model: type[Model]) -> Iterator[str]:
    yield f"class {name_of(model)}(TypedDict):"
    words = inspect.cleandoc(str(model.__doc__)).split("\n")[0]
    choices = [f"Exactly one of `{'`, `'.join(names)}`." for names in model.exactly_one_of]
    yield from (f'    """{words}', "", f"    {' '.join(choices)}", '    """') if choices else _docstring(words)
    for name, shape in fields_of(model).items():
        yield ""
        yield f"    {name}: {annotation(model, name, shape)}"
        yield from _docstring(field_words(model, name))


def annotation(model: type[BaseModel], name: str, shape: Shape) -> str:
    """The type of a field, as an argument."""
    field = model.model_fields[name]
    text = "Mapping[str, str]" if name == "tags" else _type(shape)
    if (model.__name__, name) in INPUTS:
        text = f"Input[{text}]"
    return text if field.is_required() else f"NotRequired[{text}]"


def _type(shape: Shape) -> str:
    if shape.model:
        return name_of(shape.model)
    if shape.kind == "map":
        return f"Mapping[str, {_type(shape.item)}]" if shape.item else "Mapping[str, str]"
    if shape.kind == "list":
        return f"Sequence[{_type(shape.item)}]" if shape.item else "Sequence[str]"
    return SCALARS[shape.kind]


def field_words(model: type[BaseModel], name: str) -> str:
    """A field's documentation: what it is, what may be given, the default."""
    field = model.model_fields[name]
    words = str(field.description)
    if name == "tags":
        return f"{words} Keys `owner`, `environment` and `classification` are required."
    allowed, default = stack_file.value_words(field), stack_file.default_words(field, name, model)
    facts = [allowed] if allowed else []
    if default not in ("required", ""):
        facts.append(f"default {default}")
    return f"{words} {(text := '; '.join(facts))[0].upper()}{text[1:]}." if facts else words


def _docstring(words: str) -> Iterator[str]:
    quoted = words.replace("\\", "\\\\")
    if quoted.endswith('"'):
        quoted += " "
    text = f'"""{quoted}"""'
    yield from textwrap.wrap(
        text, WIDTH, initial_indent="    ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


if __name__ == "__main__":
    sys.stdout.write(module_of(sys.argv[1]))
