"""An executor that does its work at once, in the thread that hands it over.

Pulumi hands every registration to a pool of threads, which wait for an engine. Offline there is nothing to wait for:
threads would only cost time, and give the resources another order in each run.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


class InTurn(ThreadPoolExecutor):
    """A pool, since an event loop takes no other kind as its default; its threads are never started."""

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        """Call `fn`; what it returns or raises is there when this returns."""
        future: Future[Result] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 (the future's owner raises it)
            future.set_exception(error)
        return future
