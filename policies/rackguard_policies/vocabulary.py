"""Words for plain rules: a property, and what must hold of every place that it names.

    judge=every("metadataOptions.httpTokens").must_be("required")

Absent values are findings, since a provider's default holds then, unless `fine_if_absent()` says that it is the right
one. Unknown values are unproven, never compliant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import TYPE_CHECKING, Any

from rackguard_policies.rule import Finding, Judge, NotApplicable, Unproven
from rackguard_policies.values import Leaf, leaves, number, seen, truth

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

Holds = Callable[[Any], bool]


class Property:
    """Every place that a path names in a resource's inputs."""

    def __init__(self, path: str, places: Callable[[Any], Iterable[Leaf]] | None = None) -> None:
        """`path`: keys joined by dots, `[*]` for each item of a list; `places(inputs)` finds them in another way."""
        self._path = path
        self._find = places
        self._list_may_miss = False
        self._absent_is_fine = False
        self._only: Callable[[Subject], str] | None = None
        self._absent_when: Callable[[Subject], bool] | None = None
        self._proof: tuple[str, ...] = ()

    def fine_if_absent(self) -> Property:
        """The provider's default is what is wanted."""
        self._absent_is_fine = True
        return self

    def if_any(self) -> Property:
        """A list that isn't there has no places; without this it is one absent place."""
        self._list_may_miss = True
        return self

    def fine_if_absent_when(self, holds: Callable[[Subject], bool]) -> Property:
        """Something else of the stack makes the default what is wanted: an account's default encryption."""
        self._absent_when = holds
        return self

    def proven_by(self, *types: str) -> Property:
        """A value that isn't known yet holds where its property takes one from a resource of these types."""
        self._proof = types
        return self

    def unless(self, reason: Callable[[Subject], str]) -> Property:
        """`reason(subject)` says why the rule has nothing to say of a resource; empty where it has."""
        self._only = reason
        return self

    def must_be(self, value: str | float) -> Judge:
        """Exactly this value; numbers and flags in whatever form they are written."""
        wanted = f'is "{value}"' if isinstance(value, str) else f"is {value}"
        return self.must(lambda found: _same(found, value), wanted)

    def must_be_on(self) -> Judge:
        """A flag that is on: `true` or `"true"`."""
        return self.must(lambda found: truth(found) is True, "is true")

    def must_be_off(self) -> Judge:
        """A flag that is off, or left to a default of off."""
        self._absent_is_fine = True
        return self.must(lambda found: truth(found) is False, "is false")

    def must_be_one_of(self, *values: str) -> Judge:
        """One of these."""
        return self.must(lambda found: found in values, f"is one of {', '.join(values)}")

    def must_be_at_least(self, least: float) -> Judge:
        """A number of this or more."""
        return self.must(lambda found: (number(found) or float("-inf")) >= least, f"is {least:g} or more")

    def must_be_at_most(self, most: float) -> Judge:
        """A number of this or less."""
        return self.must(lambda found: (n := number(found)) is not None and n <= most, f"is {most:g} or less")

    def must_be_set(self) -> Judge:
        """Anything but nothing; an unknown value that comes from another resource is set."""
        return _judge(self, lambda found: found not in ("", [], {}), "is set", unknown_is_set=True)

    def must_be_left_out(self) -> Judge:
        """Nothing at all, an empty text, list or mapping."""
        self._absent_is_fine = True
        return self.must(lambda found: found in ("", [], {}), "is left out")

    def must(self, holds: Holds, wanted: str) -> Judge:
        """Whatever `holds` says; `wanted` tells it in words: `is 365 or more`."""
        return _judge(self, holds, wanted, unknown_is_set=False)

    @property
    def path(self) -> str:
        """The path."""
        return self._path

    def places(self, inputs: Any) -> Iterator[Leaf]:
        """Every place in a resource's inputs."""
        last = self._path.rpartition(".")[2]
        for leaf in self._find(inputs) if self._find else leaves(inputs, self._path):
            if not (self._list_may_miss and leaf.absent and leaf.path.rpartition(".")[2] != last):
                yield leaf

    def skips(self, subject: Subject) -> str:
        """Why the rule has nothing to say; empty where it has."""
        return self._only(subject) if self._only else ""

    def for_subject(self, subject: Subject) -> Property:
        """Itself, with what the subject's stack says of absent values settled."""
        return copy(self).fine_if_absent() if self._absent_when and self._absent_when(subject) else self

    def proves(self, subject: Subject, leaf: Leaf) -> bool:
        """True where the value, and no more than it, will come from a resource that makes it right."""
        if not self._proof or _last(leaf.path) != _last(self._path):
            return False
        return bool(subject.graph.sources(subject.resource, _first(leaf.path), *self._proof))

    @property
    def absent_is_fine(self) -> bool:
        """True where the provider's default is what is wanted."""
        return self._absent_is_fine


def every(path: str) -> Property:
    """Every place that `path` names; `[*]` stands for each item of a list."""
    return Property(path)


def every_of(places: Callable[[Any], Iterable[Leaf]], key: str = "") -> Property:
    """Every place that `places(inputs)` finds, for what a path can't name: mappings of disks alone.

    `key` is the last key of each, for a value that another resource proves.
    """
    return Property(key, places)


def is_given(subject: Subject, leaf: Leaf) -> bool | None:
    """True where something is there, known or to come from another resource; None where neither is known."""
    if leaf.unknown:
        return bool(subject.resource.property_dependencies.get(_first(leaf.path))) or None
    return not leaf.absent and leaf.value not in ("", [], {})


def both(*judges: Judge) -> Judge:
    """All of these must hold; where one of them doesn't apply the others still do."""

    def judge(subject: Subject) -> Iterator[Verdict]:
        said = [tuple(each(subject)) for each in judges]
        silent = all(any(isinstance(verdict, NotApplicable) for verdict in each) for each in said)
        verdicts = [verdict for each in said for verdict in each]
        if silent:
            yield next(verdict for verdict in verdicts if isinstance(verdict, NotApplicable))
        yield from (verdict for verdict in verdicts if not isinstance(verdict, NotApplicable))

    return judge


def _judge(wants: Property, holds: Holds, wanted: str, *, unknown_is_set: bool) -> Judge:
    def judge(subject: Subject) -> Iterator[Verdict]:
        if reason := wants.skips(subject):
            yield NotApplicable(reason)
            return
        settled = wants.for_subject(subject)
        found = (
            leaf
            for leaf in wants.places(subject.resource.inputs)
            if not (leaf.unknown and (settled.proves(subject, leaf) or (unknown_is_set and is_given(subject, leaf))))
        )
        yield from hold(found, holds, wanted, settled)

    return judge


def hold(found: Iterable[Leaf], holds: Holds, wanted: str, wants: Property | None = None) -> Iterator[Verdict]:
    """A finding for each place where `holds` is False, unproven for each that isn't known."""
    for leaf in found:
        if leaf.unknown:
            yield Unproven(leaf.path, wanted)
        elif leaf.absent:
            if not (wants and wants.absent_is_fine):
                yield Finding(leaf.path, wanted, seen(leaf.value))
        elif not holds(leaf.value):
            yield Finding(leaf.path, wanted, seen(leaf.value))


def _same(found: Any, value: str | float) -> bool:
    if isinstance(value, bool):
        return truth(found) is value
    return found == value if isinstance(value, str) else number(found) == value


def _first(path: str) -> str:
    """The input that a place is in."""
    return re.split(r"[.\[]", path)[0]


def _last(path: str) -> str:
    return path.rpartition(".")[2].partition("[")[0]
