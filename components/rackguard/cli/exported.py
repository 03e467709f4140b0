"""The state of a stack: a file, or what Pulumi's command exports."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.values import echoed

_BY_HAND = "Export it where it can be: `pulumi stack export > state.json`; then `rackguard recover --state state.json`."


def exported(stack: str | None, file: str | None) -> tuple[bytes, str]:
    """The state's content, and what it is called in messages.

    Raises:
        InvalidInput: both or neither can be had.
    """
    if file is not None:
        if stack is not None:
            message = f"--state stands in a stack's place, and a stack is given as well: {echoed(stack)}"
            raise _refused(message, "Leave out one of them.")
        from rackguard.graph.document import read_file

        return read_file(Path(file)), file
    return _export(stack), f"the state of {stack}" if stack else "the state of the selected stack"


def _export(stack: str | None) -> bytes:
    pulumi = shutil.which("pulumi")
    if not pulumi:
        raise _refused("pulumi is not on PATH, and no --state is given", _BY_HAND)
    named = ["--stack", stack] if stack else []
    command = [pulumi, "stack", "export", "--non-interactive", "--color", "never", *named]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)  # noqa: S603 (its own words)
    if run.returncode:
        said = run.stderr.decode(errors="replace").strip().splitlines() or [f"it ended with {run.returncode}"]
        raise _refused(f"`pulumi stack export` failed: {said[-1]}", _BY_HAND)
    return run.stdout


def _refused(message: str, hint: str) -> InvalidInput:
    return InvalidInput([Problem("state-unread", "error", ("--state",), message, hint)])
