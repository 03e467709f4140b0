"""What the models say of the field at a path: its words, and its sister keys."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from rackguard.spec.cluster import Cluster
from rackguard.spec.problem import Path


def field_at(path: Path) -> FieldInfo | None:
    """The model field that `path` (from the cluster down) leads to; None inside maps and lists."""
    annotation: Any = Cluster
    field: FieldInfo | None = None
    for part in path:
        model = _model_in(annotation)
        if model is not None and isinstance(part, str) and part in model.model_fields:
            field = model.model_fields[part]
            annotation = field.annotation
        else:
            field = None
            annotation = _item_of(annotation)
    return field


def keys_at(path: Path) -> list[str]:
    """The keys allowed in the mapping at `path`; empty where any are."""
    annotation: Any = Cluster
    for part in path:
        model = _model_in(annotation)
        if model is None:
            annotation = _item_of(annotation)
        elif isinstance(part, str) and part in model.model_fields:
            annotation = model.model_fields[part].annotation
        else:
            return []
    model = _model_in(annotation)
    return list(model.model_fields) if model else []


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if getattr(annotation, "__origin__", None) in (dict, tuple, list):
        return None
    return next((model for part in get_args(annotation) if (model := _model_in(part))), None)


def _item_of(annotation: Any) -> Any:
    """The type of a list's or map's items, seen through `| None`."""
    origin = getattr(annotation, "__origin__", None)
    arguments = get_args(annotation)
    if origin is dict:
        return arguments[1]
    if origin in (tuple, list):
        return arguments[0]
    return next((item for part in arguments if (item := _item_of(part)) is not None), None)
