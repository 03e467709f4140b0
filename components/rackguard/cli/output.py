"""Writing a file whole, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from rackguard.spec.problem import InvalidInput, Problem


def write(target: str, text: str) -> None:
    """Replace the file at `target` by one that holds `text`; a link goes on pointing to it.

    Raises:
        InvalidInput: where it can't be written; what was there stays.
    """
    path = Path(os.path.realpath(target))
    content = text.encode("utf-8")
    try:
        if os.path.lexists(path) and not path.is_dir():
            _check_writable(path)
            # A pipe or a device has no content to lose, and can't be replaced.
            if not path.is_file():
                path.write_bytes(content)
                return
        _replace(path, content)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"can't write {target!r}: {reason}; nothing was written"
        hint = "Name a file, in a folder that exists and that you may write to."
        raise InvalidInput([Problem("cannot-write", "error", ("--output",), message, hint)]) from None


def _check_writable(path: Path) -> None:
    """Another file could take the place of one that is write-protected: that is not what its owner wants."""
    if not os.access(path, os.W_OK):
        raise PermissionError(0, "it is write-protected")


def _replace(path: Path, content: bytes) -> None:
    part = path.with_name(f".rackguard-{os.getpid()}.part")
    try:
        part.write_bytes(content)
        if path.is_file():
            part.chmod(path.stat().st_mode & 0o777)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
