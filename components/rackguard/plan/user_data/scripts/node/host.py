"""What the node's programs do to the machine: call commands, speak to AWS, write files."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ED25519 = re.compile(r"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI[A-Za-z0-9+/]{43}")
FAILURES = (subprocess.SubprocessError, OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""Whatever a failed call or a wrong answer raises."""


def log(message: str) -> None:
    """To the journal; `message` must not hold a secret."""
    attempt("logger", "-t", "rackguard", "--", f"{Path(sys.argv[0]).stem}: {message}")


def call(*command: str, seconds: int = 60) -> str:
    """Output of a command that is ended, with its children, when its time is over.

    Raises subprocess.CalledProcessError where it fails or takes too long.
    """
    return attempt("timeout", "-k", "2", str(seconds), *command, check=True)


def attempt(*command: str, check: bool = False) -> str:
    """Output of a command that may fail."""
    # No shell, and callers check their words.
    done = subprocess.run(command, check=check, capture_output=True, text=True, stdin=subprocess.DEVNULL)  # noqa: S603
    return done.stdout


def aws(*arguments: str) -> Any:
    """The answer of the AWS command, from JSON; None where it has none to give.

    Raises one of FAILURES: the caller then changes nothing.
    """
    text = call("aws", *arguments, "--region", os.environ["RG_REGION"], "--output", "json")
    return json.loads(text) if text else None


def write(path: str, text: str, mode: int = 0o644) -> bool:
    """Write a file whole or not at all, and only where it differs; True where it did."""
    target = Path(path)
    if read(path) == text and target.stat().st_mode & 0o777 == mode:
        return False
    # sudo skips names with a dot.
    temporary = target.with_name(f".{target.name}.new")
    temporary.unlink(missing_ok=True)
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fchmod(handle, mode)
        os.fsync(handle)
    temporary.replace(target)
    return True


def read(path: str) -> str | None:
    """A file's text, or None."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None


def remove(path: str) -> None:
    """Remove a file that may not be there."""
    Path(path).unlink(missing_ok=True)


def names_in(folder: str) -> list[str]:
    """Names of what a folder holds, in order."""
    return sorted(entry.name for entry in Path(folder).iterdir())
