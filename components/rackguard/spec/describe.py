"""What the models say of a place in a declaration: its kind, its keys, its words."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import cache
from inspect import get_annotations
from types import NoneType
from typing import Annotated, Any, Literal, cast, get_args, get_origin

from rackguard.spec.base import Model
from rackguard.spec.cluster import Cluster
from rackguard.spec.problem import Path

Kind = Literal["model", "map", "list", "text", "whole", "amount", "switch"]

_SCALARS: dict[Any, Kind] = {str: "text", int: "whole", float: "amount", bool: "switch"}


class Shape:
    """What may stand at one place.

    `model` is set for the mapping of a model, `item` for a list and for a map of names; `choices` are the values of a
    closed set, `pattern` is what text must match, and `words` are the field's description.
    """

    __slots__ = ("choices", "item", "kind", "model", "pattern", "required", "words")

    def __init__(self, kind: Kind) -> None:
        self.kind: Kind = kind
        self.model: type[Model] | None = None
        self.item: Shape | None = None
        self.choices: tuple[Any, ...] = ()
        self.pattern = ""
        self.words = ""
        self.required = False

    @property
    def fields(self) -> dict[str, Shape]:
        """The keys of a model's mapping; empty for anything else."""
        return fields_of(self.model) if self.model else {}

    @property
    def takes_any_key(self) -> bool:
        """True for a mapping whose keys are the user's own."""
        return self.kind == "map" or bool(self.model and self.model.model_config.get("extra") == "allow")

    def below(self, part: str | int) -> Shape | None:
        """What stands under a key or at an index of this place; None where nothing may."""
        if self.kind == "list":
            return self.item if isinstance(part, int) else None
        if part in self.fields:
            return self.fields[str(part)]
        if self.kind == "map":
            return self.item
        return _shape_of_any_key(self.model) if self.model and self.takes_any_key else None

    def fits(self, value: Any) -> bool:
        """True where `value` has at least this shape's outline: mapping, list or scalar."""
        outline = "list" if isinstance(value, list) else "mapping" if isinstance(value, dict) else "scalar"
        return outline == {"model": "mapping", "map": "mapping", "list": "list"}.get(self.kind, "scalar")


def shape_at(path: Path, root: type[Model] = Cluster) -> Shape | None:
    """The shape of the place that `path` (from `root` down) leads to; None where nothing may stand."""
    shape: Shape | None = _shape_of(root)
    for part in path:
        shape = shape.below(part) if shape else None
    return shape


@cache
def _shape_of_any_key(model: type[Model]) -> Shape:
    """What stands under the keys that are the user's own, beside a model's fields."""
    return _shape_of(get_args(get_annotations(model)["__pydantic_extra__"])[1])


@cache
def fields_of(model: type[Model]) -> dict[str, Shape]:
    """The shapes of a model's fields."""
    shapes: dict[str, Shape] = {}
    for name, field in model.model_fields.items():
        shape = _shape_of(field.annotation)
        shape.pattern = shape.pattern or _pattern(field.metadata)
        shape.words = field.description or ""
        shape.required = field.is_required()
        shapes[name] = shape
    return shapes


def _shape_of(annotation: Any) -> Shape:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        shape = _shape_of(arguments[0])
        shape.pattern = _pattern(arguments[1:])
        return shape
    if origin in (dict, tuple):
        shape = Shape("map" if origin is dict else "list")
        shape.item = _shape_of(arguments[1 if origin is dict else 0])
        return shape
    if origin is Literal:
        return _closed(arguments)
    if NoneType in arguments:
        return _shape_of(next(one for one in arguments if one is not NoneType))
    kind = cast("type", annotation)
    if issubclass(kind, Model):
        shape = Shape("model")
        shape.model = kind
        return shape
    if issubclass(kind, Enum):
        return _closed(tuple(member.value for member in kind))
    return Shape(_SCALARS[kind])


def _pattern(metadata: Iterable[Any]) -> str:
    return next((pattern for one in metadata if (pattern := getattr(one, "pattern", None))), "")


def _closed(values: tuple[Any, ...]) -> Shape:
    shape = Shape(_SCALARS[type(values[0])])
    shape.choices = values
    return shape
