"""Writing a file whole, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from rackguard.spec.problem import InvalidInput, Problem


def write(target: str, text: str) -> None:
    """Replace the file at `target` by one that holds `text`.

    Raises:
        InvalidInput: where it can't be written; what was there stays.
    """
    path = Path(target)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        # A pipe or a device has no content to lose, and can't be replaced.
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_text(text, encoding="utf-8")
            return
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except (OSError, ValueError) as error:
        part.unlink(missing_ok=True)
        reason = getattr(error, "strerror", None) or str(error)
        message = f"can't write {target!r}: {reason}"
        problem = Problem("output", "error", ("--output",), message, "Name a file in a folder that exists.")
        raise InvalidInput([problem]) from None
