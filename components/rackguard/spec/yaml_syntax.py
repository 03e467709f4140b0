"""What a parser's complaint means to the person who wrote the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard.spec.yaml_scalars import replace_invisible
from rackguard.spec.yaml_tree import MAX_DEPTH

if TYPE_CHECKING:
    import yaml

_NOUNS = {
    "flow sequence": "list in [ ]",
    "flow mapping": "map in { }",
    "block mapping": "map",
    "block collection": "list",
    "block sequence": "list",
    "quoted scalar": "quoted text",
    "block scalar": "block of text",
    "simple key": "line",
}
_HINTS = {
    "mapping values are not allowed": 'Put text that holds ": " in quotes, and check how this line is indented.',
    "unexpected end of stream": "Close the quote.",
    "',' or ": "Close the bracket, or put a comma between the items.",
    "incompatible YAML document": "Remove the %YAML line.",
    "expected version number": "Remove the %YAML line.",
    "expected a digit": "Remove the %YAML line.",
    "unknown directive": "Remove the line that starts with %, or put text that starts so in quotes.",
    "escape": "Put text with backslashes in single quotes.",
    "expected ':'": "Put a colon and a space after the name, or indent the line as part of the text above.",
}


def explain(error: yaml.YAMLError, text: str) -> tuple[str, tuple[int, int], str, str]:
    """Problem id, place (line and column from 1), message and hint for an error of the parser."""
    mark: Any = getattr(error, "problem_mark", None)
    what = str(getattr(error, "problem", None) or "it cannot be read")
    place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    if "nesting depth" in what:
        return "yaml-limits", place, f"nested more than {MAX_DEPTH} levels deep", "Flatten it."
    message = f"not valid YAML: {replace_invisible(what)}{_context(error)}"
    return "yaml-syntax", place, message, _hint(what, text[mark.index : mark.index + 1] if mark else "")


def _context(error: yaml.YAMLError) -> str:
    mark: Any = getattr(error, "context_mark", None)
    context = str(getattr(error, "context", None))
    noun = next((noun for name, noun in _NOUNS.items() if name in context), None)
    return f", in the {noun} that starts at line {mark.line + 1}" if mark and noun else ""


def _hint(what: str, character: str) -> str:
    if character == "\t":
        return "Indent with spaces; YAML allows no tab there."
    if "cannot start any token" in what:
        return f"Put text that starts with {character} in quotes."
    otherwise = "Check the indentation and the quotes here and in the lines above."
    return next((hint for part, hint in _HINTS.items() if part in what), otherwise)
