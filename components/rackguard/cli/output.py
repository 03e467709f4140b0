"""Writing a file whole, or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.values import echoed

_NAME_A_FILE = "Name a file, in a folder that exists and that you may write to."
_EXAMPLES = {"--output": "plan.out", "--write": "Pulumi.mine.yaml", "--import-file": "import.json"}
"""A file's name for each option that takes one."""


def check_target(target: str, inputs: Iterable[Path], option: str = "--output") -> None:
    """Refuse a target that is no file's name, or that is one of `inputs`, by whatever name or link.

    `option` is the one that named the target.

    Raises:
        InvalidInput: before anything is worked out or written.
    """
    if not target:
        allowed = "a file's name, or - for standard output" if option == "--output" else "a file's name"
        raise _refusal(f"{option} is empty; allowed: {allowed}", _NAME_A_FILE, option)
    folder = target.rpartition("/")[0]
    if _is_folder(target, option):
        inside = echoed(str(Path(target) / _EXAMPLES[option]))
        raise _unwritable(target, "it is a folder, not a file", f"Name a file in it: {inside}.", option)
    if folder and not _is_folder(folder, option):  # `new/` would be written as a file `new`
        raise _unwritable(target, f"there is no folder {echoed(folder)}", _NAME_A_FILE, option)
    for path in inputs:
        if _is_same_file(Path(target), path):
            same = "" if target == str(path) else f"which is {echoed(str(path))}, "
            message = f"{option} is {echoed(target)}, {same}a file that plans are made from; nothing was written"
            raise _refusal(message, _another(option), option)


def _another(option: str) -> str:
    if option == "--output":
        return "Name another file: `--output plan.out`; or leave --output out, and the plan is printed."
    return f"Name a file that isn't there yet: `{option} {_EXAMPLES[option]}`; or remove this one first."


def _is_folder(name: str, option: str) -> bool:
    try:
        return Path(name).is_dir()
    except OSError as error:
        raise _unwritable(name, str(error.strerror), _NAME_A_FILE, option) from None


def _is_same_file(target: Path, path: Path) -> bool:
    """True for one file under two names. A pipe, terminal or device that is read and written loses nothing."""
    try:
        return path.is_file() and path.samefile(target)
    except OSError:  # one of the two isn't there
        return False


def write(target: str, text: str, option: str = "--output") -> None:
    """Replace the file at `target` by one that holds `text`; a link goes on pointing to it.

    Raises:
        InvalidInput: where it can't be written; what was there stays.
    """
    write_all([(target, text)], option)


def write_all(outputs: Sequence[tuple[str, str]], option: str = "--output") -> None:
    """Replace the files at these targets by their texts: all of them, or none.

    Raises:
        InvalidInput: where one can't be written; what was there stays.
    """
    parts: list[tuple[Path, Path]] = []
    target = ""
    try:
        for target, text in outputs:
            part = _prepare(Path(os.path.realpath(target)), len(parts))
            if part:
                parts.append(part)
                _fill(*part, text)
        for target, text in outputs:
            # A pipe or a device has no content to lose, and can't be replaced.
            if _is_no_plain_file(path := Path(os.path.realpath(target))):
                path.write_bytes(text.encode("utf-8"))
        _replace_all(parts)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _unwritable(target, reason, _NAME_A_FILE, option) from None
    finally:
        for _, part in parts:
            part.unlink(missing_ok=True)


def _is_no_plain_file(path: Path) -> bool:
    return os.path.lexists(path) and not path.is_dir() and not path.is_file()


def _prepare(path: Path, number: int) -> tuple[Path, Path] | None:
    """A file and the one that is to take its place; None for a pipe or a device."""
    if os.path.lexists(path) and not path.is_dir():
        _check_writable(path)
    return None if _is_no_plain_file(path) else (path, path.with_name(f".rackguard-{os.getpid()}-{number}.part"))


def _fill(path: Path, part: Path, text: str) -> None:
    if path.is_dir():
        raise IsADirectoryError(0, "it is a folder, not a file")
    part.write_bytes(text.encode("utf-8"))
    if path.is_file():
        part.chmod(path.stat().st_mode & 0o777)


def _replace_all(parts: Sequence[tuple[Path, Path]]) -> None:
    """Move every part to its place; where one can't be moved, the others' files are as they were."""
    before = {path: path.read_bytes() if path.is_file() else None for path, _ in parts[:-1]}
    done: list[Path] = []
    try:
        for path, part in parts:
            part.replace(path)
            done.append(path)
    except BaseException:
        for path in done:
            content = before[path]
            path.unlink() if content is None else path.write_bytes(content)
        raise


def _unwritable(target: str, reason: str, hint: str, option: str) -> InvalidInput:
    return _refusal(f"can't write {echoed(target)}: {reason}; nothing was written", hint, option)


def _refusal(message: str, hint: str, option: str) -> InvalidInput:
    return InvalidInput([Problem("cannot-write", "error", (option,), message, hint)])


def _check_writable(path: Path) -> None:
    """Another file could take the place of one that is write-protected: that is not what its owner wants."""
    if not os.access(path, os.W_OK):
        raise PermissionError(0, "it is write-protected")
