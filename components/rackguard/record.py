"""Frozen dataclasses that are cheap to declare.

`dataclass(frozen=True)` writes and compiles six functions for each class: with the hundred plain types of a plan this
is a quarter of the command's start. A record shares generic functions instead; it is a dataclass all
the same (`fields`, `replace` and `asdict` work), and type checkers see a frozen one.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable

Class = TypeVar("Class", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: Class) -> Class:
    """Make `cls` a frozen dataclass; equality, hash and text are those of its fields."""
    made = cast("Any", dataclass(init=False, repr=False, eq=False)(cls))
    made.__init__ = _init_of(_fields(made))
    made.__eq__ = _equal
    made.__hash__ = _hash
    made.__repr__ = _text
    made.__setattr__ = made.__delattr__ = _refuse
    return made


def _fields(item: Any) -> dict[str, Field[Any]]:
    return item.__dataclass_fields__


def _init_of(fields: dict[str, Field[Any]]) -> Callable[..., None]:
    """What makes a record of these fields; what can be settled once is, as small ones are made by the hundred thousand.

    A record that lacks nothing else takes its defaults from one mapping, and its names are checked by their number.
    """
    names = tuple(fields)
    known = frozenset(names)
    defaults = {name: kind.default for name, kind in fields.items() if kind.default is not MISSING}
    factories = {name: made for name, kind in fields.items() if (made := kind.default_factory) is not MISSING}
    count = len(names)

    def init(self: Any, *values: Any, **named: Any) -> None:
        state = self.__dict__
        if len(values) == count and not named:
            state.update(zip(names, values, strict=True))
            return
        given = dict(zip(names, values, strict=False))
        given.update(named)
        if len(given) != len(values) + len(named) or not known.issuperset(named):
            raise TypeError(_refusal(type(self).__name__, names, values, named))
        state.update(defaults)
        state.update(given)
        for name, factory in factories.items():
            if name not in given:
                state[name] = factory()
        if len(state) != count:
            raise TypeError(_refusal(type(self).__name__, names, values, named, tuple(state)))

    return init


def _refusal(
    kind: str, names: tuple[str, ...], values: tuple[Any, ...], named: dict[str, Any], there: tuple[str, ...] = ()
) -> str:
    if len(values) > len(names):
        return f"{kind} takes {len(names)} values, {len(values)} given"
    if twice := sorted(set(names[: len(values)]) & named.keys()):
        return f"{kind} got {', '.join(twice)} twice"
    if unknown := sorted(named.keys() - set(names)):
        return f"{kind} has no {', '.join(unknown)}"
    return f"{kind} needs {', '.join(name for name in names if name not in there)}"


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
