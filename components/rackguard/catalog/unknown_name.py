"""The error for a name that the catalogue does not hold."""

from __future__ import annotations

from collections.abc import Iterable


class UnknownName(Exception):
    """A look-up by a name that is not in the catalogue; carries the nearest names."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        from rackguard.spec.suggest import did_you_mean, nearest

        names = list(known)
        self.kind = kind
        self.name = name
        self.suggestions = tuple(nearest(name, names))
        """The nearest known names, nearest first; empty where none is near."""
        super().__init__(f'Unknown {kind} "{name}". {did_you_mean(name, names)}'.rstrip())
