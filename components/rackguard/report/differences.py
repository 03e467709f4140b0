"""Every difference between two plans: records field by field, lists by what names their items, nothing left aside.

Only decisions are, which explain the fields beside them, and the stack's name, which heads the comparison.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from rackguard.plan.types import NetworkInterface, PoolPlan, Retained, UserDataPlan, UserParameter
from rackguard.record import record
from rackguard.report import field_words, words
from rackguard.report.user_data_facts import user_data_facts

if TYPE_CHECKING:
    from rackguard.plan.types import ClusterPlan

UNTOLD = frozenset({"decisions", "stack"})


@record
class Change:
    """One property that differs; `before` or `after` is empty where only one plan has the subject."""

    subject: str
    """`cluster`, `pools.train`, `storage.home`, or another part of the plan."""
    what: str
    before: str
    after: str


@record
class _Place:
    """What is compared: the part of the plan, and the property in it (empty: the part itself)."""

    subject: str
    what: str = ""

    def within(self, label: str) -> _Place:
        return _Place(self.subject, f"{self.what}, {label}" if self.what else label)


Named = Callable[[str], str]
"""A name without what it takes from the cluster, so that renamed clusters have the same keys."""


def differences(before: ClusterPlan, after: ClusterPlan, named: tuple[Named, Named]) -> list[Change]:
    """What differs, in the order of the plan."""
    return list(_differing(before, after, _Place("cluster"), named))


def _differing(was: Any, now: Any, place: _Place, named: tuple[Named, Named]) -> Iterator[Change]:
    if was == now:
        return
    was, now = _opened(was), _opened(now)
    if _is_record(was) and type(was) is type(now):
        for name in was.__dataclass_fields__:
            if name not in UNTOLD:
                inner = _field_place(place, type(was).__name__, name)
                yield from _differing(getattr(was, name), getattr(now, name), inner, named)
    elif isinstance(was, Mapping) and isinstance(now, Mapping):
        old, new = cast("Mapping[str, Any]", was), cast("Mapping[str, Any]", now)
        for key in dict.fromkeys([*old, *new]):
            yield from _differing_item(old.get(key), new.get(key), place.within(key), named)
    elif _has_keys(was) and _has_keys(now):
        yield from _differing_lists(was, now, place, named)
    else:
        yield _change(place, _in_words(was), _in_words(now), was, now)


def _opened(value: Any) -> Any:
    """What is compared part by part instead of as one text."""
    if isinstance(value, UserDataPlan):
        return user_data_facts(value)
    return _person(value) if isinstance(value, UserParameter) else value


def _person(person: UserParameter) -> dict[str, Any]:
    """What nodes read of a person, and what the plan says beside it."""
    told: dict[str, Any] = {"parameter": person.parameter, **_json_object(person.value)}
    return told if told.get("uid") == person.uid else {**told, "uid in the plan": person.uid}


def _json_object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {"value": text}


def _differing_lists(was: Any, now: Any, place: _Place, named: tuple[Named, Named]) -> Iterator[Change]:
    old, new = ({_key(item, name): item for item in items} for items, name in ((was, named[0]), (now, named[1])))
    if len(old) < len(was) or len(new) < len(now):  # no key of their own: by their place in the list
        old, new = ({f"{number}": item for number, item in enumerate(items, 1)} for items in (was, now))
    for key in dict.fromkeys([*old, *new]):
        yield from _differing_item(
            old.get(key), new.get(key), _item_place(place, old.get(key, new.get(key)), key), named
        )
    orders = [[key for key in keys if key in other] for keys, other in ((old, new), (new, old))]
    if orders[0] != orders[1]:
        yield Change(place.subject, place.within("order").what, *(", ".join(order) for order in orders))


def _differing_item(was: Any, now: Any, place: _Place, named: tuple[Named, Named]) -> Iterator[Change]:
    """An item of a list or a key, which one of the two may lack."""
    if was is None or now is None:
        sides = ["" if side is None else _in_short(_pair(_opened(side))) or "there" for side in (was, now)]
        yield Change(place.subject, place.what or "all of it", *sides)
    else:
        yield from _differing(_pair(was), _pair(now), place, named)


def _pair(item: Any) -> Any:
    """A named policy as its name and document."""
    return {"name": item[0], **item[1]} if _is_named_policy(item) else item


def _change(place: _Place, before: str, after: str, was: Any, now: Any) -> Change:
    if before == after:  # told apart by their type alone
        before, after = repr(was), repr(now)
    return Change(place.subject, place.what or "all of it", before, after)


def _field_place(place: _Place, owner: str, field: str) -> _Place:
    if subject := field_words.SUBJECTS.get((owner, field)):
        return _Place(subject)
    return place.within(field_words.label(field))


def _item_place(place: _Place, item: Any, key: str) -> _Place:
    if isinstance(item, PoolPlan):
        return _Place(f"pools.{key}")
    if type(item).__name__ in field_words.STORES:
        return _Place(f"storage.{key}")
    return place.within(key)


def _key(item: Any, name: Named = str) -> str:
    """What an item is known by; what is called after its cluster, without the cluster's name."""
    if _is_named_policy(item):
        return name(item[0])
    if isinstance(item, Mapping):
        return str(cast("Any", item).get("Sid", ""))
    key = field_words.key(item)
    return name(key) if isinstance(item, Retained) else key


def _has_keys(value: Any) -> bool:
    """True for a list whose items are known by a name; a list of texts is a text itself."""
    if not isinstance(value, (list, tuple)):
        return False
    items = cast("Sequence[Any]", value)
    return all(
        _is_named_policy(item) or isinstance(item, Mapping) or type(item).__name__ in field_words.KEYS for item in items
    )


def _is_named_policy(item: Any) -> bool:
    pair = cast("tuple[Any, ...]", item) if isinstance(item, tuple) else ()
    return len(pair) == 2 and isinstance(pair[0], str) and isinstance(pair[1], Mapping)


def _is_record(value: Any) -> bool:
    return hasattr(value, "__dataclass_fields__")


def _in_words(value: Any) -> str:
    if isinstance(value, UserDataPlan):
        return user_data_facts(value)["compressed"]
    value = _opened(value)
    if _is_record(value) or isinstance(value, Mapping):
        return _in_short(value)
    if not isinstance(value, (list, tuple)):
        return field_words.simple(value)
    items = cast("Sequence[Any]", value)
    if items and all(isinstance(item, NetworkInterface) for item in items):
        return field_words.interfaces(cast("Sequence[NetworkInterface]", items))
    told = map(_key, items) if _has_keys(items) else map(_in_words, items)
    return ", ".join(told) or "none"


def _in_short(value: Any) -> str:
    """Something that one plan has and the other hasn't: its fields, of lists in it the names of the items."""
    if isinstance(value, PoolPlan):
        kinds = words.listed(list(value.instance_types))
        return f"{words.nodes_words(value)} × {kinds}, {words.purchase_words(value)}"
    if not (_is_record(value) or isinstance(value, Mapping)):
        return _in_words(value)
    told = cast("Mapping[str, Any]", value if isinstance(value, Mapping) else _fields(value)).items()
    return "; ".join(f"{name} {_in_words(part)}" for name, part in told if part not in (None, "", ()))


def _fields(item: Any) -> dict[str, Any]:
    """A record's fields under their words, but for those that it is known by."""
    known = (*UNTOLD, *field_words.KEYS.get(type(item).__name__, ()))
    return {field_words.label(name): getattr(item, name) for name in item.__dataclass_fields__ if name not in known}
