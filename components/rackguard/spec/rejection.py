"""What the models refuse, in words: which input, what was given, what is allowed, what to do."""

from __future__ import annotations

import re
from typing import Any, cast

from pydantic_core import ErrorDetails

from rackguard.spec.base import Model
from rackguard.spec.cluster import Cluster
from rackguard.spec.describe import Shape, shape_at
from rackguard.spec.patterns import VERSION, VERSIONS, WORDS
from rackguard.spec.problem import Path, Problem
from rackguard.spec.suggest import did_you_mean, nearest
from rackguard.spec.values import in_small_letters, named, shown

BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "greater_than": ("more than", "gt"),
    "less_than_equal": ("at most", "le"),
    "less_than": ("less than", "lt"),
}
LENGTHS = {
    "too_short": ("at least", "min_length", "item"),
    "too_long": ("at most", "max_length", "item"),
    "string_too_short": ("at least", "min_length", "character"),
    "string_too_long": ("at most", "max_length", "character"),
}
KINDS = {
    "text": "text",
    "whole": "a whole number",
    "amount": "a number",
    "switch": "true or false",
    "list": "a list",
    "map": "a mapping, each name with its own declaration",
}


def problem_of(error: ErrorDetails, path: Path, at: Path, root: type[Model] = Cluster) -> Problem:
    """One of pydantic's errors as a problem; `at` is the path of `root` in the file, `path` goes on from there."""
    kind, value = error["type"], error["input"]
    if error["loc"][-1:] == ("[key]",):
        message = f"the name of {named(path)} is not allowed; allowed: {_allowed(error, None)}"
        hint = in_small_letters(str(path[-1]), path, (error.get("ctx") or {}).get("pattern", ""))
        return Problem(
            "spec-value", "error", at + path, message, hint or "Names become parts of the names of resources."
        )
    shape = shape_at(path, root)
    if kind == "missing":
        hint = _hint_of_missing(error, path, root)
        allowed = f"; allowed: {_allowed_kind(shape)}" if shape and shape.choices else ""
        return Problem("spec-missing", "error", at + path, f"{named(path)} is required{allowed}", hint)
    message = f"{named(path)} is {shown(value, path)}; allowed: {_allowed(error, shape)}"
    return Problem("spec-value", "error", at + path, message, _hint(error, path, shape))


def _allowed(error: ErrorDetails, shape: Shape | None) -> str:
    context: dict[str, Any] = error.get("ctx") or {}
    kind = error["type"]
    if kind == "string_pattern_mismatch":
        return WORDS.get(context["pattern"], f"text that matches {context['pattern']}")
    if kind == "value_error":
        return str(context["error"])
    if kind in BOUNDS:
        words, key = BOUNDS[kind]
        return f"{words} {context[key]:.15g}"
    if kind in LENGTHS:
        words, key, unit = LENGTHS[kind]
        return f"{words} {context[key]} {unit}{'s' if context[key] > 1 else ''}"
    return _allowed_kind(shape) if shape else str(error["msg"])


def _allowed_kind(shape: Shape) -> str:
    if shape.choices:
        *others, last = [f"`{choice}`" for choice in shape.choices]
        return f"{', '.join(others)} or {last}" if others else last
    if shape.kind == "model":
        return f"a mapping with {', '.join(f'`{name}`' for name in shape.fields)}" if shape.fields else "`{}`"
    return WORDS.get(shape.pattern) or KINDS[shape.kind]


def _hint_of_missing(error: ErrorDetails, path: Path, root: type[Model]) -> str:
    """The field's words, and the user's own key that may have been meant: some mappings take any."""
    shape, around = shape_at(path, root), shape_at(path[:-1], root)
    given = error["input"]
    if around and around.takes_any_key and isinstance(given, dict):
        own = [key for key in cast("dict[str, Any]", given) if key not in around.fields]
        if alike := nearest(str(path[-1]), own, 1):
            return f"Is {named((alike[0],))} meant?"
    return shape.words if shape else ""


def _hint(error: ErrorDetails, path: Path, shape: Shape | None) -> str:
    value, words = error["input"], shape.words if shape else ""
    if shape is None:
        return words
    if shape.kind == "map" and error["type"] == "too_short":
        return f"Write at least one, under a name of its own: `{path[-1]}: {{NAME: {{…}}}}`."
    if shape.kind == "text" and isinstance(value, (int, float)) and not isinstance(value, bool):
        if shape.pattern in VERSIONS:
            return "Put it in quotes, with all its digits: 2.10 without them is the number 2.1."
        return f'Put it in quotes: "{value}".' if shown(value, path) == repr(value) else words
    if shape.kind == "list" and not isinstance(value, (list, tuple)):
        return _hint_of_list(value, path)
    if shape.kind == "model" and isinstance(value, str):
        return _hint_of_model(value, path, shape) or words
    if shape.choices and isinstance(value, str):
        return did_you_mean(value[:100], [str(choice) for choice in shape.choices]) or words
    if shape.pattern in VERSIONS and isinstance(value, str) and (numbers := _version_in(value, shape.pattern)):
        also = "; the CUDA of a build goes into `cuda`" if shape.pattern == VERSION else ""
        return f'Write "{numbers}"{also}.'
    if error["type"] == "string_pattern_mismatch":
        return in_small_letters(cast("str", value), path, error.get("ctx", {})["pattern"]) or words
    return words


def _version_in(value: str, pattern: str) -> str:
    """The numbers that a version begins with, where they would do; of `2.11.0+cu130` 2.11.0."""
    numbers = re.match(r"[0-9]+(\.[0-9]+)*", value[:100], re.ASCII)
    return numbers[0] if numbers and re.search(pattern, numbers[0]) else ""


def _hint_of_list(value: Any, path: Path) -> str:
    if isinstance(value, dict):
        return "It is a list: put `- ` in front of each item."
    plain = shown(value, path)
    short = (
        isinstance(value, str) and plain == repr(value) and value.isprintable() and not set(value) & set(",[]{}:#'\"")
    )
    return f"Write it as a list: `[{value}]`." if short else "Write it as a list: `[…]`, or one `- ` a line."


def _hint_of_model(value: str, path: Path, shape: Shape) -> str:
    """How to write a mapping where only its choice was named: `{spot: {}}`, `{dlami: ubuntu-24.04}`."""
    key = path[-1]
    if value in shape.fields and shape.fields[value].kind == "model":
        return f"Write `{key}: {{{value}: {{}}}}`."
    fitting = [name for name, field in shape.fields.items() if value in field.choices]
    return f"Write `{key}: {{{fitting[0]}: {value}}}`." if fitting else ""
