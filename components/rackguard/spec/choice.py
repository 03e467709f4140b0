"""Models of which exactly one of several keys is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic_core import PydanticCustomError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import BaseModel


def exactly_one(model: BaseModel, names: Sequence[str]) -> str:
    """The one of `names` that `model` sets.

    Raises PydanticCustomError, which names what is allowed, where none or several are set.
    """
    given = [name for name in names if getattr(model, name) is not None]
    if len(given) == 1:
        return given[0]
    raise PydanticCustomError("exactly_one", "{words}", {"words": words(given, names)})


def words(given: Sequence[str], names: Sequence[str]) -> str:
    """What is wrong with giving `given`, of which exactly one of `names` is allowed."""
    seen = " and ".join(f"`{name}`" for name in given)
    allowed = ", ".join(f"`{name}`" for name in names)
    return f"{seen or 'none'} given; exactly one of {allowed} is needed"
