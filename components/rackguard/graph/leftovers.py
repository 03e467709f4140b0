"""What a program that failed leaves waiting: ended without a word, since its first failure was raised already."""

from __future__ import annotations

import asyncio
import gc
import inspect
from pathlib import Path

import pulumi

_PULUMI = str(Path(pulumi.__file__).parent)


def clear(loop: asyncio.AbstractEventLoop) -> None:
    """End the tasks that wait in `loop`, and what they would have waited for."""
    loop.set_exception_handler(_pass_over)
    left = asyncio.all_tasks(loop)
    if not left:
        return
    _close_unstarted()
    for task in left:
        task.cancel()
    loop.run_until_complete(asyncio.wait(left, timeout=1))
    _close_unstarted()


def _close_unstarted() -> None:
    """Close coroutines of Pulumi that nobody will await: Python warns of each that is dropped instead."""
    for found in gc.get_objects():
        if (
            inspect.iscoroutine(found)
            and inspect.getcoroutinestate(found) == inspect.CORO_CREATED
            and found.cr_code.co_filename.startswith(_PULUMI)
        ):
            found.close()


def _pass_over(*_: object) -> None:
    """Nothing is said of a task that fails after the first failure."""
