"""What a provider's double knows of its cloud: tables, each in a file of its own beside the cloud's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from tests.engine.double.store import Kept, Store, Thing

Properties = dict[str, Any]


@dataclass(frozen=True)
class Context:
    """Where a resource is made or a function answered."""

    account: str
    region: str


@dataclass(frozen=True)
class Made:
    """What a table of outputs may use to answer for one resource."""

    id: str
    inputs: Properties
    at: Context
    number: int
    """Of its own, for what a cloud picks at random."""


Output = Callable[[Made], Any]


class Bond(Enum):
    """What it means for the one that is named that another resource names it."""

    HOLDS = "holds"
    """It can't be deleted while the other is there."""
    OWNS = "owns"
    """The other is a part of it, and goes when it does."""
    KNOWS = "knows"
    """Nothing: it only has to be there when the other is made."""


@dataclass(frozen=True)
class Reference:
    """An input that names another resource."""

    path: str
    """Of the input, with `[]` for each item of a list: `networkInterfaces[].subnetId`."""
    to: str
    """The type of the resource that is named."""
    bond: Bond = Bond.HOLDS
    by: str = "id"
    """What names it: its `id`, or one of its properties, such as `arn`."""


@dataclass(frozen=True)
class Cloud:
    """One provider: everything that differs from resource type to resource type, as tables by token."""

    package: str
    account: str
    region: str
    """Where a provider works that is told no region."""
    names: Mapping[str, str | None]
    """The input that is given a name where a program gives none; None for a type that has no such input."""
    defaults: Mapping[str, Properties]
    replaces: Mapping[str, frozenset[str]]
    """Inputs, at their first level, whose change makes a new resource."""
    ids: Mapping[str, Output]
    import_ids: Mapping[str, Output]
    """What an import takes, for types that a state has under another id."""
    overwrites: frozenset[str]
    """Types that may be made where they are already: a setting is put, over whatever was there."""
    outputs: Mapping[str, Mapping[str, Output]]
    updates: Mapping[str, Mapping[str, Callable[[Properties], Any]]]
    """Outputs that each update changes, from the properties before it."""
    same: Mapping[str, str]
    """Outputs of every type that repeat an input: `tagsAll` of `tags`."""
    invokes: Mapping[str, Callable[[Properties, Context], Properties]]
    references: Mapping[str, tuple[Reference, ...]]
    """What a type's inputs name."""
    opinion: Callable[[Thing, Store], list[str]]
    """What the cloud says to a resource that is to be made or changed; nothing where it does so."""
    refusals: Mapping[str, Callable[[Thing, Store], str | None]]
    """Why the cloud doesn't delete a resource, beside what holds it by name; None where it does."""
    leaves: Mapping[str, Callable[[Thing, Store], list[Kept]]]
    """What the cloud keeps when a resource is deleted."""
