"""Running a program that may wait for what never comes: offline nobody answers, and nobody should wait for ever."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from rackguard.graph.offline import OfflineRunError

if TYPE_CHECKING:
    from collections.abc import Coroutine

PATIENCE_S = 60
"""Seconds in which nothing at all happens."""


class _Watch:
    """Looks once a second whether a task is made or done; what runs without giving way is not waiting."""

    def __init__(self, loop: asyncio.AbstractEventLoop, main: asyncio.Task[Any]) -> None:
        self._loop, self._main = loop, main
        self._seen: list[int] = []
        self._idle = 0
        self.gave_up = False
        self._look()

    def _look(self) -> None:
        seen = sorted(id(task) for task in asyncio.all_tasks(self._loop))
        self._idle = self._idle + 1 if seen == self._seen else 0
        self._seen = seen
        if self._idle > PATIENCE_S:
            self.gave_up = True
            self._main.cancel()
        self._next = self._loop.call_later(1, self._look)

    def stop(self) -> None:
        """Look no more."""
        self._next.cancel()


def run_with_patience(loop: asyncio.AbstractEventLoop, program: Coroutine[Any, Any, Any]) -> None:
    """Run the coroutine in the loop to its end.

    Raises:
        OfflineRunError: where it waits while nothing happens for `PATIENCE_S`.
    """
    main = loop.create_task(program)
    watch = _Watch(loop, main)
    try:
        loop.run_until_complete(main)
    except asyncio.CancelledError:
        if not watch.gave_up:
            raise
        message = f"it waits for a value that doesn't come: nothing has happened for {PATIENCE_S} seconds"
        raise OfflineRunError(message) from None
    finally:
        watch.stop()
