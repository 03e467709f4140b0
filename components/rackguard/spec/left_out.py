"""What could not be understood and was left out, so that the rest can be checked all the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from rackguard.spec.problem import Path


class LeftOut:
    """Paths that were left out, as they stand in the file."""

    def __init__(self, paths: Iterable[Path] = ()) -> None:
        self.paths: set[Path] = set()
        self._indexes: dict[Path, list[int]] = {}
        self.add(paths)

    def add(self, paths: Iterable[Path]) -> None:
        """Leave out more."""
        for path in paths:
            if path not in self.paths:
                self.paths.add(path)
                if isinstance(path[-1], int):
                    self._indexes.setdefault(path[:-1], []).append(path[-1])
        for indexes in self._indexes.values():
            indexes.sort()

    def original(self, path: Path) -> Path:
        """Where what stands at `path` in the pruned values is in the file: items behind a gap moved up."""
        found: Path = ()
        for part in path:
            place = part
            if isinstance(place, int):
                for gone in self._indexes.get(found, ()):
                    if gone > place:
                        break
                    place += 1
            found = (*found, place)
        return found

    def pruned(self, values: dict[str, Any]) -> dict[str, Any]:
        """The values without what was left out."""
        gone: dict[str | int, Any] = {}
        for path in sorted(self.paths, key=len):
            branch = gone
            for part in path[:-1]:
                branch = branch.setdefault(part, {})
                if branch is None:
                    break
            else:
                branch[path[-1]] = None
                continue
        return _pruned(values, gone)


class Doubts:
    """Places of which nothing more can be said: what was refused there has been reported."""

    def __init__(self, paths: Iterable[Path] = ()) -> None:
        self._paths: set[Path] = set()
        self._above: set[Path] = set()
        self.add(paths)

    def add(self, paths: Iterable[Path]) -> None:
        """Doubt more places."""
        for path in paths:
            self._paths.add(path)
            self._above.update(path[:length] for length in range(len(path)))

    def cover(self, path: Path) -> bool:
        """True for a complaint that may only exist because of what was refused in, at or around its place."""
        return path in self._above or any(path[:length] in self._paths for length in range(len(path) + 1))


def _pruned(value: Any, gone: dict[str | int, Any]) -> Any:
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value)
        return {key: _kept(item, gone, key) for key, item in items.items() if not _is_gone(gone, key)}
    if isinstance(value, list):
        entries = cast("list[Any]", value)
        return [_kept(item, gone, index) for index, item in enumerate(entries) if not _is_gone(gone, index)]
    return value


def _is_gone(gone: dict[str | int, Any], part: str | int) -> bool:
    return part in gone and gone[part] is None


def _kept(item: Any, gone: dict[str | int, Any], part: str | int) -> Any:
    return _pruned(item, gone[part]) if part in gone else item
