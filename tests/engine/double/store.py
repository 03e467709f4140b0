"""The cloud behind the double: what exists in it, what is to go wrong there next, and what it was asked to do."""

from __future__ import annotations

import time
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from threading import Event, RLock
from typing import Any, TypeVar

T = TypeVar("T")

ANY = "*"
"""Stands for every type of resource where something is to go wrong."""


@dataclass
class Thing:
    """One resource as the cloud has it."""

    type: str
    id: str
    urn: str
    """Whose it is in Pulumi's words; empty where it was there before any stack."""
    properties: dict[str, Any]
    """Inputs and computed outputs by the provider's names; secrets are open here, as they are in a cloud."""
    given: frozenset[str] = frozenset()
    """Which of the properties were asked for, by a program or with a default."""


@dataclass(frozen=True, order=True)
class Kept:
    """What the cloud keeps of itself, in the words of a plan's list of what outlives `destroy`."""

    kind: str
    name: str


@dataclass(frozen=True)
class Call:
    """One change that the provider was asked for."""

    operation: str
    """`create`, `update`, `delete` or `read`."""
    type: str
    urn: str


class Refused(Exception):
    """The cloud says no; the message is what it says."""


class Hold:
    """An operation that the cloud has done, but doesn't answer until it is released."""

    def __init__(self) -> None:
        self.reached = Event()
        """Set when the first such operation is done and its answer held back."""
        self._released = Event()

    def release(self) -> None:
        """Let the answers through."""
        self._released.set()

    def wait(self) -> None:
        """Called by the double: hold an answer back."""
        self.reached.set()
        self._released.wait()


@dataclass
class _Fault:
    message: str
    left: int


@dataclass
class Store:
    """All that a test's cloud holds; every stack of the project shares it."""

    things: dict[tuple[str, str], Thing] = field(default_factory=dict[tuple[str, str], Thing])
    kept: set[Kept] = field(default_factory=set[Kept])
    """Backups, keys that wait for their deletion, and other things that the cloud made of itself."""
    gone: list[Thing] = field(default_factory=list[Thing])
    """What was taken away: AWS goes on listing it for a while."""
    objects: dict[str, int] = field(default_factory=dict[str, int])
    """How many objects are in a bucket, by its name."""
    calls: list[Call] = field(default_factory=list[Call])
    """In the order in which they came in; those that failed too."""
    _made: int = 0
    _faults: dict[tuple[str, str], _Fault] = field(default_factory=dict[tuple[str, str], _Fault])
    _delays: dict[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])
    _holds: dict[tuple[str, str], Hold] = field(default_factory=dict[tuple[str, str], Hold])
    _lock: Any = field(default_factory=RLock)

    def become(self, other: Store) -> None:
        """Hold what another store holds, as a copy; calls and faults are not taken over."""
        with self._lock:
            self.things, self.kept, self.objects = deepcopy(other.things), set(other.kept), dict(other.objects)
            self.gone = list(other.gone)
            self._made = other._made

    def list(self, type: str | None = None) -> tuple[Thing, ...]:
        """What exists, in the order in which it was made; of one type where given."""
        with self._lock:
            return tuple(thing for thing in self.things.values() if type in (None, thing.type))

    def named(self, name: str) -> Thing:
        """The one resource whose URN ends in this logical name."""
        (found,) = [thing for thing in self.list() if thing.urn.endswith(f"::{name}")]
        return found

    def find(self, type: str, id: str) -> Thing | None:
        """One resource; None where there is none."""
        with self._lock:
            return self.things.get((type, id))

    def put(self, type: str, id: str, **properties: Any) -> Thing:
        """Make a resource as a hand in the console does; it is none of a stack's."""
        return self.keep(Thing(type, id, "", properties, frozenset(properties)))

    def keep(self, thing: Thing) -> Thing:
        """Called by the double: have a resource, or have it as it is now."""
        with self._lock:
            self.things[thing.type, thing.id] = thing
            return thing

    def number(self) -> int:
        """Another one each time, the same ones in each run; ids are made of them."""
        with self._lock:
            self._made += 1
            return self._made

    def remove(self, type: str, id: str) -> Thing | None:
        """Take a resource away, as a hand in the console does; None where there is none."""
        with self._lock:
            thing = self.things.pop((type, id), None)
            self.gone.extend([thing] if thing else [])
            return thing

    def drift(self, thing: Thing, **changes: Any) -> None:
        """Change properties of a resource behind Pulumi's back; None takes a property away."""
        with self._lock:
            changed = {**thing.properties, **changes}
            thing.properties = {key: value for key, value in changed.items() if value is not None}

    def changes(self) -> list[Call]:
        """The calls that ask for a change."""
        return [call for call in self.calls if call.operation != "read"]

    def fail(self, operation: str, type: str = ANY, message: str = "made to fail", times: int = 1) -> None:
        """The next `times` operations of this kind are refused with the message; the cloud is left as it was."""
        self._faults[operation, type] = _Fault(message, times)

    def slow(self, operation: str, type: str = ANY, seconds: float = 0.5) -> None:
        """Answer operations of this kind only after a time; the cloud has done what was asked by then."""
        self._delays[operation, type] = seconds

    def hold(self, operation: str, type: str = ANY) -> Hold:
        """Answer operations of this kind only when the hold is released."""
        return self._holds.setdefault((operation, type), Hold())

    def heal(self) -> None:
        """Nothing fails, is slow or held back any more."""
        self._faults.clear()
        self._delays.clear()
        for hold in self._holds.values():
            hold.release()
        self._holds.clear()

    def before(self, call: Call) -> None:
        """Called by the double before an operation.

        Raises:
            Refused: it was made to fail.
        """
        with self._lock:
            self.calls.append(call)
            for fault in self._of(self._faults, call):
                if fault.left > 0:
                    fault.left -= 1
                    raise Refused(fault.message)

    def after(self, call: Call) -> None:
        """Called by the double when an operation is done, before its answer."""
        for hold in self._of(self._holds, call):
            hold.wait()
        for seconds in self._of(self._delays, call):
            time.sleep(seconds)

    @staticmethod
    def _of(table: dict[tuple[str, str], T], call: Call) -> Iterator[T]:
        for kind in (call.type, ANY):
            if found := table.get((call.operation, kind)):
                yield found
