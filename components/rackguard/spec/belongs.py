"""Where a key that means nothing in its place may have been meant to stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from difflib import SequenceMatcher

from rackguard.spec.describe import Shape, shape_at
from rackguard.spec.problem import Path, dotted

SURELY = 0.8
"""From this likeness on (of 1), a key is read as the one that it resembles."""
PERHAPS = 0.6
DEEPEST = 3


class Guess:
    """What an unknown key may mean.

    `name` is the key of the same mapping that it resembles, `surely` where it is read as that one; `meant` are the
    places (from the cluster down) that are not to be called missing; `hint` says it to a person.
    """

    __slots__ = ("hint", "meant", "name", "surely")

    def __init__(self, hint: str, meant: tuple[Path, ...] = (), name: str = "", *, surely: bool = False) -> None:
        self.hint = hint
        self.meant = meant
        self.name = name
        self.surely = surely


def guess(path: Path, free: Collection[str]) -> Guess:
    """What the unknown key at `path` may mean, where `free` are the known keys that its mapping doesn't have yet."""
    above, key = path[:-1], str(path[-1])
    alike = sorted(((_likeness(key, name), name) for name in free), reverse=True)[:3]
    close = [name for likeness, name in alike if likeness >= PERHAPS]
    best = alike[0][0] if alike else 0
    surely = best >= SURELY and (len(alike) == 1 or alike[1][0] < best - 0.02)
    close = close[:1] if surely else close
    homes = _homes(above, key)
    if close and (surely or not homes):
        hint = f"Did you mean {' or '.join(f'`{name}`' for name in close)}?"
        return Guess(hint, ((*above, close[0]),), close[0], surely=surely)
    if homes:
        places = " or ".join(dict.fromkeys(_place(home[:-1]) for home in homes[:3]))
        return Guess(f"`{key}` belongs in {places}.", tuple(homes) if len(homes) == 1 else ())
    shape = shape_at(above)
    return Guess(f"Known keys: {', '.join(shape.fields)}." if shape and shape.fields else "")


def _likeness(one: str, other: str) -> float:
    matcher = SequenceMatcher(None, one[:100].lower().replace("-", "_"), other)
    return matcher.ratio() if matcher.quick_ratio() >= PERHAPS else 0


def _place(path: Path) -> str:
    return f"`{dotted(path)}`" if path else "the cluster itself"


def _homes(above: Path, key: str) -> list[Path]:
    """The nearest places that know `key`: below its mapping, else around it, level by level upwards."""
    for length in range(len(above), -1, -1):
        shape = shape_at(above[:length])
        level = [(above[:length], shape)] if shape else []
        for depth in range(DEEPEST):
            found = [(*path, key) for path, shape in level if key in shape.fields and path != above]
            if found:
                return found
            level = [below for path, shape in level for below in _below(path, shape)] if depth < DEEPEST - 1 else []
    return []


def _below(path: Path, shape: Shape) -> Iterator[tuple[Path, Shape]]:
    if shape.item:
        yield (*path, "…" if shape.kind == "map" else 0), shape.item
    for name, field in shape.fields.items():
        yield (*path, name), field
