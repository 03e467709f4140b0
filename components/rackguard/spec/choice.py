"""Models of which exactly one of several keys is given."""

from __future__ import annotations

from pydantic import BaseModel
from pydantic_core import PydanticCustomError


def exactly_one(model: BaseModel, *names: str) -> str:
    """The one of `names` that `model` sets.

    Raises PydanticCustomError, which names what is allowed, where none or several are set.
    """
    given = [name for name in names if getattr(model, name) is not None]
    if len(given) == 1:
        return given[0]
    allowed = ", ".join(f"`{name}`" for name in names)
    seen = " and ".join(f"`{name}`" for name in given) or "none"
    raise PydanticCustomError(
        "exactly_one", "{seen} given; exactly one of {allowed} is allowed", {"seen": seen, "allowed": allowed}
    )
