"""A record behaves as a frozen dataclass does."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, replace
from typing import Any

import pytest

from rackguard.record import record


@record
class Card:
    """One."""

    number: int
    words: str = "none"
    seen: tuple[int, ...] = field(default_factory=tuple, compare=False)


@dataclass(frozen=True)
class Twin:
    """The same, by the standard library alone."""

    number: int
    words: str = "none"
    seen: tuple[int, ...] = field(default_factory=tuple, compare=False)


@pytest.mark.parametrize(
    ("values", "named"), [((1,), {}), ((1, "a"), {}), ((), {"number": 2, "words": "b"}), ((3,), {"seen": (1, 2)})]
)
def test_holds_what_a_dataclass_holds(values: tuple[Any, ...], named: dict[str, Any]) -> None:
    assert asdict(Card(*values, **named)) == asdict(Twin(*values, **named))


@pytest.mark.parametrize(
    ("values", "named", "words"),
    [
        ((), {}, "Card needs number"),
        ((1, "a", (), 4), {}, "Card takes 3 values, 4 given"),
        ((1,), {"number": 2}, "Card got number twice"),
        ((1,), {"colour": "red"}, "Card has no colour"),
    ],
)
def test_refuses_other_values(values: tuple[Any, ...], named: dict[str, Any], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        Card(*values, **named)


def test_cannot_be_changed() -> None:
    card = Card(1)
    with pytest.raises(FrozenInstanceError, match=r"Card\.number can't be changed"):
        card.number = 2  # pyright: ignore[reportAttributeAccessIssue] (what is tested)
    with pytest.raises(FrozenInstanceError):
        del card.words  # pyright: ignore[reportAttributeAccessIssue] (what is tested)
    assert card == Card(1)


def test_equality_and_hash_are_those_of_the_compared_fields() -> None:
    assert Card(1, seen=(1,)) == Card(1, seen=(2,))
    assert hash(Card(1, seen=(1,))) == hash(Card(1, seen=(2,)))
    assert Card(1) != Card(2)
    assert Card(1) != Twin(1)
    assert {Card(1), Card(1), Card(2)} == {Card(2), Card(1)}


def test_is_a_dataclass() -> None:
    assert [kind.name for kind in fields(Card)] == ["number", "words", "seen"]
    assert replace(Card(1, "a"), number=2) == Card(2, "a")
    assert repr(Card(1, "a")) == "Card(number=1, words='a', seen=())"
