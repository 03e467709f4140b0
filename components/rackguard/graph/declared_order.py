"""The order in which a program declares its resources, whichever order they are registered in.

What a resource waits for is a set to Pulumi's SDK, and sets follow addresses in memory: of two registrations that
nothing keeps in order, now one comes first and now the other. But each has a task of its own, made where the program
declares the resource.
"""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any


class _Numbered(asyncio.Task[Any]):
    number: int


def number_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """Give every task of the loop a number, in the order in which they are made."""
    numbers = count(1)

    def make(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> _Numbered:
        task = _Numbered(work, loop=loop, **more)
        task.number = next(numbers)
        return task

    loop.set_task_factory(make)


def number() -> int:
    """The number of the running task; 0 where there is none."""
    try:
        task = asyncio.current_task()
    except RuntimeError:  # no loop runs
        return 0
    return task.number if isinstance(task, _Numbered) else 0
