"""What AWS says to what it is asked to make: the opinion of `tests/aws/opinion`, on what the store holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tests.aws.opinion.account import used_account
from tests.aws.opinion.existing import BLOCK, RESERVATION
from tests.aws.opinion.opinion import refusals
from tests.engine.double.store import Store, Thing

_BEFORE: dict[str, list[Mapping[str, Any]]] = {
    **used_account(),
    RESERVATION: [{"id": "cr-0123456789abcdef0", "instanceType": "p5.48xlarge"}],
    BLOCK: [{"id": "cr-0fedcba9876543210", "instanceType": "p5en.48xlarge"}],
}
"""What is in the account though no store holds it: roles that AWS made, and what `prod` has bought."""


def opinion(thing: Thing, store: Store) -> list[str]:
    """What AWS says to a resource with these inputs; images, which no store holds, are all taken to fit."""

    def lookup(token: str) -> Iterable[Mapping[str, Any]]:
        yield from _BEFORE.get(token, ())
        for one in _there(token, store):
            if (one.type, one.id) != (thing.type, thing.id):
                yield {**one.properties, "id": one.id}

    inputs = {name: value for name, value in thing.properties.items() if name in thing.given}
    return refusals(thing.type, inputs, lookup)


def _there(token: str, store: Store) -> Iterator[Thing]:
    """A block that a hand put there is among the reservations, and says that it is one."""
    for one in store.list(RESERVATION if token == BLOCK else token):
        block = one.properties.get("kind") == "capacity block"
        if block == (token == BLOCK):
            yield one
