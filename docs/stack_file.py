"""The reference of a file: a table for each model, from the models themselves; of the stack file to begin with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from rackguard.sizing.workload_figures import PART, SHARE
from rackguard.spec import patterns
from rackguard.spec.base import Model
from rackguard.spec.cluster import Cluster

Shared = Mapping[type[BaseModel], str]
NO_SHARED: Shared = {}
BOUNDS = {"ge": "{} or more", "gt": "more than {}", "le": "{} at most", "lt": "less than {}"}
UNBOUNDED = 10**9
"""A number that is at most this or more is bounded against slips alone."""
LONGEST_NAME = 256
"""Characters; a longer text is no name."""
SHARES = {SHARE: "a share below 100%", PART: "a share up to 100%"}
SCALARS = {bool: "`true` or `false`", int: "whole number", float: "number", str: "text"}


def lines() -> Iterator[str]:
    """A heading and a table for each model, in the order of the file."""
    yield from section("", Cluster, "The cluster")


def section(path: str, model: type[BaseModel], title: str = "", shared: Shared = NO_SHARED) -> Iterator[str]:
    """A model's heading and table, and those of the models that it holds; `path` leads to it from the root.

    The root's heading is `title`. What several hold is `shared`: it has a heading of its own, to be shown apart.
    """
    words = str(model.__doc__).strip().split("\n")[0]
    yield from (f"### {f'`{path}`' if path else title}", "", words, "")
    for names in model.exactly_one_of if issubclass(model, Model) else ():
        yield from (f"Exactly one of {_listed(names, 'and')}.", "")
    if not model.model_fields:
        yield from ("No keys: write `{}`.", "")
        return
    yield from ("| key | value | default | what it is |", "| --- | --- | --- | --- |")
    for name, field in model.model_fields.items():
        default = default_words(field, name, model)
        cells = (f"`{name}`", _value(field, _below(path, name), shared), default, str(field.description))
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
    yield ""
    for name, field in model.model_fields.items():
        inner, suffix = _model_of(field.annotation)
        if inner and inner not in shared:
            yield from section(_below(path, name) + suffix, inner, title, shared)


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _value(field: FieldInfo, path: str, shared: Shared) -> str:
    """What may be written."""
    inner, suffix = _model_of(field.annotation)
    if inner:
        container = {"": "", "[]": "list of ", ".NAME": "map of names to "}[suffix]
        heading = shared.get(inner, path + suffix)
        return f"{container}[`{heading}`](#{_anchor(heading)})"
    return value_words(field)


def value_words(field: FieldInfo) -> str:
    """What may be written, in words; empty where a field holds a model."""
    if _model_of(field.annotation)[0]:
        return ""
    words, extra = _words(field.annotation, field.metadata), field.json_schema_extra
    if isinstance(extra, dict) and extra.get("pattern") in SHARES:
        words = SHARES[str(extra["pattern"])]
    return ", ".join(filter(None, [words, *_bounds([*_of_optional(field.annotation), *field.metadata])]))


def _anchor(heading: str) -> str:
    """As GitHub makes it from a heading."""
    return "".join(char for char in heading.lower() if char.isalnum() or char in "_-")


def _model_of(annotation: Any) -> tuple[type[BaseModel] | None, str]:
    """The model that a field holds, and how: by itself, in a list (`[]`), or in a map (`.NAME`)."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation, ""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is tuple:
        return _model_of(arguments[0])[0], "[]"
    if origin is dict:
        return _model_of(arguments[1])[0], ".NAME"
    if origin is Literal:
        return None, ""
    return next((found for part in arguments if (found := _model_of(part))[0]), (None, ""))


def _words(annotation: Any, metadata: list[Any]) -> str:
    """A type in words; `metadata` may hold the pattern of a text."""
    if hasattr(annotation, "__metadata__"):  # Annotated
        return _words(annotation.__origin__, [*annotation.__metadata__, *metadata])
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return _listed(arguments, "or")
    if origin is tuple:
        return f"list of: {_words(arguments[0], [])}"
    if origin is dict:
        return f"map of names to: {_words(arguments[1], [])}"
    if arguments:  # `| None`
        return next(_words(part, metadata) for part in arguments if part is not type(None))
    if issubclass(annotation, Enum):
        return _listed([member.value for member in annotation], "or")
    shape = next((pattern for part in metadata if (pattern := getattr(part, "pattern", None))), None)
    if shape:
        return patterns.WORDS[shape]
    is_reference = any(0 < (getattr(part, "max_length", None) or 0) <= LONGEST_NAME for part in metadata)
    return "a name" if annotation is str and is_reference else SCALARS[annotation]


def _listed(values: Any, before_last: str) -> str:
    *others, last = [f"`{value}`" for value in values]
    return f"{', '.join(others)} {before_last} {last}" if others else last


def _of_optional(annotation: Any) -> list[Any]:
    """What is said of the type in `Annotated[…] | None`."""
    parts = [part for each in get_args(annotation) for part in getattr(each, "__metadata__", ())]
    return [inner for part in parts for inner in (part.metadata if isinstance(part, FieldInfo) else [part])]


def _bounds(metadata: list[Any]) -> Iterator[str]:
    for name, words in BOUNDS.items():
        for part in metadata:
            bound = getattr(part, name, None)
            if bound is not None and bound < UNBOUNDED:
                yield words.format(f"{bound:,.15g}")


def default_words(field: FieldInfo, name: str, model: type[BaseModel]) -> str:
    """A field's default as YAML, or in words; empty where one of several fields must be given."""
    if field.is_required():
        return "required"
    if field.default_factory is None:
        value = field.default
    else:
        value = field.get_default(call_default_factory=True, validated_data={})
    chosen = issubclass(model, Model) and any(name in names for names in model.exactly_one_of)
    if value is None or value in ({}, ()):
        return "" if chosen else "none"
    if isinstance(value, BaseModel):
        return f"`{_flow(value)}`" if value.model_fields_set else "its defaults"
    return f"`{_flow(value)}`"


def _flow(value: Any) -> str:
    """A value as YAML in one line."""
    if isinstance(value, BaseModel):
        return f"{{{', '.join(f'{name}: {_flow(getattr(value, name))}' for name in value.model_fields_set)}}}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_flow, value))}]"
    return f"{value:.15g}" if isinstance(value, float) else str(value)
