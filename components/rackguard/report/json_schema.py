"""JSON schema of plain data, made from the types that it is made from: records, typed dicts, enums."""

from __future__ import annotations

import ast
import inspect
from enum import Enum
from textwrap import dedent
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, cast, get_args, get_origin, get_type_hints

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SIMPLE: dict[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
_LISTS = (list, tuple, frozenset, set)

Schema = dict[str, Any]


class SchemaMaker:
    """Makes schemas of types; those of classes stand in `definitions` and are referred to by name."""

    def __init__(self, left_out: dict[str, frozenset[str]]) -> None:
        """Leave out fields: of the class of that name, or of every class under the key `*`."""
        self.definitions: dict[str, Schema] = {}
        self._left_out = left_out

    def of(self, kind: Any) -> Schema:
        """The schema of a type."""
        origin, arguments = get_origin(kind), get_args(kind)
        if kind is Any:
            return {}
        if kind in _SIMPLE:
            return {"type": _SIMPLE[kind]}
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin is NotRequired:
            return self.of(arguments[0])
        if origin in {Union, UnionType}:
            return _either([self.of(argument) for argument in arguments])
        if origin in _LISTS:
            return self._list(arguments)
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        if isinstance(kind, type) and issubclass(kind, Enum):
            return {"enum": [member.value for member in kind]}
        return self._class(kind)

    def _list(self, arguments: tuple[Any, ...]) -> Schema:
        if len(arguments) == 1 or arguments[1] is Ellipsis:
            return {"type": "array", "items": self.of(arguments[0])}
        items = [self.of(argument) for argument in arguments]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}

    def _class(self, kind: Any) -> Schema:
        name = kind.__name__
        if name not in self.definitions:
            self.definitions[name] = {}  # so that a class may hold its own kind
            self.definitions[name].update(self._object(kind))
        return {"$ref": f"#/$defs/{name}"}

    def _object(self, kind: Any) -> Schema:
        hints = get_type_hints(kind, include_extras=True)
        gone = self._left_out.get(kind.__name__, frozenset()) | self._left_out.get("*", frozenset())
        notes = _notes(kind)
        properties = {
            name: {**self.of(hint), **({"description": notes[name]} if name in notes else {})}
            for name, hint in hints.items()
            if name not in gone
        }
        return {
            "description": " ".join(str(inspect.getdoc(kind)).split()),
            "type": "object",
            "required": [name for name in properties if get_origin(hints[name]) is not NotRequired],
            "properties": properties,
        }


def _either(schemas: list[Schema]) -> Schema:
    """One `type` or `enum` where that says it all."""
    if all(schema.keys() == {"type"} for schema in schemas):
        return {"type": [schema["type"] for schema in schemas]}
    if all(schema.keys() == {"enum"} or schema == {"type": "null"} for schema in schemas):
        return {"enum": [value for schema in schemas for value in schema.get("enum", [None])]}
    return {"anyOf": schemas}


def _notes(kind: type) -> dict[str, str]:
    """The text under each field of a class, as its source has it."""
    declared = cast("ast.ClassDef", ast.parse(dedent(inspect.getsource(kind))).body[0])
    notes: dict[str, str] = {}
    for field, after in zip(declared.body, declared.body[1:], strict=False):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
            and isinstance(after.value.value, str)
        ):
            notes[field.target.id] = " ".join(after.value.value.split())
    return notes
