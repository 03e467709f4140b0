"""The models that a declaration can hold, which the arguments of components stand for."""

from __future__ import annotations

import inspect
from typing import Any, get_args

from pydantic import BaseModel

from rackguard.spec.cluster import Cluster
from rackguard.spec.tags import Tags


def models_of(kind: Any) -> dict[str, type[BaseModel]]:
    """Every model that a declaration of `kind` can hold, by name; tags are a plain map to whoever declares them."""
    if inspect.isclass(kind) and issubclass(kind, BaseModel):
        if kind is Tags:
            return {}
        found: dict[str, type[BaseModel]] = {kind.__name__: kind}
        for field in kind.model_fields.values():
            found |= models_of(field.annotation)
        return found
    return {name: model for inner in get_args(kind) for name, model in models_of(inner).items()}


MODELS = models_of(Cluster)
