"""A YAML value that knows its place."""

from __future__ import annotations

from rackguard.spec.yaml_scalars import Scalar

Place = tuple[int, int]
"""Line and column, counted from 1."""


class Node:
    """A value, where it is written, and where its keys are.

    `size` counts it and all below it, aliased values each time; `height` is how many levels it holds.
    """

    __slots__ = ("closed", "height", "keys", "place", "size", "value")

    def __init__(self, value: Scalar | list[Node] | dict[str, Node], place: Place, height: int = 0) -> None:
        self.value = value
        self.place = place
        self.height = height
        self.size = 1
        self.closed = not height
        self.keys: dict[str, Place] = {}

    def plain(self) -> object:
        """Plain dicts, lists and scalars; what an alias repeats is a copy of its own each time."""
        value = self.value
        if isinstance(value, dict):
            return {key: child.plain() for key, child in value.items()}
        return [child.plain() for child in value] if isinstance(value, list) else value

    def fill(self, source: Node) -> None:
        """Take from a merged map the keys that this map does not have; of several maps, the first has its way."""
        if isinstance(self.value, dict) and isinstance(source.value, dict):
            for key, child in source.value.items():
                if key not in self.value:
                    self.value[key] = child
                    self.keys[key] = source.keys[key]
