"""A JSON file that a person names, read whole or refused: the reason and what to do are said, never a traceback."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from rackguard.spec.problem import InvalidInput, Mark, Problem
from rackguard.spec.suggest import did_you_mean
from rackguard.spec.values import echoed

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES = 256 * 1024 * 1024
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_REDIRECT = "Save what the command prints to its standard output, and nothing else, into the file: `… --json > FILE`."
_TOO_DEEP = "values are nested too many levels deep"


def refusal(problem_id: str, name: str, message: str, hint: str, line: int = 1, column: int = 1) -> InvalidInput:
    """One problem of the file `name`, to be raised."""
    return InvalidInput([Problem(problem_id, "error", (), message, hint, Mark(name, line, column))])


def too_deep(name: str) -> InvalidInput:
    """What is said of a file that is nested deeper than it can be walked."""
    return refusal("json-limits", name, _TOO_DEEP, "No stack has such values: is this the right file?")


def read_file(path: Path) -> bytes:
    """A file's content.

    Raises:
        InvalidInput: it isn't there, is a folder, may not be read, or is larger than `MAX_BYTES`.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InvalidInput([_cannot_read(path, error)]) from None
    return content


def parse(content: bytes, name: str) -> list[Any]:
    """The JSON documents of a file: one, or one a line. At least one.

    Raises:
        InvalidInput: empty, no text, no JSON, or beyond what is read.
    """
    if len(content) > MAX_BYTES:
        message = f"the file is larger than {MAX_BYTES // 2**20} MiB"
        raise refusal("json-limits", name, message, "A stack of ten thousand resources is a tenth of it.")
    text = _text(content, name)
    if not text.strip():
        hint = "Did the command that wrote it fail? Look at what it printed to its standard error."
        raise refusal("json-syntax", name, "the file is empty", hint)
    try:
        documents = list(_documents(text))
    except json.JSONDecodeError as error:
        _refuse_syntax(error, text, name)
    except RecursionError:
        raise too_deep(name) from None
    except ValueError as error:
        raise refusal("json-limits", name, _reason(error), "JSON has no such number.") from None
    _refuse_half_characters(text, documents, name)
    return documents


def _text(content: bytes, name: str) -> str:
    """The file as text; UTF-16 and UTF-32 are read as well, since some shells save a command's output so."""
    encoding = json.detect_encoding(content)
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        hint = "Is this the right file? JSON is text in UTF-8."
        raise refusal("json-encoding", name, "the file is not text", hint) from None


def _documents(text: str) -> Iterator[Any]:
    try:
        yield _load(text)
    except json.JSONDecodeError as error:
        if error.msg != "Extra data":
            raise
    else:
        return
    start = 0
    for line in text.split("\n"):
        if line.strip():
            try:
                yield _load(line)
            except json.JSONDecodeError as error:
                raise json.JSONDecodeError(error.msg, text, start + error.pos) from None
        start += len(line) + 1


def _load(text: str) -> Any:
    return json.loads(text, parse_constant=_refuse_constant)


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"a value is {word}, which is no number")


def _reason(error: ValueError) -> str:
    text = str(error)
    return "a number has too many digits" if "digits" in text else text


def _refuse_syntax(error: json.JSONDecodeError, text: str, name: str) -> NoReturn:
    message = f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        message, hint = f"{message}; the file ends there", "It was cut off, or is still being written: save it again."
    elif text.lstrip().startswith("Previewing"):
        message, hint = (
            "not JSON: this is what a preview prints for people",
            "Run `pulumi preview --json --show-sames`.",
        )
    else:
        hint = _REDIRECT
    raise refusal("json-syntax", name, message, hint, error.lineno, error.colno) from None


def _refuse_half_characters(text: str, documents: list[Any], name: str) -> None:
    if _SURROGATE.search(text):
        try:
            json.dumps(documents, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            message = "a text holds half a character (\\uD800 to \\uDFFF without its other half)"
            raise refusal("json-encoding", name, message, "Correct it where it comes from.") from None


def _cannot_read(path: Path, error: OSError | ValueError) -> Problem:
    name = echoed(str(path))
    message, hint = f"{name} cannot be read: {_why(error)}", "Check the name and the place of the file."
    if isinstance(error, IsADirectoryError):
        message, hint = f"{name} is a folder, not a file", "Name a file in it."
    elif isinstance(error, PermissionError):
        message, hint = f"{name} may not be read by this user", "Change its permissions, or copy it."
    elif isinstance(error, FileNotFoundError):
        message, hint = f"{name} does not exist", did_you_mean(path.name, _beside(path)) or hint
    return Problem("cannot-read", "error", (), message, hint)


def _why(error: OSError | ValueError) -> str:
    return str(error.strerror if isinstance(error, OSError) else error).lower()


def _beside(path: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in path.parent.iterdir() if entry.name.isprintable())[:1000]
    except OSError:
        return []
