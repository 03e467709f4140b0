"""Frozen dataclasses that are cheap to declare.

`dataclass(frozen=True)` writes and compiles six functions for each class: with the hundred plain types of a plan this
is a quarter of the command's start. A record shares one generic function of each kind instead; it is a dataclass all
the same (`fields`, `replace` and `asdict` work), and type checkers see a frozen one.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field
from typing import Any, NoReturn, TypeVar, cast, dataclass_transform

Class = TypeVar("Class", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: Class) -> Class:
    """Make `cls` a frozen dataclass; equality, hash and text are those of its fields."""
    made = cast("Any", dataclass(init=False, repr=False, eq=False)(cls))
    made.__init__ = _init
    made.__eq__ = _equal
    made.__hash__ = _hash
    made.__repr__ = _text
    made.__setattr__ = made.__delattr__ = _refuse
    return made


def _fields(item: Any) -> dict[str, Field[Any]]:
    return item.__dataclass_fields__


def _init(self: Any, *values: Any, **named: Any) -> None:
    fields = _fields(self)
    if len(values) == len(fields) and not named:  # as small records are made, by the hundred thousand
        self.__dict__.update(zip(fields, values, strict=True))
        return
    if len(values) > len(fields):
        raise TypeError(f"{type(self).__name__} takes {len(fields)} values, {len(values)} given")
    given = dict(zip(fields, values, strict=False))
    if twice := given.keys() & named.keys():
        raise TypeError(f"{type(self).__name__} got {', '.join(sorted(twice))} twice")
    given.update(named)
    if unknown := given.keys() - fields.keys():
        raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(unknown))}")
    missing: list[str] = []
    for name, kind in fields.items():
        if name not in given:
            if kind.default is not MISSING:
                given[name] = kind.default
            elif kind.default_factory is not MISSING:
                given[name] = kind.default_factory()
            else:
                missing.append(name)
    if missing:
        raise TypeError(f"{type(self).__name__} needs {', '.join(missing)}")
    self.__dict__.update(given)


def _compared(item: Any) -> tuple[Any, ...]:
    return tuple(item.__dict__[name] for name, kind in _fields(item).items() if kind.compare)


def _equal(self: Any, other: object) -> bool:
    return type(other) is type(self) and _compared(self) == _compared(other)


def _hash(self: Any) -> int:
    return hash(_compared(self))


def _text(self: Any) -> str:
    values = ", ".join(f"{name}={self.__dict__[name]!r}" for name in _fields(self))
    return f"{type(self).__qualname__}({values})"


def _refuse(self: Any, name: str, *_: Any) -> NoReturn:
    raise FrozenInstanceError(f"{type(self).__name__}.{name} can't be changed: it is frozen")
