"""One resource as plain data, and what its values may be."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import Any, Final

from rackguard.record import record


class Unknown:
    """A value that only exists once something is deployed; there is one, `UNKNOWN`."""

    def __repr__(self) -> str:
        """`UNKNOWN`."""
        return "UNKNOWN"

    def __copy__(self) -> Unknown:
        """Itself: it is compared by identity."""
        return self

    def __deepcopy__(self, memo: object) -> Unknown:
        """Itself: it is compared by identity."""
        return self


UNKNOWN: Final = Unknown()


class Secret:
    """A value that must never be shown; what it was isn't kept."""

    def __init__(self, *, known: bool) -> None:
        """`known` is False where the value inside isn't known yet either."""
        self.known = known

    def __eq__(self, other: object) -> bool:
        """Two secrets can't be told apart, but for being known."""
        return isinstance(other, Secret) and other.known == self.known

    def __hash__(self) -> int:
        """By what is known of it."""
        return hash((Secret, self.known))

    def __repr__(self) -> str:
        """`Secret(known=True)`."""
        return f"Secret(known={self.known})"


Value = Any
"""None, bool, int, float, str, list, dict with text keys, `UNKNOWN` or a `Secret`; a key that isn't there is absent."""


@record
class Position:
    """Where a resource is declared."""

    file: str
    """From the project's folder; its whole path where a source knows no such folder."""
    line: int
    column: int = 0
    """Line and column count from 1; 0 where the source doesn't tell."""


def in_project(file: str) -> bool:
    """False for a place, told from the project's folder, that is outside of it or in an environment of Python."""
    return bool(file) and not file.startswith(("../", "/")) and "/site-packages/" not in file


@record
class Options:
    """Resource options that change what the engine does; None and empty where a source doesn't tell."""

    protect: bool | None = None
    retain_on_delete: bool | None = None
    ignore_changes: tuple[str, ...] = ()
    replace_on_changes: tuple[str, ...] = ()
    additional_secret_outputs: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    delete_before_replace: bool | None = None
    deleted_with: str | None = None
    import_id: str | None = None
    version: str | None = None
    custom_timeouts: dict[str, str] = field(default_factory=dict[str, str])
    """`create`, `update`, `delete` → a duration such as `30m`."""


@record
class Resource:
    """One resource of a Pulumi stack."""

    urn: str
    type: str
    """Its token: `aws:ec2/vpc:Vpc`."""
    name: str
    """Its logical name, the last part of the URN."""
    parent: str | None
    """URN of the component (or stack) that it belongs to; None for the stack itself."""
    provider: str | None
    """URN and id of its provider, as the source gives it; None for components and where it is the default one."""
    custom: bool
    """False for components, which group resources and are none of a cloud."""
    inputs: dict[str, Value]
    """By the provider's own names (camelCase)."""
    dependencies: tuple[str, ...] = ()
    property_dependencies: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """For each input the URNs that its value comes from."""
    options: Options = Options()
    position: Position | None = None
    """None where the source doesn't tell, and for what an installed library declares."""
    id: str | None = None
    """The cloud's own, where the source has it."""
    external: bool = False
    """True for what is only read: it is none of the stack's, which neither makes nor pays for it."""
    outputs: dict[str, Value] = field(default_factory=dict[str, Value])
    """What the cloud answered, or what a preview foresees; an offline run has none."""

    @cached_property
    def worked_out(self) -> dict[object, Any]:
        """What others have worked out of it, by what did: no field, and gone with it."""
        return {}
