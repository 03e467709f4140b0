"""A YAML file as plain data that knows where each value stands; every problem of it is collected.

Scalars mean what they mean to the Pulumi CLI, and what is ambiguous without quotes is refused, so that a plan made
offline and a deployment never read the same file differently.
"""

from __future__ import annotations

import os
from dataclasses import field
from pathlib import Path as FilePath
from typing import Any

import yaml

from rackguard.record import record
from rackguard.spec.problem import Mark, Path, Problem
from rackguard.spec.suggest import did_you_mean
from rackguard.spec.yaml_node import Node, Place
from rackguard.spec.yaml_scalars import first_invisible, replace_invisible
from rackguard.spec.yaml_syntax import explain
from rackguard.spec.yaml_tree import Stop, TreeReader

MAX_BYTES = 1024 * 1024
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SIZE_HINT = "A stack file is a few kilobytes: is this the right file?"


@record
class Document:
    """One YAML file, read.

    `data` is plain dicts, lists and scalars; a value that was refused stands there as its text. It is None where
    the file is empty and where it could not be read (`readable` is False then). Keys stand in file order, while the
    engine hands them on sorted: a plan may not depend on the order.
    """

    data: Any
    file: str
    problems: tuple[Problem, ...] = ()
    readable: bool = True
    _root: Node | None = field(default=None, repr=False, compare=False)

    def mark(self, path: Path) -> Mark:
        """Where the value at `path` is written; where there is none, its nearest ancestor's."""
        return Mark(self.file, *self._places(path)[0])

    def key_mark(self, path: Path) -> Mark:
        """Where the key (or list item) at `path` is written; where there is none, its nearest ancestor's."""
        return Mark(self.file, *self._places(path)[1])

    def _places(self, path: Path) -> tuple[Place, Place]:
        node = self._root
        if node is None:
            return (1, 1), (1, 1)
        key = node.place
        for part in path:
            value = node.value
            if isinstance(value, dict) and part in value:
                name = str(part)
                key, node = node.keys[name], value[name]
            elif isinstance(value, list) and isinstance(part, int) and 0 <= part < len(value):
                node = value[part]
                key = node.place
            else:
                break
        return node.place, key


class CannotRead(Exception):
    """A file that cannot be read at all: `problem` says which, why, and what to do."""

    def __init__(self, message: str, hint: str) -> None:
        self.problem = Problem("cannot-read", "error", (), message, hint)
        super().__init__(f"{message}. {hint}".strip())


def read(text: str, file: str) -> Document:
    """Read YAML text; `file` names it in every problem and mark."""
    if len(text) > MAX_BYTES:
        return _refuse(file, (1, 1), "yaml-limits", "the file is larger than 1 MiB", _SIZE_HINT)
    index = first_invisible(text)
    if index is not None:
        return _refuse_character(text, index, file)
    return _parse(text, file)


def read_file(path: str | os.PathLike[str]) -> Document:
    """Read a YAML file; raises CannotRead where there is nothing to read, and only then."""
    file = os.fspath(path)
    try:
        with FilePath(path).open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _cannot_read(file, error) from None
    if len(content) > MAX_BYTES:
        return _refuse(file, (1, 1), "yaml-limits", "the file is larger than 1 MiB", _SIZE_HINT)
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or content.count(0) > len(content) // 4:
        hint = "Save it as UTF-8."
        return _refuse(file, (1, 1), "yaml-encoding", "the file is UTF-16 or UTF-32 (or not text), not UTF-8", hint)
    try:
        return read(content.decode(), file)
    except UnicodeDecodeError as error:
        message = f"the byte 0x{content[error.start]:02X} is not UTF-8, as if the file were saved as Latin-1"
        place = _place(content[: error.start].decode())
        return _refuse(file, place, "yaml-encoding", message, "Save the file as UTF-8.")


def _parse(text: str, file: str) -> Document:
    loader = _LOADER(text)
    reader = TreeReader(loader.get_event, file)
    try:
        root = reader.document()
    except Stop:
        return Document(None, file, tuple(reader.problems), readable=False)
    except yaml.YAMLError as error:
        reader.note(*explain(error, text))
        return Document(None, file, tuple(reader.problems), readable=False)
    finally:
        loader.dispose()
    return Document(root.plain() if root else None, file, tuple(reader.problems), _root=root)


def _refuse(file: str, place: Place, problem_id: str, message: str, hint: str) -> Document:
    problem = Problem(problem_id, "error", (), message, hint, Mark(file, *place))
    return Document(None, file, (problem,), readable=False)


def _refuse_character(text: str, index: int, file: str) -> Document:
    code = ord(text[index])
    if index == 0 and code == 0xFEFF:
        message, hint = "the file starts with a byte order mark", "Save it as UTF-8 without a byte order mark (BOM)."
    elif 0xD800 <= code <= 0xDFFF:
        message, hint = f"half a character (U+{code:04X}) stands here", "Save the file as UTF-8."
    else:
        message, hint = f"the invisible character U+{code:04X} stands here", "Remove it."
    return _refuse(file, _place(text[:index]), "yaml-encoding", message, hint)


def _place(before: str) -> Place:
    lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return len(lines), len(lines[-1]) + 1


def _cannot_read(file: str, error: OSError | ValueError) -> CannotRead:
    name, path = replace_invisible(file), FilePath(file)
    if isinstance(error, IsADirectoryError):
        return CannotRead(f"{name} is a folder, not a file", _listed("Name a file in it", path))
    if isinstance(error, FileNotFoundError):
        folder = path.parent
        if not folder.is_dir():
            shown = replace_invisible(str(folder))
            return CannotRead(
                f"{name} does not exist", f"There is no folder {shown}: check the name and where you are."
            )
        hint = did_you_mean(path.name, _names(folder))
        return CannotRead(f"{name} does not exist", hint or _listed(f"In {replace_invisible(str(folder))} are", folder))
    if isinstance(error, PermissionError):
        return CannotRead(f"{name} may not be read by this user", "Change its permissions, or copy it.")
    reason = str(error.strerror if isinstance(error, OSError) else error).lower()
    return CannotRead(f"{name} cannot be read: {reason}", "Check the name and the place of the file.")


def _names(folder: FilePath) -> list[str]:
    try:
        entries = sorted(folder.iterdir())[:1000]
    except OSError:
        return []
    return [entry.name for entry in entries if entry.name.isprintable() and entry.is_file()]


def _listed(introduction: str, folder: FilePath) -> str:
    names = [name for name in _names(folder) if name.endswith((".yaml", ".yml"))]
    return f"{introduction}: {', '.join(names[:10])}." if names else "There is no YAML file in that folder."
