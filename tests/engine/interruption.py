"""A command of Pulumi's, stopped while the cloud has done some things and the engine has heard nothing of them."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from threading import Event
from typing import Any

from tests.engine.cli import Project
from tests.engine.double.store import Call, Refused, Store

CHECKPOINTS = {"PULUMI_SKIP_CHECKPOINTS": "false"}
_QUIET_S = 0.8
"""So long nothing new must have come in before the engine is taken to wait for answers alone."""


@contextmanager
def held_from(store: Store, operation: str, number: int, *, type_: str = "", undone: str = "") -> Generator[Event]:
    """Hold back the answers to all operations of a kind but the first `number - 1`; an event says that one is held.

    With `type_`, the first that counts is the first on that type.
    Those on the type `undone` the cloud doesn't even do: it is held up before, and refuses in the end; then the event
    says that one of them is held.
    """
    reached, released, before, after = Event(), Event(), store.before, store.after
    seen, counting = count(1), Event()

    def hold(call: Call) -> bool:
        counts = call.operation == operation and (counting.is_set() or type_ in ("", call.type))
        if not counts:
            return False
        counting.set()
        if next(seen) < number:
            return False
        if undone in ("", call.type):
            reached.set()
        released.wait()
        return True

    def held_before(call: Call) -> None:
        if call.type == undone and hold(call):
            raise Refused("nobody waits for it any more")
        before(call)

    def held_after(call: Call) -> None:
        if call.type != undone:
            hold(call)
        after(call)

    changed: Any = store
    changed.before, changed.after = held_before, held_after
    try:
        yield reached
    finally:
        released.set()
        del changed.before, changed.after


def kill(
    project: Project, store: Store, *args: str, operation: str, number: int, type_: str = "", undone: str = ""
) -> None:
    """SIGKILL the command when it waits for the answer to its operation `number` and to all that go on beside it."""
    with held_from(store, operation, number, type_=type_, undone=undone) as reached:
        running = project.start(*args, env=CHECKPOINTS)
        _wait_for(reached, running)
        _settle(store)
        running.send_signal(signal.SIGKILL)
        running.communicate()


def interrupt(project: Project, store: Store, *args: str, operation: str, number: int) -> tuple[int, str]:
    """SIGINT the command at the same place, and let the answers through; its exit code and what it printed."""
    with held_from(store, operation, number) as reached:
        running = project.start(*args, env=CHECKPOINTS)
        _wait_for(reached, running)
        _settle(store)
        running.send_signal(signal.SIGINT)
        time.sleep(_QUIET_S)  # the engine must have it before the answers, or it goes on
    printed, _ = running.communicate(timeout=300)
    return running.returncode, printed


def _wait_for(reached: Event, running: subprocess.Popen[str]) -> None:
    """Until an answer is held back; a command that ends before has too little to do, or failed."""
    while not reached.wait(timeout=0.2):
        assert running.poll() is None, f"it ended by itself\n{running.communicate()[0]}"


def _settle(store: Store) -> None:
    known = -1
    while known != len(store.calls):
        known = len(store.calls)
        time.sleep(_QUIET_S)
