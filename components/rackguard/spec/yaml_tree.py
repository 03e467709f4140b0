"""YAML events built into a tree that knows the place of each key and value, noting every problem on the way.

Built from events and not from PyYAML's composed nodes: nesting, aliases and size are bounded before anything is
built, duplicate keys are seen, and nothing recurses in C.
"""

from __future__ import annotations

from collections.abc import Callable

from yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from rackguard.spec.private_key import NOT_SHOWN, may_be_private
from rackguard.spec.problem import Mark, Path, Problem, dotted
from rackguard.spec.yaml_node import Node, Place
from rackguard.spec.yaml_scalars import STANDARD_TAG, Refused, Scalar, cut, key_text, refused_tag, scalar_value

MAX_DEPTH = 64
_CLUSTER = ("config", "rackguard:cluster")
MAX_NODES = 100_000
MAX_PROBLEMS = 1_000


class Stop(Exception):
    """Reading cannot go on; the reason is among the problems."""


class TreeReader:
    """Reads the one document of a stream of events."""

    def __init__(self, next_event: Callable[[], Event | None], file: str) -> None:
        self.problems: list[Problem] = []
        self._next = next_event
        self._file = file
        self._path: list[str | int] = []
        self._anchors: dict[str, Node] = {}
        self._count = 0

    def document(self) -> Node | None:
        """The root of the only document; None where the stream holds none."""
        self._next()
        start = self._next()
        if not isinstance(start, DocumentStartEvent):
            return None
        if start.version not in (None, (1, 1)):
            message = "the %YAML line names a version that the Pulumi CLI does not read"
            self.note("yaml-document", place_of(start), message, "Remove the %YAML line.")
        root = self._node(self._next())
        self._next()
        after = self._next()
        if not isinstance(after, StreamEndEvent):
            message = "a second document starts here, which the Pulumi CLI would silently ignore"
            self.note("yaml-document", place_of(after), message, "Keep one document a file: remove this '---' line.")
        return root

    def note(self, problem_id: str, place: Place, message: str, hint: str) -> None:
        """Note a problem with what is being read; `message` goes on after its name."""
        path: Path = tuple(self._path)
        text = f"{_name(path)}: {message}" if path else message
        self.problems.append(Problem(problem_id, "error", path, text, hint, Mark(self._file, *place)))

    def _stop(self, event: Event | None, message: str, hint: str) -> Stop:
        self.note("yaml-limits", place_of(event), message, hint)
        return Stop()

    def _grow(self, count: int, event: Event | None) -> None:
        self._count += count
        if self._count > MAX_NODES:
            message = f"the file holds more than {MAX_NODES:,} values, each use of an alias counted"
            raise self._stop(event, message, "Split the file, or repeat less of it with aliases.")
        if len(self.problems) >= MAX_PROBLEMS:
            message = f"the file has more than {MAX_PROBLEMS:,} problems; the rest is not read"
            raise self._stop(event, message, "Is this the right file?")

    def _node(self, event: Event | None) -> Node:
        self._grow(1, event)
        if isinstance(event, ScalarEvent):
            return self._scalar(event, scalar_value(event))
        if isinstance(event, AliasEvent):
            return self._alias(event)
        return self._collection(event)

    def _scalar(self, event: ScalarEvent, value: Scalar | Refused) -> Node:
        place = place_of(event)
        if isinstance(value, Refused):
            self.note(value.id, place, value.message, value.hint)
            value = value.text
        return self._anchored(event, Node(value, place))

    def _anchored(self, event: NodeEvent, node: Node) -> Node:
        if event.anchor is not None:
            self._anchors[event.anchor] = node
        return node

    def _alias(self, event: AliasEvent) -> Node:
        place, name = place_of(event), cut(str(event.anchor))
        node = self._anchors.get(str(event.anchor))
        if node is None:
            hint = f"Put &{name} before what is meant, above its first use; or quote the value if it is text."
            self.note("yaml-syntax", place, f"*{name} is used, but no anchor &{name} stands above it", hint)
        elif not node.closed:
            self.note("yaml-limits", place, f"*{name} stands inside its own anchor &{name}", "Remove it.")
        elif len(self._path) + node.height > MAX_DEPTH:
            raise self._stop(event, f"nested more than {MAX_DEPTH} levels deep by aliases", "Flatten it.")
        else:
            self._grow(node.size - 1, event)
            return node
        return Node(None, place)

    def _collection(self, event: Event | None) -> Node:
        if len(self._path) >= MAX_DEPTH:
            raise self._stop(event, f"nested more than {MAX_DEPTH} levels deep", "Flatten it.")
        before = self._count
        if isinstance(event, MappingStartEvent):
            node = self._mapping(event)
        elif isinstance(event, SequenceStartEvent):
            node = self._sequence(event)
        else:
            raise TypeError(f"no value starts with {event!r}")
        node.size += self._count - before
        node.closed = True
        return node

    def _check_tag(self, event: CollectionStartEvent, own: str) -> None:
        if event.tag not in (None, f"{STANDARD_TAG}{own}"):
            refused = refused_tag(str(event.tag))
            self.note(refused.id, place_of(event), refused.message, refused.hint)

    def _sequence(self, event: SequenceStartEvent) -> Node:
        items: list[Node] = []
        node = self._anchored(event, Node(items, place_of(event), height=1))
        self._check_tag(event, "seq")
        while not isinstance(item := self._next(), SequenceEndEvent):
            self._path.append(len(items))
            items.append(child := self._node(item))
            self._path.pop()
            if child.height >= node.height:
                node.height = child.height + 1
        return node

    def _mapping(self, event: MappingStartEvent) -> Node:
        children: dict[str, Node] = {}
        node = self._anchored(event, Node(children, place_of(event), height=1))
        self._check_tag(event, "map")
        merged: list[Node] = []
        while not isinstance(key_event := self._next(), MappingEndEvent):
            merges = _is_merge(key_event)
            key = "<<" if merges else self._key(key_event)
            self._path.append("?" if key is None else key)
            if key is not None:
                self._place_key(node, key, place_of(key_event))
            child = self._merge(self._next(), merged) if merges else self._node(self._next())
            self._path.pop()
            if child.height >= node.height:
                node.height = child.height + 1
            if key is not None and not merges:
                children.setdefault(key, child)
        for source in merged:
            node.fill(source)
        return node

    def _key(self, event: Event | None) -> str | None:
        if isinstance(event, ScalarEvent):
            text = key_text(event)
            if isinstance(text, str) and event.anchor is None:
                return text
            self._path.append(text if isinstance(text, str) else text.text)
            value = self._scalar(event, text).value
            self._path.pop()
            return str(value)
        problems = len(self.problems)
        self._path.append("?")
        value = self._node(event).value
        self._path.pop()
        if isinstance(value, str) or type(value) is int:
            return str(value)
        if len(self.problems) == problems:
            hint = "Write a name before the colon; put text that starts with [, {, * or & in quotes."
            self.note("yaml-syntax", place_of(event), "a key must be text, and this one is not", hint)
        return None

    def _place_key(self, node: Node, key: str, place: Place) -> None:
        first = node.keys.setdefault(key, place)
        if first is not place:
            message = f"the key is given twice, first at line {first[0]}, column {first[1]}"
            self.note("yaml-duplicate-key", place, message, "Keep one of the two.")

    def _merge(self, event: Event | None, merged: list[Node]) -> Node:
        problems = len(self.problems)
        node = self._node(event)
        sources = node.value if isinstance(node.value, list) and not isinstance(event, AliasEvent) else [node]
        if all(isinstance(source.value, dict) for source in sources):
            merged += sources
        elif len(self.problems) == problems:
            hint = "Write <<: *NAME or <<: [*NAME, *OTHER], where each name is the anchor of a map."
            self.note("yaml-syntax", place_of(event), "only maps can be merged", hint)
        return node


def place_of(event: Event | None) -> Place:
    """Line and column where an event starts."""
    mark = event.start_mark if event else None
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _name(path: Path) -> str:
    """What a person calls the value: from the cluster's own root where it is part of one, cut where it is long."""
    name = dotted(path[2:] if path[:2] == _CLUSTER and path[2:] else path)
    if may_be_private(name):
        return f"`{NOT_SHOWN}`"
    return f"`{name}`" if len(name) <= 120 else f"`{name[:100]}…`"


def _is_merge(event: Event | None) -> bool:
    if not isinstance(event, ScalarEvent) or event.value != "<<":
        return False
    return event.tag == f"{STANDARD_TAG}merge" or (event.tag is None and event.implicit[0])
