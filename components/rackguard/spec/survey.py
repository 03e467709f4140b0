"""A first look at what stands in a declaration: keys, empty values, secrets, choices, numbers in quotes.

The models judge values; what they could only say badly, or one slip at a time, is said here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, cast

from rackguard.spec.belongs import guess
from rackguard.spec.choice import words
from rackguard.spec.describe import Shape, shape_at
from rackguard.spec.problem import Path, Problem
from rackguard.spec.stack_file import is_secret
from rackguard.spec.values import named

_PLAIN = (
    "Write it plain: nothing in a cluster is secret, and a plan is made without keys. What is secret belongs in Secrets"
    " Manager or Parameter Store, from where nodes read it."
)


class Survey:
    """What was found; all paths are those of the file, from the cluster down.

    `values` are the cluster's with numbers and switches out of their quotes, and mistyped keys under their names.
    """

    def __init__(self, values: Mapping[str, Any], at: Path, refused: Collection[Path] = ()) -> None:
        """Look at a cluster's values; `at` is its path in the file, `refused` are places reported already."""
        self.problems: list[Problem] = []
        self.left_out: set[Path] = set()
        self.meant: set[Path] = set()
        """Places where something is missing only because its key stands elsewhere or is mistyped."""
        self.renamed: dict[Path, str] = {}
        """Where a mistyped key is read as a known one: its path under that name, and the key in the file."""
        self._at = at
        self._refused = frozenset(refused)
        root = shape_at(())
        assert root is not None
        self.values: dict[str, Any] = self._mapping(values, root, ())

    def _note(self, problem_id: str, path: Path, message: str, hint: str) -> None:
        if path not in self._refused:
            self.problems.append(Problem(problem_id, "error", self._at + path, message, hint))

    def _value(self, value: Any, shape: Shape, path: Path) -> Any:
        if value is None:
            return self._empty(shape, path)
        if is_secret(value):
            self._note("spec-secret", path, f"{named(path)} is encrypted (`secure:`)", _PLAIN)
            self.left_out.add(path)
            return value
        if isinstance(value, dict):
            return self._mapping(cast("dict[str, Any]", value), shape, path)
        if isinstance(value, list) and shape.kind == "list" and shape.item:
            items = cast("list[Any]", value)
            return [self._value(item, shape.item, (*path, index)) for index, item in enumerate(items)]
        return unquoted(value, shape) if isinstance(value, str) else cast("Any", value)

    def _empty(self, shape: Shape, path: Path) -> None:
        optional = shape.kind == "model" and not any(field.required for field in shape.fields.values())
        write = (
            f"write `{path[-1]}: {{}}` for what is usual"
            if optional and isinstance(path[-1], str)
            else "give it a value"
        )
        what = "the item" if isinstance(path[-1], int) else "the key"
        hint = f"{write[0].upper()}{write[1:]}." if shape.required else f"Take {what} out, or {write}."
        self._note("spec-value", path, f"{named(path)} is empty", hint)
        self.left_out.add(path)

    def _mapping(self, values: Mapping[str, Any], shape: Shape, path: Path) -> dict[str, Any]:
        if shape.kind not in ("model", "map"):
            return dict(values)  # the models say that no mapping may stand here
        read: dict[str, Any] = {}
        free = {name: field for name, field in shape.fields.items() if name not in values}
        for key, value in values.items():
            name, below = self._known(key, value, shape, (*path, key), free)
            if below is None:
                read[key] = value
            elif value is None and "like" in values and may_be_dropped(shape, name):
                read[name] = None
            else:
                read[name] = self._value(value, below, (*path, name))
        self._choices(read, shape, path)
        return read

    def _known(
        self, key: str, value: Any, shape: Shape, path: Path, free: Mapping[str, Shape]
    ) -> tuple[str, Shape | None]:
        """The name under which `key` is read, and the shape of its value; None where it means nothing."""
        below = shape.below(key)
        if below:
            return key, below
        fitting = guess(path, [name for name, field in free.items() if field.fits(value)])
        meaning = fitting if fitting.surely else guess(path, free)
        above = path[:-1]
        where = f" in {named(above)}" if above else ""
        self._note("spec-unknown-key", path, f"unknown key {named((key,))}{where}", meaning.hint)
        below = shape.below(meaning.name)
        target = (*above, meaning.name)
        if meaning.surely and below and below.fits(value) and path not in self._refused and target not in self.renamed:
            self.renamed[target] = key
            return meaning.name, below
        self.left_out.add(path)
        self.meant.update(meaning.meant)
        return key, None

    def _choices(self, read: Mapping[str, Any], shape: Shape, path: Path) -> None:
        for names in shape.model.exactly_one_of if shape.model else ():
            given = [name for name in names if name in read]
            elsewhere = any(place[: len(path) + 1] == (*path, name) for place in self.meant for name in names)
            if len(given) > 1:
                hint = f"Keep one of {' and '.join(f'`{name}`' for name in given)}."
            elif given or elsewhere or "like" in read:
                continue
            else:
                hint = " ".join(f"`{name}`: {shape.fields[name].words}" for name in names)
            self._note("spec-choice", path, f"{named(path)}: {words(given, names)}", hint)


def unquoted(text: str, shape: Shape) -> Any:
    """The number or switch that quoted text stands for where one is wanted; the text where it is none."""
    if shape.kind == "switch":
        return {"true": True, "false": False}.get(text, text)
    if shape.kind not in ("whole", "amount") or len(text) > 20:
        return text
    whole, point, fraction = text.removeprefix("-").partition(".")
    if not (whole.isascii() and whole.isdecimal()) or (whole[0] == "0" and whole != "0"):
        return text
    if not point:
        return int(text)
    return float(text) if shape.kind == "amount" and fraction.isascii() and fraction.isdecimal() else text


def may_be_dropped(shape: Shape | None, name: str) -> bool:
    """True for a key that a pool may leave empty so as not to take it from the pool that it is like."""
    if shape is None or shape.model is None or name == "like" or name not in shape.fields:
        return False
    return not shape.fields[name].required and not any(name in names for names in shape.model.exactly_one_of)
