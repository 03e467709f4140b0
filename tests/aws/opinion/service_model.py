"""A call against botocore's model of the service: names and types, and what botocore's validator passes over.

The validator knows unknown and missing names, types, and the least lengths and numbers. Enums, the greatest lengths and
numbers and the patterns are in the model too, and are looked at here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

from botocore.session import Session
from botocore.validate import ParamValidator

_WRONG_IN_THE_MODEL = frozenset({"PlacementGroupArn"})
"""Shapes whose pattern no true value matches: it has a `^` in its middle."""


def problems(service: str, operation: str, call: dict[str, Any]) -> list[str]:
    """What the model says against a call, `Operation: Place: problem`."""
    shape = input_shape(service, operation)
    report = ParamValidator().validate(call, shape).generate_report()
    found = [*report.splitlines(), *_beyond(shape, call, "")]
    return [f"{operation}: {line}" for line in found]


@cache
def input_shape(service: str, operation: str) -> Any:
    """What an operation takes: a shape, which botocore types by its kind only once it is asked."""
    return _session().get_service_model(service).operation_model(operation).input_shape


@cache
def _session() -> Session:
    return Session()


def _beyond(shape: Any, value: Any, path: str) -> Iterator[str]:
    """What the validator passes over; a value of another type than the shape's is the validator's to tell."""
    if shape.type_name == "structure" and isinstance(value, dict):
        for name in value.keys() & shape.members.keys():
            yield from _beyond(shape.members[name], value[name], f"{path}.{name}" if path else name)
    elif shape.type_name == "list" and isinstance(value, list):
        yield from _too_many(shape, len(value), "items", path)
        for index, item in enumerate(value):
            yield from _beyond(shape.member, item, f"{path}[{index}]")
    elif shape.type_name in ("integer", "long") and isinstance(value, int):
        yield from _too_many(shape, value, "", path)
    elif shape.type_name == "string" and isinstance(value, str):
        yield from _text(shape, value, path)


def _text(shape: Any, value: str, path: str) -> Iterator[str]:
    if shape.enum and value not in shape.enum:
        yield f"{path}: {value!r} is none {_of(shape.enum)}"
    yield from _too_many(shape, len(value), "characters", path)
    pattern = shape.metadata.get("pattern")
    if pattern and shape.name not in _WRONG_IN_THE_MODEL and not _compiled(pattern).fullmatch(value):
        yield f"{path}: {value!r} doesn't match {pattern}"


def _too_many(shape: Any, size: int, unit: str, path: str) -> Iterator[str]:
    most = shape.metadata.get("max")
    if most is not None and size > most:
        yield f"{path}: {size} {unit}".rstrip() + f", {most} at most"


def _of(words: list[str]) -> str:
    return f"of {', '.join(words)}" if len(words) <= 8 else "that is known"


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of the model as Python writes it: Java has other words for letters and for characters above U+FFFF."""
    text = pattern.replace(r"\uD800\uDC00-\uDBFF\uDFFF", r"\U00010000-\U0010FFFF")
    return re.compile(re.sub(r"\\p\{([LZN])\}", lambda found: _category(found[1]), text))


@cache
def _category(letter: str) -> str:
    """The characters of a Unicode category as the inside of a set; of the first plane, where tags are written."""
    ranges: list[list[int]] = []
    for code in range(0x10000):
        if unicodedata.category(chr(code))[0] == letter:
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    return "".join(f"\\u{first:04x}-\\u{last:04x}" for first, last in ranges)
