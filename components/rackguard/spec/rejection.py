"""What the models refuse, in words: which input, what was given, what is allowed, what to do."""

from __future__ import annotations

from typing import Any

from pydantic_core import ErrorDetails

from rackguard.spec.describe import field_at, keys_at
from rackguard.spec.patterns import WORDS
from rackguard.spec.problem import Path, Problem, dotted
from rackguard.spec.suggest import did_you_mean, nearest

SILENT_KEYS = frozenset({"keys", "user_data"})
"""Keys whose value may be a secret pasted by mistake: never shown."""

KINDS = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "dict_type": "a mapping (`key: value`)",
    "model_type": "a mapping (`key: value`)",
    "model_attributes_type": "a mapping (`key: value`)",
    "tuple_type": "a list (`[a, b]`)",
}


def problem_of(error: ErrorDetails, at: Path) -> Problem:
    """One of pydantic's errors as a problem; `at` is the cluster's path in the file."""
    path = tuple(part for part in error["loc"] if part != "[key]")
    kind = error["type"]
    if kind == "extra_forbidden":
        return _unknown_key(path, at)
    if kind == "missing":
        return _missing(path, at)
    if kind == "exactly_one":
        message = f"{_subject(path)}: {error['msg']}"
        return Problem("spec-choice", "error", at + path, message, "Keep one of them.")
    allowed = _allowed(error, path)
    message = f"{_subject(path)} is {_shown(path, error['input'])}; allowed: {allowed}"
    return Problem("spec-value", "error", at + path, message, _hint(error, path))


def _subject(path: Path) -> str:
    return f"`{dotted(path)}`" if path else "`rackguard:cluster`"


def _unknown_key(path: Path, at: Path) -> Problem:
    known = keys_at(path[:-1])
    where = f" in `{dotted(path[:-1])}`" if path[:-1] else ""
    hint = did_you_mean(str(path[-1]), known) or f"Known keys: {', '.join(known)}."
    return Problem("spec-unknown-key", "error", at + path, f"unknown key `{path[-1]}`{where}", hint)


def _missing(path: Path, at: Path) -> Problem:
    field = field_at(path)
    words = field.description if field and field.description else ""
    return Problem("spec-missing", "error", at + path, f"{_subject(path)} is required", words)


def _allowed(error: ErrorDetails, path: Path) -> str:
    context: dict[str, Any] = error.get("ctx") or {}
    kind = error["type"]
    if kind == "string_pattern_mismatch":
        return WORDS.get(context["pattern"], f"text that matches {context['pattern']}")
    if kind == "value_error":
        return str(context["error"])
    if kind in {"literal_error", "enum"}:
        return str(context["expected"])
    bounds = {
        "greater_than_equal": ("at least", "ge"),
        "greater_than": ("more than", "gt"),
        "less_than_equal": ("at most", "le"),
        "less_than": ("less than", "lt"),
    }
    if kind in bounds:
        words, key = bounds[kind]
        return f"{words} {context[key]:g}"
    if kind in {"too_short", "string_too_short"}:
        return f"at least {context['min_length']}"
    if kind in {"too_long", "string_too_long"}:
        return f"at most {context['max_length']}"
    return KINDS.get(kind, error["msg"])


def _hint(error: ErrorDetails, path: Path) -> str:
    value = error["input"]
    context: dict[str, Any] = error.get("ctx") or {}
    if error["type"] == "string_type" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return f'Put it in quotes: "{value}".'
    if error["type"] in {"literal_error", "enum"} and isinstance(value, str):
        allowed = [word.strip("'") for word in str(context["expected"]).replace(" or ", ", ").split(", ")]
        if nearest(value, allowed):
            return did_you_mean(value, allowed)
    if path[-1:] in {("cidr",)} and isinstance(value, str):
        return ""
    field = field_at(path)
    return field.description or "" if field else ""


def _shown(path: Path, value: Any) -> str:
    """The value as it may be printed: short, and never what may be a secret."""
    if not SILENT_KEYS.isdisjoint(path) or "PRIVATE KEY" in repr(value):
        return "not shown"
    if isinstance(value, dict):
        return "a mapping" if value else "an empty mapping"
    if isinstance(value, (list, tuple)):
        return "a list" if value else "an empty list"
    if value is None:
        return "empty"
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}…"
