"""The overlay's file replaced whole, or not at all: whatever ends it on the way, the old one is as it was."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.values import echoed


@contextmanager
def alone(file: Path) -> Generator[None]:
    """Only one refresh at a time: a second one would carry on from what the first is about to replace.

    The lock is the folder's own and ends with the process, however that ends.

    Raises:
        InvalidInput: another one is at work, or the folder can't be made.
    """
    import fcntl

    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        folder = os.open(file.parent, os.O_RDONLY)
    except OSError as error:
        raise _unwritable(file, error) from None
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            message = f"another `rackguard catalog refresh` is at work in {echoed(str(file.parent))}"
            problem = Problem("cannot-write", "error", (), message, "Wait until it has ended.")
            raise InvalidInput([problem]) from None
        yield
    finally:
        os.close(folder)


def write(file: Path, content: bytes) -> None:
    """Put `content` in the file's place, on disk before it is there by name.

    Raises:
        InvalidInput: it can't be written.
    """
    part = file.with_name(f".{file.name}.part")
    try:
        with part.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(file)
        _settle(file.parent)
    except OSError as error:
        raise _unwritable(file, error) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def check_writable(file: Path) -> None:
    """Refuse a place that can't be written to before anything is asked.

    Raises:
        InvalidInput: where it can't.
    """
    if not os.access(file.parent, os.W_OK) or file.is_dir():
        reason = "it is a folder" if file.is_dir() else "the folder may not be written to by this user"
        raise _unwritable(file, OSError(0, reason))


def _settle(folder: Path) -> None:
    """The new name on disk as well."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _unwritable(file: Path, error: OSError) -> InvalidInput:
    message = f"can't write {echoed(str(file))}: {error.strerror or error}; what was read before is as it was"
    hint = "Make room, or name another folder in RACKGUARD_DATA."
    return InvalidInput([Problem("cannot-write", "error", (), message, hint)])
